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
    title: "Outlets to notify: `push`, `mail`, `relay`, `voice`",
    minItems: 1,
    uniqueItems: true,
  }),
  people: texts({
    title: "Names of the people whose devices `push` notifies. An empty list means everybody",
  }),
});

/** Who is notified next of incidents that nobody acknowledges. */
export const escalationSetting = section(
  "Incidents that nobody acknowledges; docs/integration/notifications.md",
  "live",
  {
    min_severity: choice(severities, {
      title: "Lowest severity of incidents that escalate",
      default: "critical",
    }),
    steps: Type.Array(step, {
      title:
        "At most five steps, each with outlets and a time. Without steps, no incident escalates",
      default: [],
      maxItems: 5,
    }),
  },
);
