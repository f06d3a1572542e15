import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Kamera hinzufügen",
  nothing: "Noch wird keine Kamera überwacht.",
  annotated: "Zeigen, was erkannt wird",
  pictureOf: "Bild von {name}",
  still: "Standbild",
  every: "Jede Kamera",
  rate: "{rate} Bilder je Sekunde",
  open: plural({ one: "{count} offener Vorfall", other: "{count} offene Vorfälle" }),
  states: {
    connecting: "Verbindet",
    watching: "Überwacht",
    degraded: "Video kommt an; die Erkennung startet neu",
    offline: "Kein Video; das Gerät versucht es weiter",
    ended: "Beendet",
  },
  allIncidents: "Alle",
  address: "Adresse",
  picture: "Bild",
  received: "Empfangen",
  looked: "Ausgewertet",
  dropped: "Ausgelassen",
  model: "Modell",
  recording: "Aufzeichnung",
  recordings: {
    incidents: "Vorfälle",
    continuous: "Durchgehend",
    off: "Nichts",
  },
  asPictures: "Als Einzelbilder statt als Video gezeigt.",
  masks: "Privatsphärenmasken",
  masked: plural({
    one: "{count} Bereich ist maskiert.",
    other: "{count} Bereiche sind maskiert.",
  }),
  transcoded: "Aufzeichnungen werden dafür neu kodiert.",
  remove: "Nicht mehr überwachen",
};
