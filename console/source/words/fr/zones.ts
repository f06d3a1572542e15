import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Dessiner les zones",
  drawing: "Zones sur l’image",
  tools: "Outils",
  list: "Zones",
  kinds: {
    area: "Zone",
    line: "Ligne",
    mask: "Masque de confidentialité",
  },
  inMiddle: "Ajouter au centre",
  howArea: "Tracez un rectangle, ou cliquez chaque coin puis de nouveau le premier.",
  howLine: "Tracez une ligne, ou cliquez ses deux extrémités.",
  howChange:
    "Faites glisser les coins ou les formes. Clavier : les flèches déplacent un coin (Maj : plus vite, Alt : moins vite), + en ajoute un, Suppr l’enlève.",
  corner: "Coin {number} de {name} : {x} % de la gauche, {y} % du haut",
  nothing: "Aucune zone.",
  remove: "Retirer {name}",
  alertEnter: "Signaler un incident quand quelque chose entre",
  alertCross: "Signaler un incident quand quelque chose traverse",
  problems: {
    crosses: "{name} : les côtés ne doivent pas se croiser.",
    few: "{name} : ajoutez des coins.",
    name: "Saisissez un nom en lettres et chiffres.",
    twice: "{name} : ce nom est déjà utilisé.",
  },
};
