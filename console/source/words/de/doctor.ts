import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Prüft das Gerät, seine Platte, Netze, Programme, Modelle und jede Kamera und nennt die Abhilfe. Kameraprüfungen öffnen eine eigene Verbindung. Ein Lauf kann eine Minute dauern.",
  begin: "Diagnose starten",
  running: "{done} von {total} Prüfungen fertig",
  never: "Keine Diagnose seit dem Start des Geräts.",
  finished: "Letzter Lauf: {time}",
  fails: "Fehler",
  warns: "Warnungen",
  oks: "In Ordnung",
  skips: "Übersprungen",
  allWell: "Keine Probleme gefunden.",
  fix: "Abhilfe",
};
