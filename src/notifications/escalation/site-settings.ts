import { Type } from "typebox";
import { severities } from "../../base/contract/event-types.ts";
import { amount, choice, section, texts } from "../../base/settings/fields.ts";
import { escalationOutlets, type EscalationOutlet } from "./wire/escalation.ts";

const step = section("One step", {
  after_minutes: amount({
    title: "Time from the incident's beginning, if nobody acknowledges it",
    unit: "minutes",
    default: 5,
    minimum: 0.1,
    maximum: 1440,
  }),
  to: Type.Array(Type.Unsafe<EscalationOutlet>({ type: "string", enum: [...escalationOutlets] }), {
    title: "Outlets to notify: `push`, `mail`, `relay`",
    minItems: 1,
    uniqueItems: true,
  }),
  people: texts({
    title: "Names of the people whose devices `push` notifies; everybody when empty",
  }),
});

/** Who is notified next of incidents that nobody acknowledges. */
export const escalationSetting = section(
  "Incidents that nobody acknowledges; docs/notifications.md",
  {
    min_severity: choice(severities, {
      title: "Least severity of incidents that escalate",
      default: "critical",
    }),
    steps: Type.Array(step, {
      title: "Outlets and times, at most five; nothing escalates without one",
      default: [],
      maxItems: 5,
    }),
  },
);
