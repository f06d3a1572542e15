import type { LeaseWire } from "../wire/robot-answers.ts";
import type { RobotLeaseRequest } from "../wire/robot.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { HeldLease, LeaseOrder } from "./lease.ts";

/** Returns the order of a request. */
export function leaseOrder(request: RobotLeaseRequest): LeaseOrder {
  const { ttl_seconds: ttlSec, on_expiry: onExpiry } = request;
  return omitUndefined({ ttlSec, onExpiry });
}

/** The lease of a robot on the wire. */
export function leaseWire(robotId: string, { held, leftMs }: HeldLease): LeaseWire {
  return {
    object: "robot.lease",
    lease_id: held.id,
    robot_id: robotId,
    holder: held.keyId,
    holder_name: held.name ?? null,
    priority: held.priority,
    on_expiry: held.onExpiry,
    command_id: held.commandId,
    since: held.sinceWallMs / 1000,
    expires_in_ms: leftMs,
  };
}
