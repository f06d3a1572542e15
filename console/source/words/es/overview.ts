import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "en marcha desde hace {time}",
  firstTitle: "Este equipo todavía no vigila nada",
  firstText: "Añada una cámara, dibuje una zona en su imagen y el primer incidente llegará solo.",
  ofAll: "{some} de {all}",
  online: "en línea",
  queued: "{count} en espera",
  uplink: "Enlace externo",
  reachable: "servicios accesibles",
  noUplink: "ninguno configurado; el equipo funciona sin él",
  disk: "Disco",
  memory: "Memoria",
  free: "libres",
  temperature: "Temperatura",
  noSensor: "sin sensor",
  mode: "Modo del sitio",
  modeHint: "Las reglas pueden valer solo en algunos modos.",
  nextMode: "{mode} a partir de {time}",
};
