import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Aller au contenu",
  menu: "Menu",
  navigation: "Principal",
  signOut: "Se déconnecter",
  language: "Langue",
  live: "Connecté",
  connecting: "Déconnecté, nouvelle tentative …",
  offline: "Pas de connexion",
  notFound: "Page introuvable.",
  toOverview: "Aller à la vue d’ensemble",
  firstKey:
    "Voici la première clé du boîtier. Conservez-la maintenant : la page ne l’affiche qu’une fois.",
  synthetic:
    "Vidéo de démonstration : un logiciel joue en boucle une scène dessinée. La détection fonctionne comme avec de vraies caméras.",
  placeholders:
    "Les images et textes générés sont factices : ce boîtier utilise un substitut à la place de vrais services de modèles.",
  watch: "Surveillance",
  move: "Robots",
  make: "Automatisation",
  box: "Système",
};
