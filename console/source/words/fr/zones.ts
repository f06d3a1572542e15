import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Dessiner les zones",
  drawing: "Zones sur l’image",
  tools: "Outils",
  list: "Zones",
  kinds: {
    area: "Surface",
    line: "Ligne",
    mask: "Masque de confidentialité",
  },
  inMiddle: "En placer une au milieu",
  howArea: "Tracez un rectangle, ou cliquez coin après coin puis de nouveau le premier.",
  howLine: "Tracez une ligne, ou cliquez ses deux extrémités.",
  howChange:
    "Faites glisser les coins ou les formes. Au clavier : les flèches déplacent un coin (Maj : plus, Alt : moins), + en ajoute un, Suppr l’enlève.",
  corner: "Coin {number} de {name} : {x} % de la gauche, {y} % du haut",
  nothing: "Rien n’est encore dessiné.",
  remove: "Retirer {name}",
  alertEnter: "Signaler un incident quand quelque chose entre",
  alertCross: "Signaler un incident quand quelque chose traverse",
  problems: {
    crosses: "{name} : ses côtés ne doivent pas se croiser.",
    few: "{name} : il faut plus de coins.",
    name: "Donnez-lui un nom en lettres et chiffres.",
    twice: "{name} : deux portent ce nom.",
  },
};
