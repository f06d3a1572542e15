import { invalidField } from "../../base/contract/fail.ts";
import { toFailure } from "../tasks/plans/plan-record.ts";
import type { MissionRequest, MissionStep } from "./mission-document.ts";
import { missionLimits, type MissionStepType } from "./mission-terms.ts";

/** Results of steps beside those that a person or a webhook answers. */
const resultsOf: Record<MissionStepType, readonly string[]> = {
  go: ["done", "failed"],
  wait: ["done"],
  look: ["found", "not_found"],
  ask: ["no_answer"],
  announce: ["done", "failed"],
  pick: ["done", "failed"],
  drop: ["done", "failed"],
  door: ["done", "failed"],
  charge: ["done", "failed"],
  webhook: ["done", "failed"],
  operation: ["done", "failed"],
};

/** Returns the names of a mission's steps, with defaults. */
export function stepIds(steps: readonly MissionStep[]): string[] {
  return steps.map(({ id }, at) => id ?? `step_${at + 1}`);
}

/**
 * Returns the branches of each step as indexes. Fails with `invalid_request_body` naming the field for a name twice, a
 * result that the step does not have, and an unknown target.
 */
export function branchesOf(
  steps: readonly MissionStep[],
  under: string,
): { on: string; to: number }[][] {
  const ids = stepIds(steps);
  const index = new Map<string, number>([
    ["end", steps.length],
    ["fail", toFailure],
  ]);
  for (const [at, id] of ids.entries()) {
    if (index.has(id))
      throw invalidField(
        `${under}steps[${at}].id`,
        `another step has the id ${id}. Choose another`,
      );
    index.set(id, at);
  }
  return steps.map((step, at) =>
    (step.branches ?? []).map(({ on, to }, branch) => {
      const where = `${under}steps[${at}].branches[${branch}]`;
      const known = [...(step.answers ?? []), ...resultsOf[step.type]];
      // A webhook answers with any word.
      if (step.type !== "webhook" && !known.includes(on))
        throw invalidField(
          `${where}.on`,
          `this step has no result ${on}. Use one of ${known.join(", ")}`,
        );
      const isTwice = (step.branches ?? []).findIndex((one) => one.on === on) < branch;
      if (isTwice)
        throw invalidField(`${where}.on`, `another branch has the result ${on}. Remove one`);
      const target = index.get(to);
      if (target === undefined)
        throw invalidField(`${where}.to`, `there is no step ${to}. Name a step, end or fail`);
      return { on, to: target };
    }),
  );
}

/** Returns the steps that may follow a step. An unexpected failure does not count: it ends the mission. */
function following(step: MissionStep, at: number, branches: readonly { on: string; to: number }[]) {
  const taken = new Set(branches.map(({ on }) => on));
  const results = [...(step.answers ?? []), ...resultsOf[step.type]].filter(
    (on) => on !== "failed",
  );
  const isOpen = results.some((on) => !taken.has(on));
  return [...branches.map(({ to }) => to), ...(isOpen ? [at + 1] : [])];
}

/**
 * Fails with `invalid_request_body` for a mission that can never end, and names the step; for a step to which nothing
 * leads; and for one whose shortest way exceeds its bounds.
 */
export function assertEnds(
  { name, steps, max_steps: maxSteps, max_minutes: maxMinutes }: MissionRequest,
  branches: readonly { on: string; to: number }[][],
  under: string,
): void {
  const ids = stepIds(steps);
  const next = steps.map((step, at) => following(step, at, branches[at]!));
  const reached = reachable(next);
  for (const [at, id] of ids.entries()) {
    if (!reached.has(at))
      throw invalidField(
        `${under}steps[${at}]`,
        `no step leads to ${id}. Add a branch to it, or remove it`,
        "mission_unreachable_step",
      );
  }
  const seconds = steps.map(({ type, seconds: sec = 0 }) => (type === "wait" ? sec : 0));
  const least = leastToEnd(next, seconds);
  for (const [at, id] of ids.entries()) {
    if (Number.isFinite(least[at]!.steps)) continue;
    throw invalidField(
      `${under}steps[${at}]`,
      `the mission ${name} can never end: no way leads from ${id} to the end. Add a branch to end`,
      "mission_endless",
    );
  }
  const most = {
    steps: maxSteps ?? missionLimits.takenDefault,
    min: maxMinutes ?? missionLimits.minutesDefault,
  };
  const { steps: count, sec } = least[0]!;
  if (count > most.steps)
    throw invalidField(
      `${under}max_steps`,
      `is ${most.steps}, but the shortest way of ${name} has ${count} steps. Raise it`,
      "mission_endless",
    );
  if (sec > most.min * 60)
    throw invalidField(
      `${under}max_minutes`,
      `is ${most.min}, but ${name} waits at least ${Math.ceil(sec / 60)} minutes. Raise it`,
      "mission_endless",
    );
}

function reachable(next: readonly (readonly number[])[]): Set<number> {
  const found = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === toFailure || at >= next.length || found.has(at)) continue;
    found.add(at);
    open.push(...next[at]!);
  }
  return found;
}

/** Returns for each step the fewest steps and the least waiting up to the end, each on its own shortest way. */
function leastToEnd(
  next: readonly (readonly number[])[],
  seconds: readonly number[],
): { steps: number; sec: number }[] {
  const least = next.map(() => ({ steps: Infinity, sec: Infinity }));
  const before: number[][] = next.map(() => []);
  const open: number[] = [];
  const over = (to: number): boolean => to === toFailure || to >= next.length;
  for (const [at, targets] of next.entries()) {
    for (const to of targets) if (!over(to)) before[to]!.push(at);
    if (!targets.some(over)) continue;
    least[at] = { steps: 1, sec: seconds[at]! };
    open.push(at);
  }
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    for (const from of before[at]!) {
      const steps = Math.min(least[from]!.steps, least[at]!.steps + 1);
      const sec = Math.min(least[from]!.sec, least[at]!.sec + seconds[from]!);
      if (steps === least[from]!.steps && sec === least[from]!.sec) continue;
      least[from] = { steps, sec };
      open.push(from);
    }
  }
  return least;
}
