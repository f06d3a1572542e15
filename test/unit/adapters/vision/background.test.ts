import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";
import { backgroundCorrelation } from "../../../../src/adapters/vision/child/motion/background.ts";

const grid = { columns: 96, rows: 54 };
const box: BoxNorm = [0.5, 0.5, 0.6, 0.8];

/** A textured scene; `change` paints into it. */
function scene(change: (luma: number, x: number, y: number) => number = (luma) => luma) {
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const [x, y] = [cell % grid.columns, Math.floor(cell / grid.columns)];
    return change(90 + 25 * Math.sin(x) + 25 * Math.cos(y / 1.7), x, y);
  });
}

function correlationOf(now: Float32Array, background = scene()): number | undefined {
  return backgroundCorrelation({ luma: now, background }, grid, box);
}

describe("a box and the background", () => {
  test("are alike in any light: a lamp, dusk, light from one side", () => {
    const lights = [
      scene((luma) => 1.5 * luma),
      scene((luma) => 0.4 * luma + 10),
      scene((luma, x) => luma + x / 4),
    ];
    for (const light of lights) assert.ok(correlationOf(light)! > 0.95);
  });

  test("differ where somebody stands now", () => {
    const person = scene((luma, x, y) =>
      x > 49 && x < 56 && y > 28 && y < 42 ? (y < 35 ? 30 : 150) : luma,
    );
    assert.ok(correlationOf(person)! < 0.5);
  });

  test("cannot be compared without a pattern, or with too few cells", () => {
    assert.equal(
      correlationOf(
        scene(() => 80),
        scene(() => 90),
      ),
      undefined,
    );
    const levels = { luma: scene(), background: scene() };
    assert.equal(backgroundCorrelation(levels, grid, [0.5, 0.5, 0.51, 0.51]), undefined);
    assert.equal(backgroundCorrelation(levels, grid, [1.1, 0.5, 1.2, 0.9]), undefined);
  });
});
