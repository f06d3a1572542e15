import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Zonen zeichnen",
  drawing: "Zonen im Bild",
  tools: "Werkzeuge",
  list: "Zonen",
  kinds: {
    area: "Bereich",
    line: "Linie",
    mask: "Privatsphärenmaske",
  },
  inMiddle: "Eine in die Mitte setzen",
  howArea: "Ein Rechteck aufziehen, oder Ecke für Ecke klicken und zuletzt wieder die erste.",
  howLine: "Eine Linie ziehen, oder ihre beiden Enden klicken.",
  howChange:
    "Ecken oder ganze Formen ziehen. Mit der Tastatur: Pfeile bewegen eine Ecke (Umschalt: mehr, Alt: weniger), + fügt eine hinzu, Entf nimmt sie weg.",
  corner: "Ecke {number} von {name}: {x} % von links, {y} % von oben",
  nothing: "Noch ist nichts gezeichnet.",
  remove: "{name} entfernen",
  alertEnter: "Vorfall melden, wenn etwas hineinkommt",
  alertCross: "Vorfall melden, wenn etwas die Linie überschreitet",
  problems: {
    crosses: "{name}: Die Seiten dürfen sich nicht kreuzen.",
    few: "{name}: Es braucht mehr Ecken.",
    name: "Einen Namen aus Buchstaben und Ziffern geben.",
    twice: "{name}: Zwei haben diesen Namen.",
  },
};
