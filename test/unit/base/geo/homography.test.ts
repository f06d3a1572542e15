import assert from "node:assert/strict";
import { test } from "node:test";
import type { PointNorm } from "../../../../src/base/contract/geometry.ts";
import { homography, isConvex, type Quad } from "../../../../src/base/geo/homography.ts";
import { fc } from "../../../support/box/properties.ts";

/** A road in perspective whose sides meet at the very top of the picture. */
const trapeze: Quad = [
  [0.4, 0.2],
  [0.6, 0.2],
  [1, 1],
  [0, 1],
];
const street: Quad = [
  [0, 0],
  [8, 0],
  [8, 40],
  [0, 40],
];

function assertNear(actual: PointNorm, expected: PointNorm, tolerance = 1e-6): void {
  const off = Math.hypot(actual[0] - expected[0], actual[1] - expected[1]);
  assert.ok(off <= tolerance, `${String(actual)} is not ${String(expected)}`);
}

test("the four corners go where they belong, and back", () => {
  const toMetres = homography(trapeze, street)!;
  const toPicture = homography(street, trapeze)!;
  for (const [i, corner] of trapeze.entries()) assertNear(toMetres(corner), street[i]!);
  const inside = fc.tuple(
    fc.double({ min: 0, max: 8, noNaN: true }),
    fc.double({ min: 0, max: 40, noNaN: true }),
  );
  fc.assert(fc.property(inside, (place) => assertNear(toMetres(toPicture(place)), place, 1e-4)));
});

test("the middle of the street is far up in the picture, as perspective has it", () => {
  const [, alongM] = homography(trapeze, street)!([0.5, 0.6]);
  assert.ok(alongM > 30 && alongM < 40, `${alongM} m`);
});

test("points on a line, and quadrilaterals with a dent or a crossing, are told apart", () => {
  const flat: Quad = [
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
  ];
  assert.equal(homography(flat, street), null);
  assert.equal(isConvex(street), true);
  assert.equal(isConvex([street[0], street[2], street[1], street[3]]), false);
  assert.equal(isConvex([street[0], street[1], [4, 1], street[3]]), false);
});
