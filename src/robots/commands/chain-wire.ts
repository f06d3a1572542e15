import type { RobotAuditWire } from "../wire/robot-answers.ts";
import type { LinkedEntry } from "./chain.ts";

/** The entry of the record on the wire. */
export function chainWire(entry: LinkedEntry): RobotAuditWire {
  return {
    object: "robot.audit_entry",
    seq: entry.seq,
    at: entry.atMs / 1000,
    robot_id: entry.robotId,
    event: entry.event,
    command_id: entry.commandId,
    who: entry.who && { key_id: entry.who.keyId, priority: entry.who.priority },
    why: entry.why,
    detail: entry.detail,
    prev_hash: entry.prevHash,
    hash: entry.hash,
  };
}
