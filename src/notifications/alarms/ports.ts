import type { Severity } from "../../base/contract/event-types.ts";

/** What became of a try: null, or why it failed, in words. */
export type Failure = string | null;

/** Sends mails on the site's network. */
export interface Mailer {
  /** `id` is the same for a mail that is sent again. Never rejects. */
  send(mail: { id: string; subject: string; text: string }): Promise<Failure>;
}

/** Runs the commands that switch a relay. */
export interface Switch {
  /** Never rejects; `output` is what the command wrote, bounded. */
  run(command: "on" | "off"): Promise<{ failure: Failure; output: string }>;
}

/** Something that is wrong now. */
export interface Condition {
  /** Tells it from others, and the same while it lasts: letters, digits, `.`, `_`, `:` and `-`. */
  id: string;
  type: string;
  severity: Severity;
  summary: string;
}
