import type { MissionStepType } from "./mission-terms.ts";

/** What decides which results a step can have. */
interface StepKind {
  type: MissionStepType;
  answers?: readonly string[] | undefined;
}

/** Results of steps beside those that a person or a webhook answers. */
const ownResults: Record<MissionStepType, readonly string[]> = {
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

/** Returns the results that a step can have; a webhook answers with any word besides. */
export function resultsOf({ type, answers = [] }: StepKind): string[] {
  return [...answers, ...ownResults[type]];
}

/**
 * Returns the indexes of the steps that may follow a step: the number of steps stands for the end, a negative one for a
 * branch that fails the run. An unexpected failure does not count: it ends the mission.
 */
export function following(
  step: StepKind,
  at: number,
  branches: readonly { on: string; to: number }[],
): number[] {
  const taken = new Set(branches.map(({ on }) => on));
  const results = resultsOf(step).filter((on) => on !== "failed");
  const isOpen = results.some((on) => !taken.has(on));
  return [...branches.map(({ to }) => to), ...(isOpen ? [at + 1] : [])];
}

/** Returns the indexes of the steps to which a way leads from the first one. */
export function reachable(next: readonly (readonly number[])[]): Set<number> {
  const found = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at < 0 || at >= next.length || found.has(at)) continue;
    found.add(at);
    open.push(...next[at]!);
  }
  return found;
}

/** Returns for each step the fewest steps and the least waiting up to the end, each on its own shortest way. */
export function leastToEnd(
  next: readonly (readonly number[])[],
  seconds: readonly number[],
): { steps: number; sec: number }[] {
  const least = next.map(() => ({ steps: Infinity, sec: Infinity }));
  const before: number[][] = next.map(() => []);
  const open: number[] = [];
  const over = (to: number): boolean => to < 0 || to >= next.length;
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
