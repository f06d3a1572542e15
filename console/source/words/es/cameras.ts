import { plural } from "../plural.ts";
import type { cameras as source } from "../en/cameras.ts";

/** Cameras and their pictures. */
export const cameras: typeof source = {
  add: "Añadir una cámara",
  nothing: "Todavía no se vigila ninguna cámara.",
  annotated: "Mostrar lo que se detecta",
  pictureOf: "Imagen de {name}",
  still: "Imagen fija",
  every: "Todas las cámaras",
  rate: "{rate} imágenes por segundo",
  open: plural({ one: "{count} incidente abierto", other: "{count} incidentes abiertos" }),
  states: {
    connecting: "Conectando",
    watching: "Vigilando",
    degraded: "Llega el vídeo; la detección se reinicia",
    offline: "Sin vídeo; el equipo sigue intentándolo",
    ended: "Terminada",
  },
  allIncidents: "Todos",
  address: "Dirección",
  picture: "Imagen",
  received: "Recibido",
  looked: "Analizado",
  dropped: "Omitidas",
  model: "Modelo",
  recording: "Grabación",
  recordings: {
    incidents: "Incidentes",
    continuous: "Siempre",
    off: "Nada",
  },
  asPictures: "Se muestra en imágenes en lugar de vídeo.",
  masks: "Máscaras de privacidad",
  masked: plural({
    one: "{count} área está enmascarada.",
    other: "{count} áreas están enmascaradas.",
  }),
  transcoded: "Las grabaciones se recodifican para ello.",
  remove: "Dejar de vigilar",
};
