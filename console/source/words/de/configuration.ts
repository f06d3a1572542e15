import type { configuration as source } from "../en/configuration.ts";

/** The site configuration. */
export const configuration: typeof source = {
  file: "Gelesen aus {file}. Einstellungen dort ändern, dann das Gerät neu starten.",
  noFile: "Keine Konfigurationsdatei: Alle Einstellungen haben ihre Vorgabe.",
  settings: "Aktuelle Einstellungen",
  setting: "Einstellung",
  value: "Wert",
  origin: "Quelle",
  origins: {
    default: "Vorgabe",
    file: "Datei",
    environment: "Umgebung",
    flag: "Befehlszeile",
  },
  changedOnly: "Nur geänderte",
  none: "Keine passende Einstellung.",
  check: "Datei prüfen",
  checkHint:
    "Die ganze Datei einfügen. Die Prüfung ändert nichts und liest keine darin genannten Dateien.",
  yaml: "Datei (YAML)",
  open: "Datei öffnen",
  valid: "Keine Fehler gefunden.",
  problems: "Fehler: {count}",
  line: "Zeile {line}",
};
