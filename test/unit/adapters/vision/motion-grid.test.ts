import assert from "node:assert/strict";
import { test } from "node:test";
import {
  GridReader,
  type LumaPlane,
} from "../../../../src/adapters/vision/child/motion/motion-grid.ts";

/** A frame whose luma is `shade(x, y)`, and something else behind it. */
function frameOf(
  { widthPx, heightPx }: LumaPlane,
  shade: (x: number, y: number) => number,
): Buffer {
  const frame = Buffer.alloc((widthPx * heightPx * 3) / 2, 255);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    frame[at] = shade(at % widthPx, Math.floor(at / widthPx));
  }
  return frame;
}

test("the grid covers the picture and nothing else", () => {
  const plane = { widthPx: 400, heightPx: 234, range: "full" } as const;
  const grid = { columns: 96, rows: 54 };
  const luma = new Float32Array(96 * 54);
  const frame = frameOf(plane, (x, y) => (x * 96) / 400 + (y * 54) / 234);
  new GridReader(plane, grid).read(frame, luma);
  for (const [column, row] of [
    [0, 0],
    [95, 0],
    [0, 53],
    [95, 53],
    [40, 20],
  ] as const) {
    const centre = column + row + 1;
    assert.ok(Math.abs(luma[row * 96 + column]! - centre) < 1.2, `cell ${column},${row}`);
  }
});

test("a picture with fewer pixels than the grid has cells is read all the same", () => {
  const plane = { widthPx: 64, heightPx: 36, range: "full" } as const;
  const luma = new Float32Array(96 * 54);
  new GridReader(plane, { columns: 96, rows: 54 }).read(
    frameOf(plane, () => 77),
    luma,
  );
  assert.ok(luma.every((value) => value === 77));
});

test("black and white of a limited range are black and white of the grid", () => {
  const plane = { widthPx: 96, heightPx: 54, range: "limited" } as const;
  for (const [level, expected] of [
    [16, 0],
    [235, 255],
  ] as const) {
    const luma = new Float32Array(96 * 54);
    const frame = frameOf(plane, () => level);
    new GridReader(plane, { columns: 96, rows: 54 }).read(frame, luma);
    assert.ok(luma.every((value) => Math.abs(value - expected) < 1e-3));
  }
});
