import { fail } from "../../contract/fail.ts";
import { textPlanSchema, type TextPlan } from "../../contract/robot-run.ts";
import { robotCommands } from "../../contract/robot.ts";
import { InputCheck } from "../../jobs/input-check.ts";
import type { JobContext } from "../../jobs/operation.ts";
import type { Robots } from "../robots.ts";
import { middleOf } from "./places.ts";
import type { Plan, PlanStep } from "./plan.ts";
import type { TextPlanner } from "./ports.ts";
import type { RunInput } from "./run-operation.ts";
import { assertPossible } from "./run-request.ts";

const check = new InputCheck();

/**
 * The plan that a text endpoint makes of the task. What it answers is held to a schema, to the zones
 * that it was told of and to the gate. Fails with `task_not_understood`, `command_rejected`, and with
 * what the endpoint fails with.
 */
export async function planOfText(
  parts: { text?: TextPlanner; robots: Robots },
  input: RunInput,
  context: JobContext,
): Promise<Plan> {
  const { robotId, task, locale, zones } = input;
  const { org } = context.job;
  const unit = parts.robots.unit(org, robotId);
  if (!unit) throw fail("robot_removed", "the robot was removed");
  if (!parts.text) {
    throw fail(
      "feature_disabled",
      "the grammar does not read this task, and no text endpoint is set",
    );
  }
  const commands = unit.parts.driver.capabilities().filter(({ available }) => available);
  const asked = {
    task,
    locale,
    robotId,
    zones: zones.map(({ name }) => name),
    commands: commands.map(({ name }) => name),
  };
  const answer = await parts.text.plan(asked, context.signal);
  const steps = stepsOf(answer, input);
  const sections = [{ laps: 1, steps }];
  const plan: Plan = {
    object: "robot.plan",
    robot_id: robotId,
    source: "text_endpoint",
    language: null,
    sections,
  };
  assertPossible(plan, unit, input.watching);
  return plan;
}

function stepsOf(answer: unknown, { zones }: RunInput): PlanStep[] {
  try {
    check.check(textPlanSchema, answer);
  } catch (error) {
    throw fail("task_not_understood", `the text endpoint's plan: ${(error as Error).message}`);
  }
  return (answer as TextPlan).steps.map((step): PlanStep => {
    if (step.type === "observe") return { type: "observe", seconds: step.seconds ?? 60 };
    if (step.type === "command") {
      const name = step.command?.command;
      const isKnown = name !== undefined && robotCommands.includes(name) && name !== "stop";
      if (isKnown) return { type: "command", command: step.command! };
      throw fail("task_not_understood", "the text endpoint's plan: a step has no command");
    }
    const zone = zones.find(({ name }) => name === step.zone);
    if (!zone) {
      throw fail(
        "task_not_understood",
        "the text endpoint's plan: it names a zone that is not there",
      );
    }
    const [x, y] = middleOf(zone.polygon);
    const target = { frame: zone.frame, x, y };
    const command = { command: "move_to", target } as const;
    return { type: "move", command, zone: zone.name, on_blocked: "fail" };
  });
}
