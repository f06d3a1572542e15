import { type Clock, sleep } from "../../../base/core/clock.ts";
import { describeError } from "../../../base/core/errors.ts";
import type { Detector } from "../../inference/onnx/detector.ts";
import type { Candidate } from "../../inference/onnx/heads/nms.ts";

/** A frame that waits for its turn. */
export interface FrameJob {
  /** False when the frame only has to be reported, in its order. */
  detect: boolean;
}

/** One stream's place in the round. */
export interface DetectorLane<J extends FrameJob> {
  /** The model of the stream, or undefined for the model-free detector. */
  readonly model: Detector | undefined;
  readonly minScore: number;
  /** Returns the next job and removes it from the lane; undefined without one. */
  take(): J | undefined;
  /** True when `take` would give a job. */
  hasNext(): boolean;
  /** The job's pixels at the model's input size; theirs until the job is done. */
  pixels(job: J): Uint8Array;
  /** True while newer frames than those that came out wait in front of the lane's decoder. */
  isBehind(): boolean;
  /** The job is done: `candidates` of the model, or undefined when it did not run. */
  onDone(job: J, candidates: readonly Candidate[] | undefined, startMs: number): void;
  /** The model failed on this frame. */
  onFailure(job: J, reason: string): void;
}

/** The parts that the scheduler uses to time runs and to report them. */
export interface SchedulerOptions {
  clock: Clock;
  /** Called with the duration of the model's last run. */
  beforeRun: (lastRunMs: number) => void;
  /** A run failed; its lanes get the error too. */
  onFailure: (model: Detector, reason: string) => void;
}

/** Share of a run's time that decoders get after it to catch up, and the least of it. */
const catchUpShare = 0.5;
const catchUpMs = 20;

/**
 * Runs the models over all streams: lanes in turn, frames of lanes with the same model in one batch
 * as far as the model takes batches, one frame of a lane at a time so that results keep their
 * order. One run at a time: it blocks the event loop anyway, and its threads are the model's own.
 * Between two runs decoders that have fallen behind get up to half of a run's time: run after run
 * without a pause would read a part of a frame in between, and look at ever older frames.
 */
export class DetectorScheduler<J extends FrameJob> {
  readonly #options: SchedulerOptions;
  /** The lane whose last look is oldest comes first: a lane without a frame at its turn loses nothing. */
  readonly #lanes: DetectorLane<J>[] = [];
  readonly #busy = new Set<DetectorLane<J>>();
  #isRunning = false;
  #heldMs = 0;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** The time for which runs have held the event loop, in milliseconds: those of a server hold nothing. */
  get heldMs(): number {
    return this.#heldMs;
  }

  add(lane: DetectorLane<J>): void {
    this.#lanes.push(lane);
  }

  remove(lane: DetectorLane<J>): void {
    const index = this.#lanes.indexOf(lane);
    if (index >= 0) this.#lanes.splice(index, 1);
    this.#busy.delete(lane);
  }

  /** True while a frame of `lane` is in work. */
  isBusy(lane: DetectorLane<J>): boolean {
    return this.#busy.has(lane);
  }

  /** To be called whenever a lane got a job. */
  kick(): void {
    while (!this.#isRunning) {
      const first = this.#nextLane();
      if (!first) return;
      const job = first.take()!;
      if (!first.model || !job.detect) {
        first.onDone(job, undefined, this.#options.clock.monoMs());
        continue;
      }
      void this.#run(first.model, this.#gather(first, job));
    }
  }

  #nextLane(model?: Detector): DetectorLane<J> | undefined {
    return this.#lanes.find(
      (lane) => !this.#busy.has(lane) && lane.hasNext() && (!model || lane.model === model),
    );
  }

  /** A frame of `lane` is in work: the other lanes come first now. */
  #begin(lane: DetectorLane<J>): void {
    this.#busy.add(lane);
    this.#lanes.splice(this.#lanes.indexOf(lane), 1);
    this.#lanes.push(lane);
  }

  #gather(first: DetectorLane<J>, job: J): { lane: DetectorLane<J>; job: J }[] {
    const batch = [{ lane: first, job }];
    this.#begin(first);
    const model = first.model!;
    while (batch.length < model.maxBatch) {
      const lane = this.#nextLane(model);
      if (!lane) break;
      const next = lane.take()!;
      if (!next.detect) {
        lane.onDone(next, undefined, this.#options.clock.monoMs());
        continue;
      }
      this.#begin(lane);
      batch.push({ lane, job: next });
    }
    return batch;
  }

  async #run(model: Detector, batch: { lane: DetectorLane<J>; job: J }[]): Promise<void> {
    this.#isRunning = true;
    this.#options.beforeRun(model.runMs);
    const startMs = this.#options.clock.monoMs();
    const before = performance.eventLoopUtilization();
    const minScore = Math.min(...batch.map(({ lane }) => lane.minScore));
    try {
      const found = await model.detect(
        batch.map(({ lane, job }) => lane.pixels(job)),
        minScore,
      );
      batch.forEach(({ lane, job }, index) => {
        this.#busy.delete(lane);
        lane.onDone(job, found[index], startMs);
      });
    } catch (error) {
      const reason = describeError(error);
      this.#options.onFailure(model, reason);
      for (const { lane, job } of batch) {
        this.#busy.delete(lane);
        lane.onFailure(job, reason);
      }
    } finally {
      this.#heldMs += performance.eventLoopUtilization(before).active;
      await this.#letCatchUp(this.#options.clock.monoMs() - startMs);
      this.#isRunning = false;
      this.kick();
    }
  }

  async #letCatchUp(runMs: number): Promise<void> {
    const { clock } = this.#options;
    const untilMs = clock.monoMs() + Math.max(catchUpMs, catchUpShare * runMs);
    while (clock.monoMs() < untilMs && this.#lanes.some((lane) => lane.isBehind())) {
      await sleep(clock, 1);
    }
  }
}
