import type {
  Rule,
  RuleRequest,
  RuleStep,
  RuleTrigger,
} from "../../../../../client/source/generated.ts";
import { robotTriggers } from "../../../../../src/automation/rules/rule-terms.ts";
import { tidyList } from "../../../parts/own-values.ts";

/** The commands that the form can describe; a rule keeps others as they are. */
export const formCommands = [
  "move_to",
  "dock",
  "undock",
  "stop",
  "pause",
  "resume",
  "set_speed_limit",
  "announce",
] as const;

/** What a step does: raises an alert, or sends a command. */
export type StepAction = "alert" | NonNullable<RuleStep["command"]>["command"];

/** The body that stores the rule as it is. */
export function ruleRequestOf(rule: Rule): RuleRequest {
  const { name, on, do: steps, cooldown_seconds, schedule, modes, dry_run, enabled } = rule;
  const body = { on, do: steps, cooldown_seconds, schedule, modes, dry_run, enabled };
  return name === null ? body : { ...body, name };
}

/** A new step. */
export const newAlert: RuleStep = { type: "alert", severity: "warning" };

/** A new rule: it alerts when somebody enters a zone. */
export function newRule(): RuleRequest {
  return { name: "", on: { type: "intrusion" }, do: [newAlert] };
}

/** What the step does. */
export function actionOf({ type, command }: RuleStep): StepAction {
  return type === "alert" || !command ? "alert" : command.command;
}

/** The step with another action; it keeps the robot, and the time that commands wait. */
export function withAction(step: RuleStep, action: StepAction): RuleStep {
  const robot = step.robot_id === undefined ? {} : { robot_id: step.robot_id };
  if (action === "alert") return { ...newAlert, ...robot };
  const order = { ...(step.after && { after: step.after }), wait_seconds: step.wait_seconds };
  const command = { type: "command", ...robot, command: { command: action }, ...order } as const;
  return action === "move_to" ? { ...command, target_from: "incident" } : command;
}

/**
 * The trigger ready for the wire: no empty lists or words, and only what fits its kind of incident: cameras have
 * zones and classes, robots have neither.
 */
export function cleanTrigger(on: RuleTrigger): RuleTrigger {
  const isOfRobots = robotTriggers.some((type) => type === on.type);
  const { robot_ids: robots, stream_ids: streams, zones, classes, source, ...rest } = on;
  if (isOfRobots) {
    const { min_confidence: _confidence, ...others } = rest;
    return known({ ...others, robot_ids: tidyList(robots) });
  }
  const lists = { stream_ids: tidyList(streams), zones: tidyList(zones) };
  return known({ ...rest, ...lists, classes: tidyList(classes), source });
}

function known<T extends object>(from: T): T {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as T;
}

/** An id for a new rule, from its name and the time in Unix milliseconds; the box allows no other letters. */
export function ruleIdOf(name: string, nowMs: number): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40);
  return [letters || "rule", nowMs.toString(36)].join("-");
}
