import assert from "node:assert/strict";
import { test } from "node:test";
import { GridReader, type PicturePlace } from "../../../src/children/vision/motion-grid.ts";

/** A frame whose picture is `shade(x, y)` grey and whose letterbox is white. */
function frameOf(
  place: PicturePlace,
  heightPx: number,
  shade: (x: number, y: number) => number,
): Buffer {
  const frame = Buffer.alloc(place.frameWidthPx * heightPx * 3, 255);
  for (let y = 0; y < place.heightPx; y += 1) {
    for (let x = 0; x < place.widthPx; x += 1) {
      const at = ((y + place.offsetYPx) * place.frameWidthPx + x + place.offsetXPx) * 3;
      frame.fill(shade(x, y), at, at + 3);
    }
  }
  return frame;
}

test("the grid covers the picture and leaves the letterbox out", () => {
  const place = { frameWidthPx: 416, offsetXPx: 8, offsetYPx: 11, widthPx: 400, heightPx: 234 };
  const grid = { columns: 96, rows: 54 };
  const luma = new Float32Array(96 * 54);
  const frame = frameOf(place, 256, (x, y) => (x * 96) / 400 + (y * 54) / 234);
  new GridReader(place, grid).read(frame, luma);
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
  const place = { frameWidthPx: 64, offsetXPx: 0, offsetYPx: 0, widthPx: 64, heightPx: 36 };
  const luma = new Float32Array(96 * 54);
  new GridReader(place, { columns: 96, rows: 54 }).read(
    frameOf(place, 36, () => 77),
    luma,
  );
  assert.ok(luma.every((value) => value === 77));
});
