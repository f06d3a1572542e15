import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Ir al contenido",
  menu: "Menú",
  navigation: "Principal",
  signOut: "Cerrar sesión",
  language: "Idioma",
  live: "Conectado",
  connecting: "Sin conexión, reintentando …",
  offline: "Sin conexión",
  notFound: "Página no encontrada.",
  toOverview: "Ir al resumen",
  firstKey:
    "Esta es la primera clave del equipo. Guárdela ahora: la página solo la muestra una vez.",
  synthetic:
    "Vídeo de demostración: el software reproduce en bucle una escena dibujada. La detección funciona como con cámaras reales.",
  placeholders:
    "Las imágenes y los textos generados son de relleno: este equipo usa un sustituto en lugar de servicios de modelos reales.",
  watch: "Supervisión",
  move: "Robots",
  make: "Automatización",
  box: "Sistema",
};
