import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Regel hinzufügen",
  nothing: "Noch keine Regeln. Kameras haben auch eigene Erkennungsregeln.",
  holds: "Aktiv",
  rests: "Inaktiv (Zeitplan)",
  off: "Aus",
  switchOn: "Einschalten",
  switchOff: "Ausschalten",
  tryLastHour: "Mit der letzten Stunde testen",
  wouldRaise: plural({
    one: "Sie hätte {count} Vorfall gemeldet.",
    other: "Sie hätte {count} Vorfälle gemeldet.",
  }),
  recorded: "Mit {time} aufgezeichneter Spuren getestet",
  cooldown: "Sperrzeit (s)",
  modes: "Auf Modi beschränken",
  modesHint: "Keiner gewählt: alle Modi.",
  modeNames: {
    armed: "Scharf",
    home: "Anwesend",
    disarmed: "Unscharf",
  },
  enabled: "Eingeschaltet",
  schedule: "Zeitplan",
  allTimes: "Immer",
  timeZone: "Zeitzone",
  addWindow: "Zeitfenster hinzufügen",
  window: "Zeitfenster {number}",
  from: "Von",
  to: "Bis",
};
