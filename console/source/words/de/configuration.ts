import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Gelesen aus {file}. Dort ändern, dann die Box neu starten.",
  noFile: "Es gibt keine Konfigurationsdatei: Die Vorgaben gelten.",
  settings: "Was gilt",
  setting: "Einstellung",
  value: "Wert",
  origin: "Herkunft",
  origins: {
    default: "Vorgabe",
    file: "Datei",
    environment: "Umgebung",
    flag: "Befehlszeile",
  },
  changedOnly: "Nur was nicht Vorgabe ist",
  none: "Keine Einstellung passt.",
  check: "Datei prüfen",
  checkHint:
    "Die ganze Datei einfügen. Nichts wird geändert, und genannte Dateien werden nicht gelesen.",
  yaml: "Datei (YAML)",
  open: "Datei öffnen",
  valid: "Nichts zu verbessern.",
  problems: "Zu verbessern: {count}",
  line: "Zeile {line}",
};
