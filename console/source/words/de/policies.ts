import { plural } from "../plural.ts";
import type { policies as source } from "../en/policies.ts";

/** Policies: stored rules. */
export const policies: typeof source = {
  add: "Regel hinzufügen",
  nothing:
    "Es gibt noch keine Regel. Kameras überwachen auch, was bei ihnen selbst eingestellt ist.",
  holds: "In Kraft",
  rests: "Ruht gerade",
  off: "Aus",
  switchOn: "Einschalten",
  switchOff: "Ausschalten",
  tryLastHour: "An der letzten Stunde ausprobieren",
  wouldRaise: plural({
    one: "Sie hätte {count} Vorfall gemeldet.",
    other: "Sie hätte {count} Vorfälle gemeldet.",
  }),
  recorded: "Gesehen und aufbewahrt: {time}",
  cooldown: "Danach ruhig, in Sekunden",
  modes: "Nur in diesen Betriebsarten",
  modesHint: "Keine gewählt: in jeder.",
  modeNames: {
    armed: "Scharf",
    home: "Anwesend",
    disarmed: "Unscharf",
  },
  enabled: "Die Regel ist eingeschaltet",
  schedule: "Wann",
  allTimes: "Immer",
  timeZone: "Zeitzone",
  addWindow: "Zeit hinzufügen",
  window: "Zeit {number}",
  from: "Von",
  to: "Bis",
};
