import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Detector } from "../../../../src/adapters/inference/onnx/detector.ts";
import {
  DetectorScheduler,
  type FrameJob,
  type DetectorLane,
} from "../../../../src/adapters/vision/child/detector-scheduler.ts";
import type { Executor, LoadedModel } from "../../../../src/perception/models/executor.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  dogFrame,
  movingDogManifest,
  movingDogOutputs,
} from "../../../support/perception/moving-dog.ts";

/** An executor whose runs end when the test lets them. */
class GatedExecutor implements Executor {
  readonly name = "gated";
  readonly patienceMs = 1_000;
  readonly mayAppear = false;
  readonly #waiting: (() => void)[] = [];
  readonly #clock: FakeClock;
  isOpen = true;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  obstacle(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  load(): Promise<LoadedModel> {
    const outputs = new Map(
      movingDogOutputs().map(({ name, dims, values }) => {
        return [name, { dims, data: Float32Array.from(values) }];
      }),
    );
    return Promise.resolve({
      note: "ends when told",
      run: async () => {
        if (!this.isOpen) await new Promise<void>((done) => this.#waiting.push(done));
        return outputs;
      },
      close: () => Promise.resolve(),
    });
  }

  /** Lets the run in progress end; there is one, because frames wait. Until it begins, time passes. */
  async endOne(): Promise<void> {
    while (this.#waiting.length === 0) {
      await setImmediate();
      this.#clock.advance(1);
    }
    this.#waiting.shift()!();
  }
}

/** A live stream: the newest frame waits, an older one is skipped and counted. */
class LiveLane implements DetectorLane<FrameJob> {
  readonly minScore = 0.4;
  readonly model: Detector;
  offered = 0;
  processed = 0;
  skipped = 0;
  failed = 0;
  looksUntilCaughtUp = 0;
  processedWhileBehind = 0;
  #waiting: FrameJob | undefined;

  constructor(model: Detector) {
    this.model = model;
  }

  offer(): void {
    this.offered += 1;
    if (this.#waiting) this.skipped += 1;
    this.#waiting = { detect: true };
  }

  hasNext(): boolean {
    return this.#waiting !== undefined;
  }

  isBehind(): boolean {
    if (this.looksUntilCaughtUp === 0) return false;
    this.looksUntilCaughtUp -= 1;
    this.processedWhileBehind = this.processed;
    return true;
  }

  take(): FrameJob | undefined {
    const job = this.#waiting;
    this.#waiting = undefined;
    return job;
  }

  pixels(): Uint8Array {
    return dogFrame;
  }

  onDone(): void {
    this.processed += 1;
  }

  onFailure(): void {
    this.failed += 1;
  }
}

async function start(count: number) {
  const clock = new FakeClock();
  const executor = new GatedExecutor(clock);
  const manifest = movingDogManifest("moving-dog.onnx", "0".repeat(64));
  const model = { manifest, filePath: "moving-dog.onnx", goldenPath: undefined };
  const detector = await Detector.load(model, executor);
  executor.isOpen = false;
  const told = { beforeRun: () => {}, onFailure: () => {} };
  const scheduler = new DetectorScheduler<FrameJob>({ clock, ...told });
  const lanes = Array.from({ length: count }, () => new LiveLane(detector));
  for (const lane of lanes) scheduler.add(lane);
  /** Frames for `offers[lane]` times, then `ends` runs end. */
  const period = async (offers: (lane: number) => number, ends: number): Promise<void> => {
    for (const [at, lane] of lanes.entries()) {
      for (let frame = offers(at); frame > 0; frame -= 1) {
        lane.offer();
        scheduler.kick();
      }
    }
    for (let run = 0; run < ends; run += 1) await executor.endOne();
  };
  return { scheduler, lanes, period };
}

function spread(lanes: readonly LiveLane[]): number {
  const counts = lanes.map((lane) => lane.processed);
  return Math.max(...counts) / Math.min(...counts);
}

function assertCounted(lanes: readonly LiveLane[]): void {
  for (const lane of lanes) {
    const open = lane.offered - lane.processed - lane.skipped;
    // One frame may wait and one may be looked at.
    assert.ok(open >= 0 && open <= 2, `${open} frames neither looked at nor counted`);
    assert.equal(lane.failed, 0);
  }
}

test("sixteen busy streams get equal shares of a detector that keeps up with three", async () => {
  const { lanes, period } = await start(16);
  for (let at = 0; at < 100; at += 1) await period(() => 1, 3);
  assert.ok(spread(lanes) <= 1.2, `${spread(lanes)}`);
  assertCounted(lanes);
  assert.ok(lanes.every((lane) => lane.skipped > 70));
});

test("a stream with more frames gets no more than the others while all are busy", async () => {
  const { lanes, period } = await start(16);
  for (let at = 0; at < 100; at += 1) await period((lane) => (lane === 0 ? 5 : 1), 4);
  assert.ok(spread(lanes) <= 1.2, `${spread(lanes)}`);
  assertCounted(lanes);
});

test("shares stay equal when streams come and go", async () => {
  const { scheduler, lanes, period } = await start(16);
  const [guest] = lanes;
  const residents = lanes.slice(1);
  for (let at = 0; at < 120; at += 1) {
    if (at % 10 === 3) scheduler.remove(guest!);
    if (at % 10 === 7) scheduler.add(guest!);
    await period(() => 1, 3);
  }
  assert.ok(spread(residents) <= 1.2, `${spread(residents)}`);
});

test("a decoder that is behind catches up before the next frame is looked at", async () => {
  const { lanes, period } = await start(2);
  const [first, late] = lanes;
  late!.looksUntilCaughtUp = 3;
  await period(() => 1, 2);
  assert.equal(late!.looksUntilCaughtUp, 0);
  assert.equal(first!.processed, 1);
  assert.equal(late!.processedWhileBehind, 0);
});

test("a decoder that never catches up does not stop the others", async () => {
  const { lanes, period } = await start(2);
  lanes[1]!.looksUntilCaughtUp = Number.POSITIVE_INFINITY;
  for (let at = 0; at < 3; at += 1) await period(() => 1, 1);
  assert.ok(lanes[0]!.processed >= 1);
});
