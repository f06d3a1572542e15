import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Aller au contenu",
  menu: "Menu",
  navigation: "Principal",
  signOut: "Se déconnecter",
  language: "Langue",
  live: "En direct",
  connecting: "Connexion au boîtier …",
  offline: "Pas de connexion",
  notFound: "Cette page n’existe pas.",
  toOverview: "Vers la vue d’ensemble",
  firstKey:
    "Voici la première clé du boîtier. Conservez-la maintenant, elle n’est affichée qu’une fois :",
  synthetic:
    "Les images sont synthétiques : une scène dessinée, jouée en boucle par une caméra logicielle. Ce qui y est détecté l’est par le même code que pour de vraies caméras.",
  placeholders:
    "Les images et textes générés sont factices : ce boîtier est relié à un substitut des services de modèles, et aucun modèle n’a rien produit.",
  watch: "Surveiller",
  move: "Déplacer",
  make: "Produire",
  box: "Le boîtier",
};
