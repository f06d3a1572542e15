import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Abdeckung",
  coverageHint: "Wie viel jeder Stunde wirklich betrachtet wurde, und warum nicht.",
  range: "Zeitraum",
  day: "ein Tag",
  week: "eine Woche",
  stream: "Kamera",
  observed: "Betrachtet",
  notObserved: "Nicht betrachtet",
  why: "Warum nicht",
  reasons: {
    source_down: "Kamera weg",
    frozen: "Standbild",
    detector_down: "Detektor weg",
    undecodable: "nicht dekodierbar",
    overload: "Box überlastet",
    stopped: "Stream angehalten",
    box_off: "Box aus",
  },
  noCoverage: "Noch ist nichts verbucht.",
  machine: "Die Box",
  machineHint: "Minute für Minute seit dem Start, höchstens ein Tag; nur im Arbeitsspeicher.",
  disk: "Platz frei",
  memory: "Speicher frei",
  load: "Last",
  temperature: "Temperatur",
  queue: "Aufträge wartend",
  online: "Kameras verbunden",
  notTold: "Diese Maschine sagt es nicht.",
  chartLabel: "{name}: von {first} bis {last}, jetzt {now}",
};
