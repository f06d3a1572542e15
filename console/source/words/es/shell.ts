import type { shell as source } from "../en/shell.ts";

/** The frame around every view. */
export const shell: typeof source = {
  skip: "Ir al contenido",
  menu: "Menú",
  navigation: "Principal",
  signOut: "Cerrar sesión",
  language: "Idioma",
  live: "En directo",
  connecting: "Conectando con el equipo …",
  offline: "Sin conexión",
  notFound: "Esta página no existe.",
  toOverview: "Ir al resumen",
  firstKey: "Esta es la primera clave del equipo. Guárdela ahora, solo se muestra esta vez:",
  synthetic:
    "Las imágenes son sintéticas: una escena dibujada que una cámara de software reproduce en bucle. Lo que se detecta en ellas lo detecta el mismo código que vigila cámaras reales.",
  placeholders:
    "Las imágenes y los textos generados son de relleno: este equipo está conectado a un sustituto de los servicios de modelos y ningún modelo ha producido nada.",
  watch: "Vigilar",
  move: "Mover",
  make: "Crear",
  box: "El equipo",
};
