import assert from "node:assert/strict";
import { test } from "node:test";
import type { PointNorm } from "../../../../src/base/contract/geometry.ts";
import { type GroundPoint, groundMap } from "../../../../src/base/geo/ground-map.ts";
import { fc } from "../../../support/box/properties.ts";

/** A camera 4 m above the origin that looks along y, 30° down; where it sees a point of the ground. */
function seen(xM: number, yM: number): PointNorm {
  const [heightM, downRad, focal] = [4, Math.PI / 6, 1.2];
  const depth = yM * Math.cos(downRad) + heightM * Math.sin(downRad);
  const up = yM * Math.sin(downRad) - heightM * Math.cos(downRad);
  return [0.5 + (focal * xM) / depth / 2, 0.5 - (focal * up) / depth / 2];
}

/** Far from the map's origin, as a site's survey often is. */
const [east, north] = [41_200.5, -9030.25];
const at = (xM: number, yM: number): GroundPoint => ({
  imageNorm: seen(xM, yM),
  mapM: [xM + east, yM + north],
});
const corners = [at(-2, 4), at(2, 4), at(3, 10), at(-3, 10)];

test("every place of the ground has its place in the picture, and none behind the camera", () => {
  const ground = groundMap(corners)!;
  const place = fc.tuple(
    fc.double({ min: -30, max: 30, noNaN: true }),
    fc.double({ min: 0, max: 100, noNaN: true }),
  );
  fc.assert(
    fc.property(place, ([xM, yM]) => {
      const [x, y] = ground.toImage([xM + east, yM + north])!;
      const [u, v] = seen(xM, yM);
      assert.ok(Math.hypot(x - u, y - v) < 1e-4, `${x},${y} instead of ${u},${v}`);
    }),
  );
  assert.equal(ground.toImage([east, north - 8]), null);
});

test("four points map every place of the ground exactly, wherever the map's origin is", () => {
  const ground = groundMap(corners)!;
  const place = fc.tuple(
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: 3, max: 15, noNaN: true }),
  );
  fc.assert(
    fc.property(place, ([xM, yM]) => {
      const [x, y] = ground.toMap(seen(xM, yM))!;
      assert.ok(Math.hypot(x - east - xM, y - north - yM) < 1e-4, `${x},${y}`);
    }),
  );
  assert.ok(ground.errorsM.every((error) => error < 1e-6));
});

test("more points than four are fitted on the map, and each tells what it is missed by", () => {
  const grid = [-2, 0, 2].flatMap((x) => [4, 7, 10].map((y) => at(x, y)));
  const moved = grid.map((point, index): GroundPoint => {
    const off = index === 4 ? 0.5 : 0;
    return { ...point, mapM: [point.mapM[0] + off, point.mapM[1]] };
  });
  const ground = groundMap(moved)!;
  const worst = ground.errorsM.indexOf(Math.max(...ground.errorsM));
  assert.equal(worst, 4);
  assert.ok(ground.errorsM[4]! > 0.25 && ground.errorsM[4]! < 0.5, String(ground.errorsM));
  const [x] = ground.toMap(seen(0, 5.5))!;
  assert.ok(Math.abs(x - east) < 0.3);
});

test("beyond the horizon there is no place, and far from the points it says so", () => {
  const ground = groundMap(corners)!;
  assert.equal(ground.toMap([0.5, 0.02]), null);
  assert.equal(ground.isBetween(seen(0, 7)), true);
  assert.equal(ground.isBetween(seen(0, 14)), false);
});

test("points that determine no ground are none: on a line, twice, seen through the ground", () => {
  const [a, b, c] = [at(-2, 4), at(2, 4), at(3, 10)];
  assert.equal(groundMap([a, b, c]), null);
  assert.equal(groundMap([a, b, c, c]), null);
  assert.equal(groundMap([at(-2, 4), at(0, 4), at(2, 4), at(0, 8)]), null);
  assert.equal(groundMap([4, 5, 6, 7, 8].map((y) => at(0, y))), null);
  const crossed = corners.map((point, index) => ({
    ...point,
    mapM: corners[[0, 2, 1, 3][index]!]!.mapM,
  }));
  assert.equal(groundMap(crossed), null);
});
