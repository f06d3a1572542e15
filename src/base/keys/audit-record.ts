import type { AuditWire } from "./wire/key-answers.ts";

/** A change, or an attempt at one. */
export interface AuditEntry {
  org: string;
  actor: AuditWire["actor"];
  address: string | null;
  action: string;
  outcome: AuditWire["outcome"];
  requestId: string | null;
}
