import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "en marche depuis {time}",
  firstTitle: "Aucune caméra",
  firstText:
    "Ajoutez une caméra et dessinez une zone sur son image. Le boîtier signale ensuite les incidents.",
  ofAll: "{some} sur {all}",
  online: "en ligne",
  queued: "{count} en file d’attente",
  uplink: "Liaison montante",
  reachable: "services joignables",
  noUplink: "non configurée (facultatif)",
  disk: "Disque",
  memory: "Mémoire",
  free: "libres",
  temperature: "Température",
  noSensor: "aucun capteur",
  mode: "Mode du site",
  modeHint: "Les règles peuvent être limitées à certains modes.",
  nextMode: "{mode} à partir de {time}",
};
