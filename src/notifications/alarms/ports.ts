import type { Severity } from "../../base/contract/event-types.ts";

/** Result of an attempt: null, or the reason for its failure, in words. */
export type Failure = string | null;

/** Sends mails on the site's network. */
export interface Mailer {
  /** A repeated mail has the same `id`. Never rejects. */
  send(mail: { id: string; subject: string; text: string }): Promise<Failure>;
}

/** Runs the commands that switch a relay. */
export interface Switch {
  /** Never rejects; `output` is the command's bounded output. */
  run(command: "on" | "off"): Promise<{ failure: Failure; output: string }>;
}

/** A present fault. */
export interface Condition {
  /** Identifies the fault while it lasts: letters, digits, `.`, `_`, `:` and `-`. */
  id: string;
  type: string;
  severity: Severity;
  summary: string;
}
