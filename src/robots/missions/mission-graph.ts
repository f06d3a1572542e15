import { invalidField } from "../../base/contract/fail.ts";
import { toFailure } from "../tasks/plans/plan-record.ts";
import type { MissionRequest, MissionStep } from "./mission-document.ts";
import { following, leastToEnd, reachable, resultsOf } from "./mission-paths.ts";
import { missionLimits } from "./mission-terms.ts";

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
      const known = resultsOf(step);
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
