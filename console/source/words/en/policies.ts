import { plural } from "../plural.ts";

/** Policies: stored rules. */
export const policies = {
  add: "Add a policy",
  nothing: "No policies yet. Cameras also have detection rules of their own.",
  holds: "Active",
  rests: "Inactive (schedule)",
  off: "Off",
  switchOn: "Switch on",
  switchOff: "Switch off",
  tryLastHour: "Test on the last hour",
  wouldRaise: plural({
    one: "It would have raised {count} incident.",
    other: "It would have raised {count} incidents.",
  }),
  recorded: "Tested on {time} of recorded tracks",
  cooldown: "Cooldown (s)",
  modes: "Limit to modes",
  modesHint: "None selected: every mode.",
  modeNames: {
    armed: "Armed",
    home: "Home",
    disarmed: "Disarmed",
  },
  enabled: "Enabled",
  schedule: "Schedule",
  allTimes: "Always",
  timeZone: "Time zone",
  addWindow: "Add window",
  window: "Window {number}",
  from: "From",
  to: "To",
};
