import type { EscalatedData, EscalationOutlet, EscalationWire } from "./wire/escalation.ts";

/** One step of the site. */
export interface EscalationStep {
  afterMinutes: number;
  to: readonly EscalationOutlet[];
  /** Names of people; everybody when empty. */
  people: readonly string[];
}

/** Returns `escalation` of an event about a step, which counts from 1. */
export function escalatedData(step: number, of: EscalationStep): EscalatedData {
  const { to, people, afterMinutes } = of;
  return { step, to: [...to], people: [...people], after_minutes: afterMinutes };
}

/** The escalation of an incident. Times are Unix milliseconds. */
export interface EscalationState {
  incidentId: string;
  acknowledged: boolean;
  /** Undefined when the incident does not escalate. */
  own: { startedAtMs: number; notifiedAtMs: readonly number[] } | undefined;
  /** The steps of the site. */
  steps: readonly EscalationStep[];
}

/** Returns the escalation of an incident on the wire; without steps when it does not escalate. */
export function escalationWire({
  incidentId,
  acknowledged,
  own,
  steps,
}: EscalationState): EscalationWire {
  if (!own) return { incident_id: incidentId, acknowledged, steps: [] };
  return {
    incident_id: incidentId,
    acknowledged,
    steps: steps.map(({ to, people, afterMinutes }, index) => {
      const atMs = own.notifiedAtMs[index];
      return {
        to: [...to],
        people: [...people],
        due_at: own.startedAtMs / 1000 + afterMinutes * 60,
        notified_at: atMs === undefined ? null : atMs / 1000,
      };
    }),
  };
}

/** A step of an escalation, as its entry in the event log names it. */
export interface EscalationNotice {
  /** From 1. */
  step: number;
  to: readonly EscalationOutlet[];
  /** Whose devices; everybody's when empty. */
  people: readonly string[];
  afterMin: number;
}

/** Reads the step in the data of an `incident.escalated` entry. */
export function escalationNotice(data: Readonly<Record<string, unknown>>): EscalationNotice {
  const { step, to, people, after_minutes: afterMin } = data["escalation"] as EscalatedData;
  return { step, to, people, afterMin };
}
