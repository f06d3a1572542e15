import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fail } from "../../base/contract/fail.ts";
import { yieldToAll } from "../../base/core/background.ts";
import type { FrameResult } from "../../perception/core/vision-port.ts";
import type { CostTrial, VideoSample, WatchCost } from "../../system/capacity/capacity-port.ts";
import { referenceCamera } from "../../system/capacity/capacity-terms.ts";
import { startVisionChild } from "./start-vision-child.ts";
import { VisionHost, type VisionHostOptions } from "./vision-host.ts";

/** Longest time of a trial, and the share of it after which no further sample begins. */
const usualDeadlineMs = 60_000;
const beginShare = 0.5;
/** Seconds of video that are measured first, to take the start of a decoder off the whole. */
const shortSec = 1;
/** Clock ticks of /proc/<pid>/stat in a second (`getconf CLK_TCK`). */
const ticksPerSec = 100;
const minScore = 0.4;
/** Executors that need nothing but the processor. */
const onProcessor = ["onnx", "tfjs"];

/** The parts of `VisionCostTrial`: those of the vision host, and the model to look with. */
export interface CostTrialParts extends Omit<VisionHostOptions, "pictures" | "firstChild"> {
  /** A model's name or `auto`; asked for each trial. */
  model: () => string;
  /** True while no streams run that it could disturb: it keeps the priority of a vision process. */
  isAlone?: boolean;
  /** Longest time of a trial in milliseconds; default 60 000. */
  deadlineMs?: number;
}

interface Used {
  /** Milliseconds of processor time of the vision process, and of its decoders. */
  lookMs: number;
  decodeMs: number;
  /** Frames times their pixels. */
  pixels: number;
  results: readonly FrameResult[];
}

/** Watches samples with a vision process of its own, which yields to everything else unless it is alone. */
export class VisionCostTrial implements CostTrial {
  readonly #parts: CostTrialParts;

  constructor(parts: CostTrialParts) {
    this.#parts = parts;
  }

  async measure(samples: readonly VideoSample[], signal: AbortSignal): Promise<WatchCost> {
    const child = startVisionChild();
    if (child.pid !== undefined && !this.#parts.isAlone) yieldToAll(child.pid);
    const run = new TrialRun(this.#parts, child);
    const over = Promise.withResolvers<never>();
    const { clock, deadlineMs = usualDeadlineMs } = this.#parts;
    const timer = clock.after(deadlineMs, () => {
      const advice = "Try again when it has less to do";
      over.reject(fail("overloaded", `capacity: the box had no time to measure it. ${advice}`));
    });
    const onAbort = (): void =>
      over.reject(
        fail("shutting_down", "capacity: the box is stopping. Try again after its start"),
      );
    signal.addEventListener("abort", onAbort);
    try {
      return await Promise.race([
        run.measure(samples, clock.monoMs() + deadlineMs * beginShare),
        over.promise,
      ]);
    } finally {
      timer.cancel();
      signal.removeEventListener("abort", onAbort);
      await run.stop();
    }
  }
}

/** One trial with its process. */
class TrialRun {
  readonly #parts: CostTrialParts;
  readonly #host: VisionHost;
  readonly #isUp = Promise.withResolvers<void>();
  #model = "motion";

  constructor(parts: CostTrialParts, firstChild: ChildProcess) {
    this.#parts = parts;
    const pictures = { prepare: refused, annotate: refused };
    const onFirstUp = (): void => this.#isUp.resolve();
    this.#host = new VisionHost({ ...parts, firstChild, pictures, onFirstUp });
  }

  /** After `untilMs`, monotonic, no further sample begins. */
  async measure(samples: readonly VideoSample[], untilMs: number): Promise<WatchCost> {
    await this.#host.start();
    await this.#isUp.promise;
    // The model is loaded and the code compiled before anything counts.
    await this.#watch(shortened(samples[0]!));
    const sum = { lookMs: 0, decodeMs: 0, pixels: 0, looks: 0 };
    const heldMs: number[] = [];
    for (const sample of samples) {
      if (sum.looks > 0 && this.#parts.clock.monoMs() > untilMs) break;
      const start = await this.#watch(shortened(sample));
      const whole = await this.#watch(sample);
      sum.lookMs += whole.lookMs - start.lookMs;
      sum.decodeMs += whole.decodeMs - start.decodeMs;
      sum.pixels += whole.pixels - start.pixels;
      sum.looks += whole.results.length - start.results.length;
      heldMs.push(...whole.results.map(({ timingsMs }) => timingsMs.detect));
    }
    if (sum.looks <= 0 || sum.pixels <= 0)
      throw fail("stream_broken", "capacity: the video cannot be decoded. Check the cameras");
    const { widthPx, heightPx, fps } = referenceCamera;
    const lookMs = Math.max(0, sum.lookMs / sum.looks);
    return {
      decodeMs: Math.max(0, (sum.decodeMs / sum.pixels) * widthPx * heightPx * fps),
      lookMs,
      detectorMs: this.#detectorMs(lowerQuartile(heldMs), lookMs),
      model: this.#model,
      looks: sum.looks,
    };
  }

  stop(): Promise<void> {
    return this.#host.stop();
  }

  /** On the processor a frame takes less time than it seems to while others use the cores too. */
  #detectorMs(seenMs: number, lookMs: number): number {
    const used = this.#host.status().models.find(({ name }) => name === this.#model);
    const isOnProcessor = !used || onProcessor.includes(used.executor);
    return isOnProcessor ? Math.min(seenMs, lookMs) : Math.max(seenMs, lookMs);
  }

  async #watch({ init, fragments }: VideoSample): Promise<Used> {
    const results: FrameResult[] = [];
    const before = usedBy(this.#host.pid);
    const stream = this.#host.open(
      {
        streamId: "capacity",
        fpsCap: referenceCamera.looksPerSec,
        motion: { mode: "always", sensitivity: 0.5 },
        masks: [],
        model: this.#parts.model(),
        minScore,
        labels: [],
        lossless: true,
      },
      {
        onResult: (result) => results.push(result),
        onHealth: () => {},
        onDecodeProblem: () => {},
        onModel: ({ used }) => (this.#model = used),
      },
    );
    stream.init(init);
    for (const fragment of fragments) await stream.push(fragment);
    await stream.drain();
    await stream.close();
    const after = usedBy(this.#host.pid);
    const lookMs = after.ownMs - before.ownMs;
    const decodeMs = after.childrenMs - before.childrenMs;
    return { lookMs, decodeMs, pixels: init.widthPx * init.heightPx * fragments.length, results };
  }
}

function refused(): Promise<never> {
  return Promise.reject(
    fail("internal_error", "capacity: analyses no pictures. Analyse them with the vision process"),
  );
}

function shortened({ init, fragments }: VideoSample): VideoSample {
  const endSec = fragments[0]!.ptsSec + shortSec;
  return { init, fragments: fragments.filter(({ ptsSec }) => ptsSec < endSec) };
}

/** Runs that other work interrupted took longer than the detector needs. */
function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;
}

/** Processor time of a process and of its ended children (proc_pid_stat(5), fields 14 to 17). */
function usedBy(pid: number | undefined): { ownMs: number; childrenMs: number } {
  if (pid === undefined)
    throw fail("detector_unavailable", "capacity: its process has ended. Try again");
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  const ms = (at: number): number => (Number(fields[at]) * 1000) / ticksPerSec;
  return { ownMs: ms(11) + ms(12), childrenMs: ms(13) + ms(14) };
}
