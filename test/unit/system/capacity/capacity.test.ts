import assert from "node:assert/strict";
import { test } from "node:test";
import { capacityLines } from "../../../../src/cli/daily/capacity.ts";
import { MemoryFragmentRing } from "../../../../src/cameras/memory-fragment-ring.ts";
import type { CameraLease } from "../../../../src/cameras/camera.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { cameraSamples } from "../../../../src/system/capacity/camera-samples.ts";
import { CapacityMeter } from "../../../../src/system/capacity/capacity-meter.ts";
import type { MachineRoom, WatchCost } from "../../../../src/system/capacity/capacity-port.ts";
import { capacityWire } from "../../../../src/system/capacity/capacity-wire.ts";
import { estimateCapacity } from "../../../../src/system/capacity/estimate.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const gib = 1024 ** 3;
const cost: WatchCost = { decodeMs: 40, lookMs: 12, detectorMs: 12, model: "nano", looks: 45 };
const room: MachineRoom = {
  cores: 4,
  idleCores: 3,
  memory: { availableBytes: 6 * gib, totalBytes: 8 * gib },
};

test("estimates by the scarcest of processor, detector and memory", () => {
  const slow = { ...cost, lookMs: 100, detectorMs: 20 };
  const byProcessor = estimateCapacity({ cost: slow, room, detectorShare: 0.1 });
  // (40 + 5 · 100) · 1.1 ms of processor time in a second; 3.6 cores may be used.
  assert.equal(byProcessor.coresPerCamera.toFixed(3), "0.594");
  assert.deepEqual(byProcessor.carries, { cameras: 6, limit: "processor" });
  assert.deepEqual(byProcessor.fits, { cameras: 4, limit: "processor" });
  const byDetector = estimateCapacity({ cost, room, detectorShare: 0.6 });
  assert.deepEqual(byDetector.carries, { cameras: 15, limit: "detector" });
  assert.deepEqual(byDetector.fits, { cameras: 5, limit: "detector" });
  const little = { ...room, memory: { availableBytes: gib, totalBytes: 2 * gib } };
  const byMemory = estimateCapacity({ cost, room: little, detectorShare: 0 });
  assert.deepEqual(byMemory.carries, { cameras: 10, limit: "memory" });
  assert.deepEqual(byMemory.fits, { cameras: 6, limit: "memory" });
});

test("finds no room on a box that is full, and needs no figures of the memory", () => {
  const full = { cores: 4, idleCores: 0.1, memory: null };
  const { carries, fits } = estimateCapacity({ cost, room: full, detectorShare: 1 });
  assert.equal(fits.cameras, 0);
  assert.equal(carries.limit, "detector");
});

function leaseOf(ring: MemoryFragmentRing): CameraLease {
  return { ring } as unknown as CameraLease;
}

/** A ring with a GOP a second of five frames. */
function ringWith(seconds: number): MemoryFragmentRing {
  const ring = new MemoryFragmentRing({ seconds: 30 });
  ring.begin({
    generation: 1,
    bytes: Buffer.alloc(4),
    codec: "h264",
    mimeCodec: null,
    widthPx: 64,
    heightPx: 48,
  });
  for (let at = 0; at <= seconds * 5; at += 1) {
    const ptsSec = at / 5;
    const bytes = Buffer.alloc(8);
    ring.push({ generation: 1, ptsSec, durationSec: 0.2, key: at % 5 === 0, bytes, wallMs: at });
  }
  return ring;
}

test("takes ten seconds of video that begin at a key frame, of four cameras at most", () => {
  const long = cameraSamples([leaseOf(ringWith(20))])[0]!;
  assert.ok(long.fragments[0]!.key);
  assert.equal(long.fragments[0]!.ptsSec, 10);
  assert.equal(long.fragments.at(-1)!.ptsSec, 20);
  assert.equal(cameraSamples([leaseOf(ringWith(1))]).length, 0);
  const many = Array.from({ length: 9 }, () => leaseOf(ringWith(3)));
  assert.equal(cameraSamples(many).length, 4);
  const shared = leaseOf(ringWith(3));
  assert.equal(cameraSamples([shared, shared]).length, 1);
});

function meterOf(measure: () => Promise<WatchCost>): { meter: CapacityMeter; clock: FakeClock } {
  const clock = new FakeClock();
  const meter = new CapacityMeter({
    trial: { measure },
    room: { read: async () => room },
    samples: async () => ({ origin: "cameras", samples: [] }),
    watched: () => ({ streams: 2, detectorShare: 0.6 }),
    clock,
    log: silentLogger,
  });
  return { meter, clock };
}

test("measures ten minutes after the start, once at a time", async () => {
  const trial = Promise.withResolvers<WatchCost>();
  let runs = 0;
  const { meter, clock } = meterOf(() => {
    runs += 1;
    return trial.promise;
  });
  await meter.start();
  assert.equal(meter.describe().state, "not_measured");
  clock.advance(600_000);
  assert.equal(meter.describe().state, "measuring");
  const same = meter.measure();
  trial.resolve(cost);
  assert.equal((await same).cost, cost);
  assert.equal(runs, 1);
  const { state, estimate, inputs } = capacityWire(meter.describe());
  assert.deepEqual(
    { state, fits: estimate?.fits.cameras, streams: inputs?.streams },
    {
      state: "done",
      fits: 5,
      streams: 2,
    },
  );
  await meter.stop();
});

test("keeps the last estimate when a measurement fails, and says why", async () => {
  const answers = [async () => cost, async () => Promise.reject(fail("overloaded", "no time"))];
  const { meter } = meterOf(() => answers.shift()!());
  await meter.measure();
  await assert.rejects(meter.measure(), { code: "overloaded" });
  const { state, problem, estimate } = capacityWire(meter.describe());
  assert.deepEqual({ state, problem }, { state: "failed", problem: "no time" });
  assert.equal(estimate?.carries.cameras, 15);
  await meter.stop();
});

test("the command calls its figures an estimate and lists the inputs", async () => {
  const { meter } = meterOf(async () => cost);
  await meter.measure();
  const lines = capacityLines(capacityWire(meter.describe())).join("\n");
  assert.match(lines, /carries about 15 cameras of 720p15 .* limited by the detector/);
  assert.match(lines, /room for about 5 more now/);
  assert.match(lines, /an estimate/);
  assert.match(lines, /decoding +40 ms of processor time/);
});
