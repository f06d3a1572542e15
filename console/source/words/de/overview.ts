import type { overview as source } from "../en/overview.ts";

/** The first view. */
export const overview: typeof source = {
  up: "läuft seit {time}",
  firstTitle: "Noch keine Kameras",
  firstText:
    "Eine Kamera hinzufügen und eine Zone in ihr Bild zeichnen. Das Gerät meldet dann Vorfälle.",
  ofAll: "{some} von {all}",
  online: "online verbunden",
  queued: "{count} in der Warteschlange",
  uplink: "Verbindung nach außen",
  reachable: "Dienste erreichbar",
  noUplink: "nicht eingerichtet (optional)",
  disk: "Platte",
  memory: "Arbeitsspeicher",
  free: "frei",
  temperature: "Temperatur",
  noSensor: "kein Sensor",
  mode: "Standortmodus",
  modeHint: "Regeln können auf Modi beschränkt sein.",
  nextMode: "{mode} ab {time}",
};
