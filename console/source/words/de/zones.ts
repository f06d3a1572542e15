import type { zones as source } from "../en/zones.ts";

/** The drawing of zones. */
export const zones: typeof source = {
  edit: "Zonen zeichnen",
  drawing: "Zonen im Bild",
  tools: "Werkzeuge",
  list: "Zonen",
  kinds: {
    area: "Zone",
    line: "Linie",
    mask: "Privatsphärenmaske",
  },
  inMiddle: "In der Mitte einfügen",
  howArea: "Ein Rechteck aufziehen, oder jede Ecke und dann wieder die erste anklicken.",
  howLine: "Eine Linie ziehen, oder ihre beiden Enden klicken.",
  howChange:
    "Ecken oder ganze Formen ziehen. Tastatur: Pfeile bewegen eine Ecke (Umschalt: schneller, Alt: langsamer), + fügt eine hinzu, Entf entfernt sie.",
  corner: "Ecke {number} von {name}: {x} % von links, {y} % von oben",
  nothing: "Noch keine Zonen.",
  remove: "{name} entfernen",
  alertEnter: "Vorfall melden, wenn etwas hineinkommt",
  alertCross: "Vorfall melden, wenn etwas die Linie überschreitet",
  problems: {
    crosses: "{name}: Die Seiten dürfen sich nicht kreuzen.",
    few: "{name}: Weitere Ecken hinzufügen.",
    name: "Einen Namen aus Buchstaben und Ziffern eingeben.",
    twice: "{name}: Dieser Name ist vergeben.",
  },
};
