import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";
import { CameraResponse } from "../../../../src/perception/ptz/camera-response.ts";
import { Steering, still, type Velocity, within } from "../../../../src/perception/ptz/steering.ts";

const stepMs = 50;
const frameMs = 200;

interface Camera {
  /** Pictures per second at full speed. */
  gain: number;
  /** Milliseconds from a command to the movement. */
  latencyMs: number;
  /** Age of a frame when the box sees it. */
  ageMs: number;
}

interface Sighting {
  atMs: number;
  x: number;
}

/**
 * Walks an object through the world in front of a camera that the steering turns; `place` is in pictures. Returns
 * where the object was in each frame.
 */
function follow(
  { gain, latencyMs, ageMs }: Camera,
  place: (sec: number) => number,
  seconds: number,
): { sightings: Sighting[]; response: CameraResponse; sent: Velocity[] } {
  const response = new CameraResponse();
  const steering = new Steering(response);
  const commands: (Velocity & { atMs: number })[] = [{ atMs: -1, ...still }];
  const frames: Sighting[] = [];
  const sightings: Sighting[] = [];
  let looksAt = 0;
  let shown = still;
  let learntMs = 0;
  for (let nowMs = 10_000; nowMs < 10_000 + seconds * 1000; nowMs += stepMs) {
    shown = commands.findLast(({ atMs }) => atMs <= nowMs - latencyMs) ?? shown;
    looksAt += (gain * shown.pan * stepMs) / 1000;
    if (nowMs % frameMs === 0) {
      frames.push({ atMs: nowMs, x: place((nowMs - 10_000) / 1000) - looksAt });
    }
    const frame = frames.find(
      ({ atMs }) => atMs === nowMs - (nowMs % frameMs) - frameMs * Math.ceil(ageMs / frameMs),
    );
    if (!frame || nowMs % frameMs !== 0) continue;
    sightings.push(frame);
    response.noteSight(frame.atMs, { x: frame.x, y: 0 });
    if (nowMs - learntMs >= 1000) {
      learntMs = nowMs;
      response.learn();
    }
    const box: BoxNorm = [frame.x + 0.45, 0.35, frame.x + 0.55, 0.65];
    const velocity = steering.velocity(nowMs, box, { maxSpeed: 1, zoom: true });
    response.noteCommand(nowMs, velocity);
    commands.push({ atMs: nowMs, ...velocity });
  }
  return { sightings, response, sent: commands };
}

/** Goes to and fro in front of the camera, as a person who paces. */
const paces = (sec: number): number => 1.5 * Math.sin(sec / 8);

const share = (sightings: readonly Sighting[]): number =>
  sightings.filter(({ x }) => Math.abs(x) < 0.25).length / sightings.length;

for (const [gain, latencyMs] of [
  [0.3, 100],
  [0.3, 1000],
  [0.7, 400],
  [1.5, 1000],
  [3, 100],
  [3, 400],
] as const) {
  test(`keeps a person in the middle half with ${gain} pictures/s at full speed, ${latencyMs} ms late`, () => {
    const { sightings } = follow({ gain, latencyMs, ageMs: 200 }, paces, 60);
    const kept = share(sightings);
    assert.ok(kept >= 0.9, `${kept} in the middle half`);
  });
}

test("measures how late a camera answers, and how fast it turns", () => {
  const { response } = follow({ gain: 1.5, latencyMs: 1000, ageMs: 0 }, paces, 60);
  const { measuredLatencyMs, gain } = response;
  assert.ok(
    measuredLatencyMs !== null && Math.abs(measuredLatencyMs - 1000) < 250,
    `${measuredLatencyMs} ms`,
  );
  assert.ok(Math.abs(gain.pan - 1.5) < 0.4, `${gain.pan} pictures/s`);
});

test("stands still before a still object near the middle, whatever its box trembles", () => {
  const { sent } = follow(
    { gain: 0.7, latencyMs: 300, ageMs: 0 },
    (sec) => 0.02 + 0.004 * Math.sin(sec * 40),
    10,
  );
  assert.ok(sent.every(({ pan, tilt }) => pan === 0 && tilt === 0));
});

test("zooms in on a small object in the middle, out of a tall one, and never beyond the speed limit", () => {
  const response = new CameraResponse();
  const zoomOf = (box: BoxNorm): number =>
    new Steering(response).velocity(0, box, { maxSpeed: 0.3, zoom: true }).zoom;
  assert.equal(zoomOf([0.48, 0.45, 0.52, 0.55]), 0.3);
  assert.equal(zoomOf([0.08, 0.45, 0.12, 0.55]), 0, "not while it is at the edge");
  assert.equal(zoomOf([0.3, 0.1, 0.7, 0.9]), -0.3);
  assert.equal(zoomOf([0.4, 0.3, 0.6, 0.7]), 0);
  const fast = new Steering(response).velocity(0, [0.9, 0, 1, 0.3], { maxSpeed: 0.3, zoom: false });
  assert.deepEqual(fast, { pan: 0.3, tilt: 0.25, zoom: 0 });
});

test("leads nowhere beyond the limits", () => {
  const velocity = { pan: 0.5, tilt: -0.5, zoom: 0.4 };
  const limits = { pan: [-0.2, 0.2], tilt: [-0.5, 0.5] } as {
    pan: [number, number];
    tilt: [number, number];
  };
  const at = { pan: 0.2, tilt: 0.1, zoom: 1 };
  assert.deepEqual(within(velocity, limits, at), { pan: 0, tilt: -0.5, zoom: 0.4 });
  assert.deepEqual(within({ ...velocity, pan: -0.5 }, limits, at).pan, -0.5);
});
