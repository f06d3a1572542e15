import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** What a contender did in one step: the slowest camera's looks a second, and the p95 of the latency. */
export interface Step {
  looks: number;
  p95Sec?: number | undefined;
}

/** A program that watches cameras, one of the two that the bench compares. */
export interface Contender {
  name: string;
  /** Adds the camera of this number, from 0. */
  add(at: number): Promise<void>;
  /** Removes the camera that came last. */
  remove(at: number): Promise<void>;
  /** Measures all cameras for a time. */
  measure(ms: number): Promise<Step>;
}

/** The bounds of a climb. */
export interface ClimbBounds {
  /** Cameras of the first step. */
  first: number;
  most: number;
  settleMs: number;
  measureMs: number;
  mostLatencySec: number;
  leastLooksPerSec: number;
  /** No further step begins after this time. */
  budgetMs: number;
}

/** How many cameras a contender carries; `isBound` if the time was over before one more failed. */
export interface Carried {
  cameras: number;
  isBound: boolean;
  watts: number | undefined;
}

/** Adds cameras while the steps hold, or removes them until one holds. */
export async function climb(contender: Contender, bounds: ClimbBounds): Promise<Carried> {
  const untilMs = performance.now() + bounds.budgetMs;
  let count = 0;
  for (; count < bounds.first; count += 1) await contender.add(count);
  let best: Carried = { cameras: 0, isBound: false, watts: undefined };
  let hasFailed = false;
  while (count > 0 && performance.now() < untilMs) {
    const { holds, watts } = await step(contender, bounds, count);
    hasFailed ||= !holds;
    if (holds) best = { cameras: count, isBound: hasFailed, watts };
    else if (best.cameras > 0) return { ...best, isBound: true };
    if (holds && (hasFailed || count === bounds.most)) return best;
    if (holds) await contender.add(count);
    else await contender.remove(count - 1);
    count += holds ? 1 : -1;
  }
  return best;
}

async function step(
  { name, measure }: Contender,
  { settleMs, measureMs, mostLatencySec, leastLooksPerSec }: ClimbBounds,
  count: number,
): Promise<{ holds: boolean; watts: number | undefined }> {
  await wait(settleMs);
  const [fromJoules, fromMs] = [joules(), performance.now()];
  const { looks, p95Sec } = await measure(measureMs);
  const toJoules = joules();
  const sec = (performance.now() - fromMs) / 1000;
  const isKnown = fromJoules !== undefined && toJoules !== undefined && toJoules >= fromJoules;
  const watts = isKnown ? (toJoules - fromJoules) / sec : undefined;
  const holds = looks >= leastLooksPerSec && (p95Sec ?? 0) <= mostLatencySec;
  const latency =
    p95Sec === undefined ? "" : `, latency p95 at most ${(p95Sec * 1000).toFixed(0)} ms`;
  const power = watts === undefined ? "" : `, ${watts.toFixed(1)} W`;
  const verdict = holds ? "holds" : "too many";
  console.log(
    `${name}: ${count} cameras, slowest ${looks.toFixed(2)} looks/s${latency}${power}: ${verdict}`,
  );
  return { holds, watts };
}

/** Energy counters of the processor packages; empty where the machine has none, or only root may read them. */
const counters = existsSync("/sys/class/powercap")
  ? readdirSync("/sys/class/powercap")
      .filter((name) => /^intel-rapl:\d+$/.test(name))
      .map((name) => join("/sys/class/powercap", name, "energy_uj"))
  : [];

function joules(): number | undefined {
  try {
    const values = counters.map((file) => Number(readFileSync(file, "utf8")) / 1e6);
    return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0);
  } catch {
    return undefined;
  }
}
