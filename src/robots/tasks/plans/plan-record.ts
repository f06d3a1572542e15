import type { JsonObject } from "../../../base/jobs/job.ts";
import type { RobotCommandBody } from "../../driver/command-document.ts";
import type { RobotActionStep } from "../../fleet/config-document.ts";
import type { RunBehavior } from "../run-document.ts";
import { movesRobot } from "../../driver/command.ts";

/** One step of a plan; plain data that the run stores and shows. */
export type PlanStep =
  | {
      type: "move";
      command: RobotCommandBody;
      /** The zone of the place; null for a numeric place. */
      zone: string | null;
      on_blocked: "skip" | "fail";
    }
  | { type: "command"; command: RobotCommandBody; on_blocked?: "skip" | "fail" }
  /**
   * Stays and looks; null: until the run is cancelled. `look_for` ends it at the first sight of a thing of
   * this class, `count` records the largest number in sight at once.
   */
  | { type: "observe"; seconds: number | null; look_for?: string; count?: string }
  | {
      type: "follow";
      label: string;
      seconds: number | null;
      standoff_m: number;
      /** The speed limit of each goal; absent: the robot's own limits. */
      max_speed_mps?: number;
    }
  /** Waits for the answer of a person. */
  | { type: "ask"; question: string; answers: readonly string[]; seconds: number }
  /** Docks, and stays until the battery has this charge. */
  | { type: "charge"; until_percent: number }
  | { type: "webhook"; webhook_id: string; data: JsonObject; seconds: number }
  /** Waits until a door is open, a lift at this level; the door then stays open for a while. */
  | { type: "door"; door: string; level: string | null; seconds: number }
  /** An operation of the API, as a job of its own. */
  | { type: "operation"; operation: string; input: JsonObject; seconds: number };

/** A step of a plan that sends one command. */
export type CommandingStep = Extract<PlanStep, { type: "move" | "command" }>;

/** Steps repeated `laps` times; null: until the run is cancelled. */
export type PlanSection = {
  laps: number | null;
  steps: PlanStep[];
  /** Of a mission: the name of its step. */
  id?: string;
  /**
   * Of a mission: the sections that follow results of its step. The number of sections stands for the end, `toFailure` for
   * a failure. Another result leads to the next section.
   */
  next?: { on: string; to: number }[];
};

/** The section of a branch that fails the run. */
export const toFailure = -1;

/** The plan of a run, in `payload.plan` before the run begins. */
export type Plan = {
  object: "robot.plan";
  /** Null: any robot that can. */
  robot_id: string | null;
  /** A named task, the offline grammar, a text endpoint, or a mission. */
  source: "task" | "grammar" | "text_endpoint" | "mission";
  /** For words: the language in which they were read. */
  language: string | null;
  sections: PlanSection[];
};

/** An action: the response to a behavior. */
export type PlanAction = {
  on: string;
  /** Index of the behavior that triggers it; null: all of that type. */
  behavior: number | null;
  do: RobotActionStep[];
};

/** The behaviors and picture sources of a run. */
export type PerceptionPlan = {
  detect: string[];
  behaviors: RunBehavior[];
  actions: PlanAction[];
  streamIds: string[];
  usesCamera: boolean;
  periodMs: number;
  /** The caller's picture, if any, and the caller's number of it. */
  hasPicture: boolean;
  frameIndex: number | null;
};

/** Returns the class that the step looks for or counts; undefined for none. */
export function searchOf(step: PlanStep): string | undefined {
  return step.type === "observe" ? (step.look_for ?? step.count) : undefined;
}

/** Classes of things that the plan follows, looks for or counts. */
export function labelsOf({ sections }: Plan): string[] {
  const steps = sections.flatMap((section) => section.steps);
  return steps.flatMap((step) => (step.type === "follow" ? step.label : (searchOf(step) ?? [])));
}

/** True when something in the plan from `at` on, or an action, moves the robot. */
export function drivesOn(
  { sections }: Plan,
  at: { section: number; lap: number; step: number },
  actions: readonly PlanAction[],
): boolean {
  const isDrive = (step: PlanStep): boolean =>
    step.type === "follow" ||
    step.type === "charge" ||
    ("command" in step && movesRobot({ kind: step.command.command }));
  const jumps = sections.some(({ next = [] }) => next.length > 0);
  const ahead = sections.slice(jumps ? 0 : at.section).flatMap(({ laps, steps }, index) => {
    const isLastLap = index === 0 && !jumps && laps !== null && at.lap + 1 >= laps;
    return isLastLap ? steps.slice(at.step) : steps;
  });
  const commands = actions.flatMap((action) => action.do.flatMap(({ command }) => command ?? []));
  return ahead.some(isDrive) || commands.some(({ command: kind }) => movesRobot({ kind }));
}

/** Returns the finished share of the plan, 0 to 1; null where a step lasts until it is cancelled. */
export function progressOf(
  { sections }: Plan,
  at: { section: number; lap: number; step: number },
): number | null {
  let total = 0;
  let done = 0;
  for (const [index, { laps, steps }] of sections.entries()) {
    if (laps === null) return null;
    if (steps.some((step) => "seconds" in step && step.seconds === null)) return null;
    const count = laps * steps.length;
    total += count;
    if (index < at.section) done += count;
    else if (index === at.section) done += at.lap * steps.length + at.step;
  }
  return total === 0 ? null : Math.min(1, done / total);
}
