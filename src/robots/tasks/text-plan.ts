import { fail } from "../../base/contract/fail.ts";
import { textPlanSchema, type TextPlan } from "./run-document.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import { Postponement } from "../../base/jobs/postponement.ts";
import { InputCheck } from "../../base/jobs/inputs/input-check.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import { checkCommand } from "../driver/command.ts";
import type { RobotUnit } from "../fleet/robot-unit.ts";
import type { Robots } from "../fleet/robots.ts";
import { isPlace, targetIn } from "./plans/places.ts";
import type { Plan, PlanStep } from "./plans/plan-record.ts";
import { planCommands, type PlanQuestion, type TextPlanner } from "./ports.ts";
import type { TaskRunInput } from "./task-run-operation.ts";
import { assertPossible } from "./task-run-request.ts";
import { withinSpeed } from "./plans/plan-speed.ts";

const check = new InputCheck();
/** Unusable answers allowed for one question. */
const maxTries = 2;

/**
 * Returns a text endpoint's plan of the task. The answer must fit a schema, the sent zones and the gate; the
 * endpoint may correct it once. Fails with `task_not_understood` and `command_rejected`, also when no
 * endpoint answers now, and with final errors of the uplink.
 */
export async function planOfText(
  parts: { text?: TextPlanner; robots: Robots },
  input: TaskRunInput,
  context: JobContext,
): Promise<Plan> {
  const { robotId, task, locale, zones, misread } = input;
  const unit = parts.robots.unit(context.job.org, robotId);
  if (!unit)
    throw fail("robot_removed", "robot: was removed during the run. Start a run of another robot");
  const { text } = parts;
  if (!text) throw notAsked(misread, "no text endpoint is configured any more");
  const commands = unit.bounds.capabilities.filter(({ available }) => available);
  const question = {
    task,
    locale,
    robotId,
    frame: unit.parts.settings.frames[0] ?? "map",
    zones: zones.filter(isPlace).map(({ name }) => name),
    commands: commands.map(({ name }) => name),
  };
  const ask = async (repair: PlanQuestion["repair"]): Promise<unknown> => {
    const answer = await answerOf(text, { ...question, repair }, { context, misread });
    if ("steps" in answer) return answer.steps;
    throw fail(
      "task_not_understood",
      `task: the text endpoint gave no plan (${answer.problem || "it gave no reason"}). Reword the task`,
    );
  };
  const steps = await ask(null);
  try {
    return planOf(steps, input, unit);
  } catch (error) {
    const { message: problem } = error as Error;
    return planOf(await ask({ steps, problem }), input, unit);
  }
}

/** Returns one answer; without an endpoint the task keeps the grammar's result. */
async function answerOf(
  text: TextPlanner,
  question: PlanQuestion,
  { context, misread }: { context: JobContext; misread: string | null },
): ReturnType<TextPlanner["plan"]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await text.plan(question, context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      const coded = GatehouseError.find(error);
      const isGarbage = coded?.code === "upstream_answer_invalid";
      if (isGarbage && coded?.retryable && tries < maxTries) continue;
      // Somebody waits for the robot, so the run does not wait for the endpoint as other work does.
      const isAway = Postponement.find(error) !== undefined || coded?.retryable === true;
      if (isAway || isGarbage) throw notAsked(misread, (error as Error).message);
      throw error;
    }
  }
}

function notAsked(misread: string | null, why: string) {
  const read = misread ?? "task: the grammar does not read it";
  const message = [read, `The text endpoint gave no plan: ${why}`].join(". ");
  return fail("task_not_understood", message, { param: "task" });
}

function planOf(steps: unknown, input: TaskRunInput, unit: RobotUnit): Plan {
  const answered: Plan = {
    object: "robot.plan",
    robot_id: input.robotId,
    source: "text_endpoint",
    language: null,
    sections: [{ laps: 1, steps: stepsOf({ steps }, input) }],
  };
  // A run that an earlier version accepted has no such field.
  const plan = withinSpeed(answered, input.maxSpeedMps ?? undefined);
  assertPossible(plan, unit, input.watching);
  return plan;
}

function stepsOf(answer: unknown, { zones }: TaskRunInput): PlanStep[] {
  try {
    check.check(textPlanSchema, answer);
    for (const [at, { command }] of (answer as TextPlan).steps.entries()) {
      if (command) checkCommand(command, `steps[${at}].command`);
    }
  } catch (error) {
    throw fail(
      "task_not_understood",
      `task: the text endpoint's plan is not valid (${(error as Error).message}). Correct the plan`,
    );
  }
  return (answer as TextPlan).steps.map((step): PlanStep => {
    if (step.type === "observe") return { type: "observe", seconds: step.seconds ?? 60 };
    if (step.type === "command") {
      const name = step.command?.command;
      if (planCommands.some((each) => each === name)) {
        return { type: "command", command: step.command! };
      }
      const wrong = name === undefined ? "a step has no command" : `${name} is not for plans`;
      throw fail(
        "task_not_understood",
        `task: the text endpoint's plan is not valid (${wrong}). Correct the plan`,
      );
    }
    const zone = zones.find((each) => each.name === step.zone && isPlace(each));
    if (!zone) {
      throw fail(
        "task_not_understood",
        "task: the text endpoint's plan names a zone that is not there. Use a known zone",
      );
    }
    const command = { command: "move_to", target: targetIn(zone) } as const;
    return { type: "move", command, zone: zone.name, on_blocked: "fail" };
  });
}
