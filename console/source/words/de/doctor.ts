import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Sieht sich die Box selbst, ihre Platte, Netze, Programme, Modelle und jede Kamera an und sagt, was zu tun ist. Kameras werden über eine eigene Verbindung geprüft; das kann eine Minute dauern.",
  begin: "Box untersuchen",
  running: "{done} von {total} Prüfungen sind fertig",
  never: "Seit dem Start der Box wurde nichts untersucht.",
  finished: "Untersucht: {time}",
  fails: "Geht nicht",
  warns: "Geht, sollte aber angesehen werden",
  oks: "In Ordnung",
  skips: "Nicht geprüft",
  allWell: "Es ist alles in Ordnung.",
  fix: "Was zu tun ist",
};
