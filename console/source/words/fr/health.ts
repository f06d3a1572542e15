import type { health as source } from "../en/health.ts";

/** Coverage of the cameras and health of the box. */
export const health: typeof source = {
  coverage: "Couverture",
  coverageHint: "Part de chaque heure observée par caméra, avec la cause de chaque interruption.",
  range: "Période",
  day: "un jour",
  week: "une semaine",
  stream: "Caméra",
  observed: "Couverture",
  notObserved: "Interruptions",
  why: "Cause de l’interruption",
  reasons: {
    source_down: "caméra hors ligne",
    frozen: "image figée",
    detector_down: "détecteur en panne",
    undecodable: "échec du décodage",
    overload: "boîtier surchargé",
    stopped: "flux arrêté",
    box_off: "boîtier éteint",
  },
  noCoverage: "Pas encore de données de couverture.",
  machine: "Le boîtier",
  machineHint:
    "Une valeur par minute depuis le démarrage du boîtier, un jour au plus. En mémoire seulement.",
  disk: "Disque libre",
  memory: "Mémoire libre",
  load: "Charge",
  temperature: "Température",
  queue: "Tâches en attente",
  online: "Caméras en ligne",
  notTold: "Non disponible sur cette machine.",
  chartLabel: "{name} : de {first} à {last}, maintenant {now}",
};
