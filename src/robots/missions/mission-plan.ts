import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { RobotCommandBody } from "../driver/command-document.ts";
import type { Plan, PlanSection, PlanStep } from "../tasks/plans/plan-record.ts";
import type { MissionRequest, MissionStep } from "./mission-document.ts";
import { branchesOf, stepIds } from "./mission-graph.ts";
import { missionLimits } from "./mission-terms.ts";

/** Returns the command of a step, with places by their names; null for a step that commands nothing. */
export function commandOf(step: MissionStep): RobotCommandBody | null {
  const { type, place, target, max_speed_mps, load, station, device, parameters, message } = step;
  const where = place === undefined ? target : { place };
  const speed = omitUndefined({ max_speed_mps });
  if (type === "go") return { command: "move_to", target: where!, ...speed };
  if (type === "announce") return { command: "announce", message: message! };
  if (type !== "pick" && type !== "drop") return null;
  const handling = omitUndefined({ target: where, load, station, device, parameters });
  return { command: type, ...handling, ...speed };
}

/** Returns the plan of a checked mission: a section for each step, with the sections that its results lead to. */
export function planOfMission({ steps }: MissionRequest, robotId: string | null): Plan {
  const ids = stepIds(steps);
  const branches = branchesOf(steps, "");
  const sections = steps.map((step, at): PlanSection => ({
    laps: 1,
    steps: [planStep(step)],
    id: ids[at]!,
    next: branches[at]!,
  }));
  return { object: "robot.plan", robot_id: robotId, source: "mission", language: null, sections };
}

function planStep(step: MissionStep): PlanStep {
  const command = commandOf(step);
  if (command?.command === "move_to")
    return { type: "move", command, zone: step.place ?? null, on_blocked: "skip" };
  return command ? { type: "command", command, on_blocked: "skip" } : standing(step);
}

/** A step in which the robot stands, or charges. */
function standing(step: MissionStep): PlanStep {
  const { seconds = 0 } = step;
  switch (step.type) {
    case "look":
      return { type: "observe", seconds, look_for: step.look_for! };
    case "ask":
      return { type: "ask", question: step.question!, answers: step.answers!, seconds };
    case "charge":
      return { type: "charge", until_percent: step.until_percent ?? 100 };
    case "door":
      return {
        type: "door",
        door: step.door!,
        level: step.level ?? null,
        seconds: step.seconds ?? missionLimits.doorSecDefault,
      };
    case "webhook":
      return {
        type: "webhook",
        webhook_id: step.webhook_id!,
        data: (step.data ?? {}) as JsonObject,
        seconds: step.seconds ?? missionLimits.webhookSecDefault,
      };
    case "operation":
      return {
        type: "operation",
        operation: step.operation!,
        input: (step.input ?? {}) as JsonObject,
        seconds: step.seconds ?? missionLimits.operationSecDefault,
      };
    default:
      return { type: "observe", seconds };
  }
}
