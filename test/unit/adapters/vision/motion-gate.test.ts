import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Motion,
  MotionGate,
} from "../../../../src/adapters/vision/child/motion/motion-gate.ts";

const grid = { columns: 96, rows: 54 };

/** A textured scene with sensor noise of a few levels, the same on every run. */
function makeScene(
  noiseLevels = 2,
): (change?: (luma: number, x: number, y: number) => number) => Float32Array {
  let seed = 1;
  const random = (): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  return (change = (luma) => luma) =>
    Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
      const x = cell % grid.columns;
      const y = Math.floor(cell / grid.columns);
      const texture = 90 + 40 * Math.sin(x / 5) + 30 * Math.cos(y / 3);
      return Math.min(255, Math.max(0, change(texture, x, y) + 2 * noiseLevels * random()));
    });
}

/** A bright box, `columns` × `rows` cells, with its upper left corner at `x`, `y`. */
function withBox(x: number, y: number): (luma: number, cx: number, cy: number) => number {
  return (luma, cx, cy) => (cx >= x && cx < x + 6 && cy >= y && cy < y + 12 ? 235 : luma);
}

/** Frames at 5 a second from `fromSec` to `toSec`; gives what moved in each. */
function run(
  gate: MotionGate,
  [fromSec, toSec]: [number, number],
  frame: (sec: number) => Float32Array,
): Motion[] {
  const result: Motion[] = [];
  for (let step = Math.round(fromSec * 5); step < Math.round(toSec * 5); step += 1) {
    result.push(gate.update(frame(step / 5), step / 5));
  }
  return result;
}

const isQuiet = (motions: Motion[]): boolean => motions.every((one) => one.regions.length === 0);

test("a quiet scene with sensor noise is quiet", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  assert.ok(isQuiet(run(gate, [0, 20], () => scene())));
});

test("an object that walks in is one region around it", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  const seen = run(gate, [5, 10], (sec) => scene(withBox(Math.round((sec - 5) * 15), 20)));
  for (const [step, { regions, ratio }] of seen.entries()) {
    const x = Math.round(step * 3);
    assert.ok(regions.length > 0, `step ${step}`);
    const [x1, y1, x2, y2] = regions[0]!.boxNorm;
    assert.ok(x1 <= (x + 1) / 96 && x2 >= (x + 5) / 96, `step ${step}: ${x1}–${x2}`);
    assert.ok(Math.abs(y1 - 20 / 54) < 0.03 && Math.abs(y2 - 32 / 54) < 0.03);
    assert.ok(ratio > 0.005 && ratio < 0.1 && regions[0]!.score > 0.6);
  }
});

test("two objects apart are two regions", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  const [seen] = run(gate, [5, 5.2], () =>
    scene((luma, x, y) => Math.max(withBox(10, 10)(luma, x, y), withBox(70, 30)(luma, x, y))),
  );
  assert.equal(seen!.regions.length, 2);
});

test("light that changes slowly is no motion", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  const seen = run(gate, [0, 40], (sec) => scene((luma) => luma * (0.6 + sec / 80)));
  assert.ok(isQuiet(seen));
});

test("a cloud, a lamp and an exposure step are no motion", () => {
  const scene = makeScene();
  for (const change of [
    (luma: number): number => luma * 0.7,
    (luma: number): number => luma + 60,
    (luma: number): number => luma * 1.25 - 15,
  ]) {
    const gate = new MotionGate(grid, 0.5);
    run(gate, [0, 5], () => scene());
    assert.ok(isQuiet(run(gate, [5, 10], () => scene(change))));
  }
});

test("a person is seen while the light changes", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  const seen = run(gate, [5, 8], (sec) => {
    const box = withBox(20 + Math.round((sec - 5) * 10), 20);
    return scene((luma, x, y) => box(luma * (1 - (sec - 5) / 10), x, y));
  });
  assert.ok(seen.every((one) => one.regions.length >= 1));
});

test("a cut to another picture is taken over, not reported", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  assert.ok(isQuiet(run(gate, [5, 10], () => scene((_, x, y) => 128 + 100 * Math.sin(x + y)))));
});

test("what stays becomes background", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  const parked = run(gate, [5, 90], () => scene(withBox(40, 20)));
  assert.ok(parked[0]!.regions.length > 0);
  assert.ok(isQuiet(parked.slice(-25)));
});

test("a tree that keeps swaying stops waking the detector", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  const sway = (sec: number) => (luma: number, x: number, y: number) =>
    x < 20 && y < 20 ? luma + 25 * Math.sin(sec * 4 + x) : luma;
  const seen = run(gate, [0, 120], (sec) => scene(sway(sec)));
  assert.ok(seen.slice(5, 25).some((one) => one.regions.length > 0));
  const late = seen.slice(-100).filter((one) => one.regions.length > 0).length;
  assert.ok(late < 10, `${late} of the last 100 frames`);
});

test("faint motion is seen at high sensitivity only", () => {
  for (const [sensitivity, expected] of [
    [1, true],
    [0, false],
  ] as const) {
    const scene = makeScene(0.3);
    const gate = new MotionGate(grid, sensitivity);
    run(gate, [0, 10], () => scene());
    const faint = run(gate, [10, 11], (sec) => {
      const left = 20 + Math.round((sec - 10) * 20);
      return scene((luma, x, y) =>
        x >= left && x < left + 6 && y > 20 && y < 32 ? luma + 8 : luma,
      );
    });
    assert.equal(!isQuiet(faint), expected, `sensitivity ${sensitivity}`);
  }
});

test("after a gap in time nothing is called motion", () => {
  const scene = makeScene();
  const gate = new MotionGate(grid, 0.5);
  run(gate, [0, 5], () => scene());
  assert.ok(isQuiet(run(gate, [65, 66], () => scene(withBox(10, 10)))));
});
