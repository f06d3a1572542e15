import type { LeaseWire } from "../wire/robot-answers.ts";
import type { RobotLease } from "./lease.ts";

/** The lease of a robot on the wire; null while no caller holds the robot. */
export function leaseWire(
  robotId: string,
  { held, leftMs }: Pick<RobotLease, "held" | "leftMs">,
): LeaseWire | null {
  return (
    held && {
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
    }
  );
}
