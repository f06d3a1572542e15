import type { RobotStopWire } from "../wire/robot-answers.ts";
import type { StopOutcome } from "./robot-stops.ts";

/** A stop on the wire. */
export function stopWire(robotId: string, stop: StopOutcome): RobotStopWire {
  return {
    object: "robot.stop",
    stop_id: stop.id,
    robot_id: robotId,
    done: stop.done,
    took_ms: Math.round(stop.tookMs * 10) / 10,
    cancelled_command_id: stop.cancelledCommandId,
    recorded: stop.recorded,
    stopped_at: stop.stoppedAtMs / 1000,
  };
}
