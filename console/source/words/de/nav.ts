import type { nav as source } from "../en/nav.ts";

/** Names of the views. */
export const nav: typeof source = {
  overview: "Übersicht",
  cameras: "Kameras",
  incidents: "Vorfälle",
  policies: "Regeln",
  robots: "Roboter",
  jobs: "Aufträge",
  media: "Medien",
  voice: "Sprache",
  health: "Zustand",
  webhooks: "Webhooks",
  keys: "Schlüssel",
  configuration: "Konfiguration",
  doctor: "Diagnose",
};
