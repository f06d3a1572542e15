import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Couverture",
  coverageHint: "Quelle part de chaque heure a vraiment été observée, et pourquoi pas.",
  range: "Période",
  day: "un jour",
  week: "une semaine",
  stream: "Caméra",
  observed: "Observé",
  notObserved: "Non observé",
  why: "Pourquoi pas",
  reasons: {
    source_down: "caméra absente",
    frozen: "image figée",
    detector_down: "détecteur absent",
    undecodable: "indécodable",
    overload: "boîtier surchargé",
    stopped: "flux arrêté",
    box_off: "boîtier éteint",
  },
  noCoverage: "Rien n’est encore comptabilisé.",
  machine: "Le boîtier",
  machineHint:
    "Minute par minute depuis le démarrage, un jour au plus ; gardé en mémoire seulement.",
  disk: "Disque libre",
  memory: "Mémoire libre",
  load: "Charge",
  temperature: "Température",
  queue: "Tâches en attente",
  online: "Caméras en ligne",
  notTold: "Cette machine ne le dit pas.",
  chartLabel: "{name} : de {first} à {last}, maintenant {now}",
};
