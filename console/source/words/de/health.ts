import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Abdeckung",
  coverageHint:
    "Welcher Anteil jeder Stunde je Kamera beobachtet wurde, mit dem Grund jeder Lücke.",
  range: "Zeitraum",
  day: "ein Tag",
  week: "eine Woche",
  stream: "Kamera",
  observed: "Abdeckung",
  notObserved: "Lücken",
  why: "Grund der Lücke",
  reasons: {
    source_down: "Kamera offline",
    frozen: "eingefrorenes Bild",
    detector_down: "Detektor ausgefallen",
    undecodable: "Dekodierung fehlgeschlagen",
    overload: "Gerät überlastet",
    stopped: "Stream angehalten",
    box_off: "Gerät aus",
  },
  noCoverage: "Noch keine Abdeckungsdaten.",
  machine: "Das Gerät",
  machineHint:
    "Ein Wert je Minute seit dem Start des Geräts, höchstens für einen Tag. Nur im Arbeitsspeicher.",
  disk: "Platz frei",
  memory: "Speicher frei",
  load: "Last",
  temperature: "Temperatur",
  queue: "Aufträge wartend",
  online: "Kameras verbunden",
  notTold: "Auf dieser Maschine nicht verfügbar.",
  chartLabel: "{name}: von {first} bis {last}, jetzt {now}",
};
