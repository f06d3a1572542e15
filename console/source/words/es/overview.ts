import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "en marcha desde hace {time}",
  firstTitle: "Aún no hay cámaras",
  firstText:
    "Añada una cámara y dibuje una zona en su imagen. El equipo avisará entonces de los incidentes.",
  ofAll: "{some} de {all}",
  online: "en línea",
  queued: "{count} en cola",
  uplink: "Enlace externo",
  reachable: "servicios accesibles",
  noUplink: "sin configurar (opcional)",
  disk: "Disco",
  memory: "Memoria",
  free: "libres",
  temperature: "Temperatura",
  noSensor: "sin sensor",
  mode: "Modo del sitio",
  modeHint: "Las reglas pueden limitarse a ciertos modos.",
  nextMode: "{mode} a partir de {time}",
};
