import type { nav as source } from "../en/nav.ts";

/** Names of the views. */
export const nav: typeof source = {
  overview: "Resumen",
  cameras: "Cámaras",
  incidents: "Incidentes",
  policies: "Reglas",
  robots: "Robots",
  jobs: "Trabajos",
  media: "Medios",
  voice: "Voz",
  health: "Salud",
  webhooks: "Webhooks",
  keys: "Claves",
  configuration: "Configuración",
  doctor: "Diagnóstico",
};
