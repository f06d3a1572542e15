import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Examine le boîtier lui-même, son disque, ses réseaux, ses programmes, ses modèles et chaque caméra, et dit quoi faire. Les caméras sont essayées par une connexion à part ; cela peut prendre une minute.",
  begin: "Examiner le boîtier",
  running: "{done} contrôles terminés sur {total}",
  never: "Rien n’a été examiné depuis le démarrage du boîtier.",
  finished: "Examiné : {time}",
  fails: "Ne fonctionne pas",
  warns: "Fonctionne, mais à regarder",
  oks: "En ordre",
  skips: "Non examiné",
  allWell: "Tout est en ordre.",
  fix: "Que faire",
};
