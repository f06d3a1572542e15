import type { Job } from "../../../../client/source/generated.ts";
import { number, say } from "../../words/say.ts";
import { words } from "../../words/words.ts";

/** A step of a run's plan. */
export interface PlanStep {
  type: string;
  zone?: string;
  command?: { command: string; target?: { x: number; y: number } };
}

/** One part of a plan: its steps, and how often they repeat; null without an end. */
export interface PlanSection {
  laps: number | null;
  steps: readonly PlanStep[];
}

/** A run as the page shows it; the fields of `payload` that the page uses. */
export interface RunView {
  task: string;
  state: "running" | "waiting" | "paused" | undefined;
  hindrance: string | undefined;
  at: { section: number; lap: number; step: number } | undefined;
  plan: { sections: readonly PlanSection[] } | undefined;
  /** The box made the plan and does not carry it out. */
  isPlanOnly: boolean;
  incidents: number;
  skipped: readonly unknown[];
  warnings: readonly string[];
}

/** Reads a run from its job; before the plan is made most fields are missing. */
export function runOf({ payload }: Pick<Job, "payload">): RunView {
  const run = payload as Partial<Record<keyof RunView, unknown>> & Job["payload"];
  const { hindrance } = run;
  const code =
    typeof hindrance === "object" && hindrance !== null && "code" in hindrance
      ? hindrance.code
      : hindrance;
  return {
    task: typeof payload.input["task"] === "string" ? payload.input["task"] : "",
    state: run.state as RunView["state"],
    hindrance: typeof code === "string" ? code : undefined,
    at: (run.at ?? undefined) as RunView["at"],
    plan: run.plan as RunView["plan"],
    isPlanOnly: payload.input["dry_run"] === true,
    incidents: typeof run.incidents === "number" ? run.incidents : 0,
    skipped: Array.isArray(run.skipped) ? run.skipped : [],
    warnings: Array.isArray(run.warnings)
      ? run.warnings.filter((one) => typeof one === "string")
      : [],
  };
}

/** The name of a task, or the sentence that describes it. */
export function taskText(task: string): string {
  const names: Readonly<Record<string, string>> = words.value.runs.kinds;
  return names[task] ?? task;
}

/** The parts of the plan; none while it is being made. */
export function planOf({ plan }: RunView): readonly PlanSection[] {
  return plan?.sections ?? [];
}

/** What a step does, such as `Move to position: yard (1.7, 7.3)`. */
export function stepText({ type, zone, command }: PlanStep): string {
  const { runs: own, robots } = words.value;
  const names: Readonly<Record<string, string>> = { ...robots.commands, ...own.steps };
  const name = names[command?.command ?? type] ?? type;
  const target = command?.target;
  const place = [zone, target && `(${number(target.x)}, ${number(target.y)})`]
    .filter(Boolean)
    .join(" ");
  return place === "" ? name : say("{name}: {value}", { name, value: place });
}

/** Why a run does not go on. */
export function reasonText(code: string): string {
  const known: Readonly<Record<string, string>> = words.value.runs.reasons;
  return say(words.value.runs.waitsFor, { reason: known[code] ?? code.replaceAll("_", " ") });
}
