import type { nav as source } from "../en/nav.ts";

/** Names of the views. */
export const nav: typeof source = {
  overview: "Vue d’ensemble",
  cameras: "Caméras",
  incidents: "Incidents",
  policies: "Règles",
  robots: "Robots",
  jobs: "Tâches",
  media: "Médias",
  voice: "Voix",
  health: "Santé",
  webhooks: "Webhooks",
  keys: "Clés",
  configuration: "Configuration",
  doctor: "Diagnostic",
};
