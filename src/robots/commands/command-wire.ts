import type { RobotCommandRequest } from "../wire/robot.ts";
import type { RobotCommandWire } from "../wire/robot-answers.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { CommandOrder, CommandRecord } from "./command-record.ts";

/** Returns the order of a request. */
export function commandOrder(request: RobotCommandRequest): CommandOrder {
  const { command, ttl_seconds: ttlSec, reason } = request;
  return { command, ...omitUndefined({ ttlSec, reason }) };
}

/** The command on the wire. */
export function commandWire(command: CommandRecord): RobotCommandWire {
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return {
    command_id: command.id,
    object: "robot.command",
    robot_id: command.robotId,
    command: command.body,
    state: command.state,
    reason: command.reason,
    requested_by: command.holder.keyId,
    requested_by_name: command.holder.name ?? null,
    priority: command.holder.priority,
    created_at: command.createdAtMs / 1000,
    sent_at: seconds(command.sentAtMs),
    ended_at: seconds(command.endedAtMs),
    warnings: command.warnings ?? [],
  };
}
