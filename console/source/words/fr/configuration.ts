import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Lue dans {file}. Modifiez les réglages là, puis redémarrez le boîtier.",
  noFile: "Aucun fichier de configuration : tous les réglages ont leur valeur par défaut.",
  settings: "Réglages actuels",
  setting: "Réglage",
  value: "Valeur",
  origin: "Source",
  origins: {
    default: "par défaut",
    file: "fichier",
    environment: "environnement",
    flag: "ligne de commande",
  },
  changedOnly: "Modifiés seulement",
  none: "Aucun réglage correspondant.",
  check: "Vérifier un fichier",
  checkHint:
    "Collez tout le fichier. La vérification ne modifie rien et ne lit pas les fichiers qu’il nomme.",
  yaml: "Fichier (YAML)",
  open: "Ouvrir un fichier",
  valid: "Aucun problème trouvé.",
  problems: "Problèmes : {count}",
  line: "Ligne {line}",
};
