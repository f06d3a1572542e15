import type {
  MissionStep,
  RobotMission,
  StoredMissionRequest,
} from "../../../../../client/source/generated.ts";
import { following, resultsOf } from "../../../../../src/robots/missions/mission-paths.ts";

/** A kind of step. */
export type StepType = MissionStep["type"];

/** A step that is edited; its id stays the same wherever the step moves. */
export type DraftStep = MissionStep & { id: string };

/** Other fields of a step. */
export type StepChange = Partial<Omit<MissionStep, "id">>;

/** A mission that is edited. */
export type Draft = Omit<StoredMissionRequest, "steps"> & { steps: readonly DraftStep[] };

/** Where a result leads: the id of a step, the end, or a failure. */
export interface Way {
  on: string;
  to: string;
}

/** A mission without steps. */
export function newDraft(): Draft {
  return { name: "", robot_id: null, steps: [] };
}

/** The stored mission as a draft; every step gets the id that the box gives it by default. */
export function draftOf(mission: RobotMission): Draft {
  const { name, description, robot_id, stream_ids, max_steps, max_minutes } = mission;
  const { priority, interruptible, after_restart, starts } = mission;
  const steps = mission.steps.map((step, at) => ({ ...step, id: step.id ?? `step_${at + 1}` }));
  return {
    name,
    ...(description === null ? {} : { description }),
    robot_id,
    steps,
    stream_ids,
    max_steps,
    max_minutes,
    priority,
    interruptible,
    after_restart,
    starts,
  };
}

/** The request that stores the draft. */
export function requestOf(draft: Draft): StoredMissionRequest {
  const { description = "", ...rest } = draft;
  const words = description.trim() === "" ? {} : { description: description.trim() };
  return { ...rest, ...words, name: draft.name.trim(), steps: draft.steps.map(cleanStep) };
}

/** The step without empty texts and lists, and with its texts of JSON as objects. */
function cleanStep(step: DraftStep): MissionStep {
  const tidy = step.answers ? { ...step, answers: step.answers.filter(Boolean) } : step;
  const filled = Object.entries(tidy)
    .map(([field, value]) => [field, isJsonText(field, value) ? jsonOf(value) : value] as const)
    .filter(([, value]) => value !== undefined && value !== "" && !isEmptyList(value));
  return { type: step.type, ...Object.fromEntries(filled) };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Fields of JSON objects; a draft has what somebody typed as text. */
export const jsonFields = ["data", "input", "parameters"] as const;

function isJsonText(field: string, value: unknown): value is string {
  return typeof value === "string" && jsonFields.some((each) => each === field);
}

/** The object that a text describes; undefined for another text. */
export function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a new step of each kind has. */
const firsts: Partial<Record<StepType, StepChange>> = {
  wait: { seconds: 10 },
  look: { look_for: "person", seconds: 20 },
  ask: { answers: ["yes", "no"], seconds: 300 },
  charge: { until_percent: 80 },
};

/** A new step of a kind. */
export function newStep(type: StepType, steps: readonly DraftStep[]): DraftStep {
  return { id: freshId(type, steps), type, ...firsts[type] };
}

/** The step again, with an id of its own. */
export function copyOf(step: DraftStep, steps: readonly DraftStep[]): DraftStep {
  return { ...structuredClone(step), id: freshId(step.type, steps) };
}

function freshId(type: StepType, steps: readonly DraftStep[]): string {
  const ids = new Set(steps.map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = `${type}_${number}`;
    if (!ids.has(id)) return id;
  }
}

/** The steps without one; branches to it lead to the step that followed it. */
export function removed(steps: readonly DraftStep[], id: string): DraftStep[] {
  const at = steps.findIndex((step) => step.id === id);
  const to = steps[at + 1]?.id ?? "end";
  return steps.toSpliced(at, 1).map((step) => {
    const branches = step.branches?.map((way) => (way.to === id ? { ...way, to } : way));
    return branches ? { ...step, branches } : step;
  });
}

/** The steps with one at another index of the list without it. */
export function moved(steps: readonly DraftStep[], id: string, to: number): DraftStep[] {
  const at = steps.findIndex((step) => step.id === id);
  return steps.toSpliced(at, 1).toSpliced(to, 0, steps[at]!);
}

/** The step with another end of one of its results; an empty one takes the branch away. */
export function withWay(step: DraftStep, { on, to }: Way): DraftStep {
  const others = (step.branches ?? []).filter((way) => way.on !== on);
  return { ...step, branches: to === "" ? others : [...others, { on, to }] };
}

/** The question with other answers; a renamed answer keeps its branch, and a removed one loses it. */
export function withAnswers(step: DraftStep, answers: string[]): DraftStep {
  const before = step.answers ?? [];
  const isRenamed = before.length === answers.length;
  const known = new Set(resultsOf({ type: "ask", answers }));
  const branches = (step.branches ?? [])
    .map((way) => {
      const at = before.indexOf(way.on);
      return isRenamed && at >= 0 ? { ...way, on: answers[at]! } : way;
    })
    .filter(({ on }) => known.has(on));
  return { ...step, answers, branches };
}

/** The results of a step: those of its kind, and the answers of a receiver that branches name. */
export function resultsWith(step: DraftStep): string[] {
  const named = (step.branches ?? []).map(({ on }) => on);
  return [...new Set([...resultsOf(step), ...named])].filter(Boolean);
}

/** Where the results of a step lead: to the next step, or elsewhere. A failure without a branch ends the mission. */
export function waysOf(
  step: DraftStep,
  nextId: string | undefined,
): { through: string[]; jumps: Way[] } {
  const next = nextId ?? "end";
  const ways = resultsWith(step).flatMap((on): Way[] => {
    const to = step.branches?.find((way) => way.on === on)?.to;
    if (to !== undefined) return [{ on, to }];
    return on === "failed" ? [] : [{ on, to: next }];
  });
  return {
    through: ways.filter(({ to }) => to === next).map(({ on }) => on),
    jumps: ways.filter(({ to }) => to !== next),
  };
}

/** The indexes of the steps that follow each step, as the box sees them. */
export function nextSteps(steps: readonly DraftStep[]): number[][] {
  const index = new Map([
    ["end", steps.length],
    ["fail", -1],
    ...steps.map(({ id }, at) => [id, at] as const),
  ]);
  return steps.map((step, at) => {
    const branches = (step.branches ?? []).map(({ on, to }) => ({ on, to: index.get(to) ?? -1 }));
    return following(step, at, branches);
  });
}
