import { noun, type Phrases } from "./phrases.ts";

/** German. */
export const de: Phrases = {
  motion: "etwas, das sich bewegt,",
  unknown: (label) => `ein Objekt (${label})`,
  objects: { one: "Objekt", other: "Objekte" },
  nouns: {
    person: noun("eine Person", "Person", "Personen"),
    car: noun("ein Auto", "Auto", "Autos"),
    truck: noun("ein Lkw", "Lkw", "Lkw"),
    bus: noun("ein Bus", "Bus", "Busse"),
    bicycle: noun("ein Fahrrad", "Fahrrad", "Fahrräder"),
    motorcycle: noun("ein Motorrad", "Motorrad", "Motorräder"),
    dog: noun("ein Hund", "Hund", "Hunde"),
    cat: noun("eine Katze", "Katze", "Katzen"),
    backpack: noun("ein Rucksack", "Rucksack", "Rucksäcke"),
    handbag: noun("eine Handtasche", "Handtasche", "Handtaschen"),
    suitcase: noun("ein Koffer", "Koffer", "Koffer"),
  },
  inZone: (name) => `in der Zone „${name}“`,
  inPicture: "im Bild",
  atSite: (sentence, site) => `${sentence} (${site})`,
  stop: ".",
  phrases: {
    intrusion: ({ who, where }) => `${who} ist ${where}`,
    loitering: ({ who, where, lasting }) => `${who} hält sich ${where} auf, Dauer: ${lasting}`,
    line_crossing: ({ who, zone, isBack }) =>
      `${who} hat die Linie „${zone}“ von Seite ${isBack ? "b nach Seite a" : "a nach Seite b"} überquert`,
    wrong_direction: ({ who, where }) => `${who} bewegt sich ${where} gegen die erlaubte Richtung`,
    crowding: ({ counted, where }) => `${counted} gleichzeitig ${where}`,
    speeding: ({ who, where }) => `${who} ist ${where} zu schnell`,
    running: ({ who, where }) => `${who} rennt ${where}`,
    stopped_vehicle: ({ who, where, lasting }) => `${who} steht ${where}, Dauer: ${lasting}`,
    proximity: ({ all, where }) => `zu geringer Abstand ${where}: ${all}`,
    video_loss: ({ lasting }) => `kein Bild von der Kamera, Dauer: ${lasting}`,
    ppe_missing: ({ classes, where }) => `Schutzausrüstung fehlt ${where} (${classes})`,
    fall: ({ who, where }) => `${who} ist ${where} gestürzt`,
    abandoned_object: ({ where, lasting }) =>
      `zurückgelassener Gegenstand ${where}, Dauer: ${lasting}`,
    removed_object: ({ where }) => `ein Gegenstand fehlt ${where}`,
    "camera_tamper.covered": () => "die Kamera ist verdeckt, oder es ist völlig dunkel",
    "camera_tamper.defocused": () => "das Kamerabild ist unscharf",
    "camera_tamper.moved": () => "die Kamera wurde verstellt: Sie zeigt eine andere Ansicht",
    anomaly: ({ details }) =>
      `ungewöhnlich für diese Zeit: ${details["feature"]} ${details["value"]}, erwartet ${details["low"]} bis ${details["high"]}`,
    model_corrupt: ({ zone, details }) =>
      `die Datei des Modells ${zone} ist beschädigt: Die Prüfsumme stimmt nicht.${details["set_aside_as"] ? ` Sie liegt jetzt unter ${details["set_aside_as"]}.` : ""} Ein geladenes Modell läuft weiter; installieren Sie es vor dem nächsten Neustart neu`,
  },
  other: (type, { who, where }) => `${type}: ${who} ${where}`,
  features: {
    count: "Anzahl der sichtbaren Objekte",
    arrivals: "neue Objekte pro Minute",
    dwell: "längster Aufenthalt in Sekunden",
    speed: "höchste Geschwindigkeit in Bildbreiten pro Sekunde",
    size: "größtes Objekt in Prozent des Bildes",
    motion: "bewegter Anteil des Bildes in Prozent",
  },
};
