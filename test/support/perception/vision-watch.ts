import { readdirSync, readFileSync } from "node:fs";
import type { Fragment } from "../../../src/cameras/source.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { ComputePool } from "../../../src/adapters/compute/compute-pool.ts";
import { VisionHost } from "../../../src/adapters/vision/vision-host.ts";
import type {
  FrameResult,
  Vision,
  VisionStream,
  VisionStreamEvents,
  VisionStreamOptions,
} from "../../../src/perception/core/vision-port.ts";
import { until as waitUntil } from "../box/wait.ts";
import type { Clip } from "../cameras/video-fragments.ts";

/** Waits until `condition` gives something; fails, naming `what`, after `deadlineMs`. */
export async function until<T>(
  what: string,
  condition: () => T | undefined | false,
  deadlineMs = 45_000,
): Promise<T> {
  let value: T | undefined | false;
  const holds = (): boolean => {
    value = condition();
    return value !== undefined && value !== false;
  };
  await waitUntil(holds, { what, deadlineMs, everyMs: 20 });
  return value as T;
}

/** A vision host on the machine's clock, with its compute pool. */
export async function startVision(
  modelDirs: readonly string[] = [],
): Promise<{ vision: VisionHost; pool: ComputePool; stop: () => Promise<void> }> {
  const pool = new ComputePool({ clock: systemClock });
  const vision = new VisionHost({
    log: silentLogger,
    clock: systemClock,
    modelDirs,
    pictures: pool,
  });
  await vision.start();
  // On a busy machine the start ceases to wait before the process is there.
  await until("the vision process", () => vision.status().state === "up");
  return {
    vision,
    pool,
    async stop() {
      await vision.stop();
      pool.stop();
    },
  };
}

/** A stream together with everything it said. */
export interface Watched {
  streamId: string;
  stream: VisionStream;
  results: FrameResult[];
  health: ("up" | "down")[];
  problems: { code: string; message: string }[];
  models: { requested: string; used: string; problem: { code: string; message: string } | null }[];
}

let nextStream = 1;

/** Looks at every frame with the model-free detector. */
export const everything: Omit<VisionStreamOptions, "streamId"> = {
  fpsCap: 100,
  motion: { mode: "always", sensitivity: 0.5 },
  masks: [],
  model: "motion",
  minScore: 0.1,
  labels: [],
  lossless: false,
};

/** Opens a stream that reports everything with the model-free detector, unless told otherwise. */
export function watch(
  vision: Vision,
  change: Partial<VisionStreamOptions> = {},
  more: Pick<VisionStreamEvents, "mayIdle"> = {},
): Watched {
  const results: FrameResult[] = [];
  const health: Watched["health"] = [];
  const problems: Watched["problems"] = [];
  const models: Watched["models"] = [];
  const streamId = change.streamId ?? `stream-${nextStream++}`;
  const stream = vision.open(
    {
      streamId,
      ...everything,
      ...change,
    },
    {
      onResult: (result) => results.push(result),
      onHealth: (state) => health.push(state),
      onDecodeProblem: (problem) => problems.push(problem),
      onModel: (state) => models.push(state),
      ...more,
    },
  );
  return { streamId, stream, results, health, problems, models };
}

/** Looks at a whole clip without losing a frame. */
export async function watchAll(
  vision: Vision,
  clip: Clip,
  change: Partial<VisionStreamOptions> = {},
): Promise<Watched> {
  const watched = watch(vision, { lossless: true, ...change });
  watched.stream.init(clip.init);
  for (const fragment of clip.fragments) await watched.stream.push(fragment);
  await watched.stream.drain();
  await watched.stream.close();
  return watched;
}

/** Feeds a clip at its own speed, like a camera, until stopped or over. */
export function feed(stream: VisionStream, clip: Clip): { stop(): void } {
  stream.init(clip.init);
  const startMs = performance.now();
  const startSec = clip.fragments[0]?.ptsSec ?? 0;
  const waiting: Fragment[] = [...clip.fragments];
  const timer = setInterval(() => {
    const nowSec = startSec + (performance.now() - startMs) / 1000;
    while (waiting[0] && waiting[0].ptsSec <= nowSec) void stream.push(waiting.shift()!);
  }, 20);
  return { stop: () => clearInterval(timer) };
}

/** Process ids of the children of `pid` that run `name`. */
export function childrenOf(pid: number, name: string): number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
        const [, command, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(stat) ?? [];
        return command === name && state !== "Z" && Number(parent) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** True while the process exists and is no zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
