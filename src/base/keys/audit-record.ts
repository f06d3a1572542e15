import type { NumberedEntry } from "../events/numbered-log.ts";
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

/** Returns the stored entry with number `seq` on the wire. */
export function auditWire(seq: number, entry: NumberedEntry<AuditEntry>): AuditWire {
  return {
    id: String(seq),
    object: "audit.entry",
    org: entry.org,
    created_at: entry.atMs / 1000,
    actor: entry.actor,
    address: entry.address,
    action: entry.action,
    outcome: entry.outcome,
    request_id: entry.requestId,
  };
}
