import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Kamera hinzufügen",
  nothing: "Noch keine Kameras.",
  annotated: "Erkennungen anzeigen",
  pictureOf: "Bild von {name}",
  still: "Standbild",
  live: "Live",
  every: "Alle Kameras",
  rate: "{rate} fps",
  open: plural({ one: "{count} offener Vorfall", other: "{count} offene Vorfälle" }),
  states: {
    connecting: "Verbindet",
    watching: "Online",
    degraded: "Online, Erkennung startet neu",
    offline: "Offline, verbindet neu",
    ended: "Beendet",
  },
  allIncidents: "Alle anzeigen",
  address: "Adresse",
  picture: "Bild",
  received: "Eingehende fps",
  looked: "Ausgewertet",
  dropped: "Übersprungene Bilder",
  model: "Modell",
  recording: "Aufzeichnung",
  recordings: {
    incidents: "Vorfälle",
    continuous: "Durchgehend",
    off: "Aus",
  },
  asPictures: "Der Browser zeigt Einzelbilder statt Video.",
  masks: "Privatsphärenmasken",
  masked: plural({
    one: "{count} Bereich ist maskiert.",
    other: "{count} Bereiche sind maskiert.",
  }),
  transcoded: "Das Gerät kodiert Aufzeichnungen dafür neu.",
  remove: "Kamera entfernen…",
};
