import { plural } from "../plural.ts";

/** Policies: stored rules. */
export const policies = {
  add: "Add a policy",
  nothing: "There is no policy yet. Cameras also watch for what is set at each of them.",
  holds: "In force",
  rests: "Rests now",
  off: "Off",
  switchOn: "Switch on",
  switchOff: "Switch off",
  tryLastHour: "Try it on the last hour",
  wouldRaise: plural({
    one: "It would have raised {count} incident.",
    other: "It would have raised {count} incidents.",
  }),
  recorded: "Seen and kept: {time}",
  cooldown: "Quiet afterwards, in seconds",
  modes: "Only in these modes",
  modesHint: "None chosen: in every mode.",
  modeNames: {
    armed: "Armed",
    home: "Home",
    disarmed: "Disarmed",
  },
  enabled: "The policy is switched on",
  schedule: "When",
  allTimes: "At all times",
  timeZone: "Time zone",
  addWindow: "Add a time",
  window: "Time {number}",
  from: "From",
  to: "To",
};
