import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "läuft seit {time}",
  firstTitle: "Dieses Gerät überwacht noch nichts",
  firstText:
    "Eine Kamera hinzufügen, eine Zone in ihr Bild zeichnen, und der erste Vorfall kommt von selbst.",
  ofAll: "{some} von {all}",
  online: "online verbunden",
  queued: "{count} warten",
  uplink: "Verbindung nach außen",
  reachable: "Dienste erreichbar",
  noUplink: "keine eingerichtet; das Gerät arbeitet auch ohne",
  disk: "Platte",
  memory: "Arbeitsspeicher",
  free: "frei",
  temperature: "Temperatur",
  noSensor: "kein Fühler",
  mode: "Betriebsart des Standorts",
  modeHint: "Regeln können nur in manchen Betriebsarten gelten.",
  nextMode: "{mode} ab {time}",
};
