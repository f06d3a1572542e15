import type { LogPage, LogPageQuery, NumberedEntry } from "../events/numbered-log.ts";
import type { AuditLog } from "./audit-log.ts";
import type { AuditEntry } from "./audit-record.ts";
import type { AuditWire } from "./wire/key-answers.ts";

/** A page of the organisation's entries on the wire. Fails as `AuditLog.page` does. */
export function auditPage(
  audit: Pick<AuditLog, "page">,
  org: string,
  query: LogPageQuery,
): LogPage<AuditWire> {
  return audit.page(org, query, auditWire);
}

function auditWire(seq: number, entry: NumberedEntry<AuditEntry>): AuditWire {
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
