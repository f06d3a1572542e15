import { type Static, Type } from "typebox";
import { named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

/** The outlets of a step. */
export const escalationOutlets = ["push", "mail", "relay", "voice"] as const;

/** One outlet of a step. */
export type EscalationOutlet = (typeof escalationOutlets)[number];

/** `data` of `GET /surveillance/incidents/<incident_id>/escalation`. */
export const escalationAnswer = named(
  "Escalation",
  Type.Object({
    incident_id: Type.String(),
    acknowledged: Type.Boolean(),
    steps: Type.Array(
      Type.Object({
        to: Type.Array(oneOfValues(escalationOutlets)),
        people: Type.Array(Type.String(), { description: "Whose devices; everybody's when empty" }),
        due_at: unixTime,
        notified_at: orNull(unixTime),
      }),
      { description: "In the order of their times; empty when the incident does not escalate" },
    ),
  }),
);

/** The escalation of an incident on the wire. */
export type EscalationWire = Static<typeof escalationAnswer>;

/** What an `incident.escalated` entry of the event log says beside its incident. */
export type EscalatedData = {
  /** From 1. */
  step: number;
  to: EscalationOutlet[];
  people: string[];
  after_minutes: number;
};
