import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Lue dans {file}. Modifiez-la là, puis redémarrez le boîtier.",
  noFile: "Il n’y a pas de fichier de configuration : les valeurs par défaut valent.",
  settings: "Ce qui vaut",
  setting: "Réglage",
  value: "Valeur",
  origin: "Origine",
  origins: {
    default: "par défaut",
    file: "fichier",
    environment: "environnement",
    flag: "ligne de commande",
  },
  changedOnly: "Seulement ce qui n’est pas par défaut",
  none: "Aucun réglage ne correspond.",
  check: "Vérifier un fichier",
  checkHint: "Collez tout le fichier. Rien n’est modifié, et les fichiers nommés ne sont pas lus.",
  yaml: "Fichier (YAML)",
  open: "Ouvrir un fichier",
  valid: "Rien à corriger.",
  problems: "À corriger : {count}",
  line: "Ligne {line}",
};
