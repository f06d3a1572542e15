import type { alarms as source } from "../en/alarms.ts";

/** What the box asks a technician to see to, by its code. */
export const alarms: typeof source = {
  safe_mode: "Abgesicherter Betrieb: Kameras und Roboter pausieren.",
  storage_full: "Die Platte ist voll.",
  store_stalled: "Die Platte antwortet nicht. Nichts kann gespeichert werden.",
  store_unwritable: "Die Platte nimmt nichts mehr an. Nichts kann gespeichert werden.",
  disk_low: "Etwas anderes als Aufnahmen füllt die Platte.",
  inodes_low: "Der Platte gehen die Inodes aus.",
  store_at_risk: "Der Speicher ist vielleicht beschädigt.",
  files_unnamed: "Zu vielen Dateien fehlt der Eintrag im Speicher; sie bleiben.",
  vision_down: "Die Erkennung ist ausgefallen.",
  model_damaged: "Die Datei eines Modells ist beschädigt.",
  cameras_refused: "Kameras der Konfiguration wurden nicht gestartet.",
  cameras_offline: "Kameras sind offline.",
  decoders_failing: "Videodecoder sind ausgefallen und wurden neu gestartet.",
  endpoint_refused: "Ein Modelldienst lehnt den Schlüssel ab.",
  too_hot: "Die Maschine ist zu heiß.",
  throttled: "Der Prozessor ist gedrosselt.",
  memory_low: "Der Arbeitsspeicher ist knapp.",
  clock_not_synchronised: "Die Uhr ist nicht synchronisiert.",
  certificate_ending: "Das Zertifikat läuft bald ab.",
  certificate_ended: "Das Zertifikat ist abgelaufen.",
  audit_lost: "Einträge des Prüfprotokolls gingen verloren.",
};
