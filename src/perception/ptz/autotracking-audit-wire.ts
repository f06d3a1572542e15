import { newRequestId } from "../../base/core/ids.ts";
import type { AuditEntry } from "../../base/keys/audit-record.ts";

/** The audit entry of what the box does with a stream's camera, and why. */
export function autotrackingEntry(
  { org, streamId }: { org: string; streamId: string },
  verb: "FOLLOW" | "RETURN",
  reason: string | null,
): AuditEntry {
  return {
    org,
    actor: { kind: "box", key_id: null },
    address: null,
    action: `${verb} /api/v1/surveillance/streams/${streamId}/ptz`,
    outcome: { status: 200, code: reason },
    requestId: newRequestId(),
  };
}
