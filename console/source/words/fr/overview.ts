import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "en marche depuis {time}",
  firstTitle: "Ce boîtier ne surveille encore rien",
  firstText:
    "Ajoutez une caméra, dessinez une zone sur son image, et le premier incident viendra de lui-même.",
  ofAll: "{some} sur {all}",
  online: "en ligne",
  queued: "{count} en attente",
  uplink: "Liaison montante",
  reachable: "services joignables",
  noUplink: "aucune configurée ; le boîtier fonctionne sans",
  disk: "Disque",
  memory: "Mémoire",
  free: "libres",
  temperature: "Température",
  noSensor: "aucun capteur",
  mode: "Mode du site",
  modeHint: "Les règles peuvent ne valoir que dans certains modes.",
  nextMode: "{mode} à partir de {time}",
};
