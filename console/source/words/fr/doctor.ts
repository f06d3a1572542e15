import type { doctor as source } from "../en/doctor.ts";

/** The doctor; what it finds is said by `findings.ts`. */
export const doctor: typeof source = {
  hint: "Vérifie le boîtier, son disque, ses réseaux, ses programmes, ses modèles et chaque caméra, et indique comment corriger les défauts. Les caméras sont vérifiées par une connexion à part. Cela peut prendre une minute.",
  begin: "Lancer le diagnostic",
  running: "{done} contrôles sur {total} faits",
  never: "Aucun diagnostic depuis le démarrage du boîtier.",
  finished: "Dernier diagnostic : {time}",
  fails: "Échecs",
  warns: "Avertissements",
  oks: "OK",
  skips: "Ignorés",
  allWell: "Aucun problème trouvé.",
  fix: "Comment corriger",
};
