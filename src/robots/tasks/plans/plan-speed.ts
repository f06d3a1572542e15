import type { RobotCommandBody } from "../../driver/command-document.ts";
import { isMovement } from "../../driver/command.ts";
import type { Plan, PlanAction, PlanStep } from "./plan-record.ts";

/** Limits each movement of the plan to this speed, in metres per second; undefined limits nothing. */
export function withinSpeed(plan: Plan, maxSpeedMps: number | undefined): Plan {
  if (maxSpeedMps === undefined) return plan;
  const sections = plan.sections.map((section) => ({
    ...section,
    steps: section.steps.map((step) => slowStep(step, maxSpeedMps)),
  }));
  return { ...plan, sections };
}

/** Limits each movement of the actions to this speed, in metres per second. */
export function actionsWithinSpeed(
  actions: readonly PlanAction[],
  maxSpeedMps: number | undefined,
): PlanAction[] {
  if (maxSpeedMps === undefined) return [...actions];
  return actions.map((action) => ({
    ...action,
    do: action.do.map((step) =>
      step.command ? { ...step, command: slowCommand(step.command, maxSpeedMps) } : step,
    ),
  }));
}

function slowStep(step: PlanStep, maxSpeedMps: number): PlanStep {
  if (step.type === "follow") return { ...step, max_speed_mps: least(step, maxSpeedMps) };
  return "command" in step ? { ...step, command: slowCommand(step.command, maxSpeedMps) } : step;
}

function slowCommand(body: RobotCommandBody, maxSpeedMps: number): RobotCommandBody {
  const { command: kind, linear_mps: linear } = body;
  if (isMovement({ kind })) return { ...body, max_speed_mps: least(body, maxSpeedMps) };
  if (kind !== "teleop" || linear === undefined) return body;
  return { ...body, linear_mps: Math.max(-maxSpeedMps, Math.min(linear, maxSpeedMps)) };
}

function least(of: { max_speed_mps?: number | null }, maxSpeedMps: number): number {
  return Math.min(of.max_speed_mps ?? Infinity, maxSpeedMps);
}
