import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Añadir una cámara",
  nothing: "Aún no hay cámaras.",
  annotated: "Mostrar detecciones",
  pictureOf: "Imagen de {name}",
  still: "Imagen fija",
  live: "En directo",
  every: "Todas las cámaras",
  rate: "{rate} fps",
  open: plural({ one: "{count} incidente abierto", other: "{count} incidentes abiertos" }),
  states: {
    connecting: "Conectando",
    watching: "En línea",
    degraded: "En línea, la detección se reinicia",
    offline: "Sin conexión, reconectando",
    ended: "Terminada",
  },
  allIncidents: "Ver todos",
  address: "Dirección",
  picture: "Imagen",
  received: "fps de entrada",
  looked: "Analizado",
  dropped: "Fotogramas omitidos",
  model: "Modelo",
  recording: "Grabación",
  recordings: {
    incidents: "Incidentes",
    continuous: "Continua",
    off: "Desactivada",
  },
  asPictures: "El navegador muestra imágenes en lugar de vídeo.",
  masks: "Máscaras de privacidad",
  masked: plural({
    one: "{count} área está enmascarada.",
    other: "{count} áreas están enmascaradas.",
  }),
  transcoded: "El equipo recodifica las grabaciones para aplicarlas.",
  remove: "Quitar la cámara…",
};
