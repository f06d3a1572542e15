import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type GridGeometry,
  keepoutMask,
} from "../../../../src/adapters/ros/child/nav2/keepout-mask.ts";
import type { ZoneArea } from "../../../../src/robots/driver/areas.ts";
import { fc } from "../../../support/box/properties.ts";

const coordinate = fc.integer({ min: -120, max: 120 }).map((n) => n / 10);
const corners = fc.uniqueArray(fc.tuple(coordinate, coordinate), {
  minLength: 3,
  maxLength: 7,
  selector: String,
});
const geometry = fc.record({
  frame: fc.constant("map"),
  cellM: fc.constantFrom(0.5, 1, 0.7),
  width: fc.integer({ min: 1, max: 25 }),
  height: fc.integer({ min: 1, max: 25 }),
  originXM: fc.constantFrom(-8, -3.3, 0),
  originYM: fc.constantFrom(-9, -2.5, 1),
  originYawRad: fc.constantFrom(0, 0.4, -2),
});

const zone = (type: ZoneArea["type"], polygon: [number, number][], frame = "map"): ZoneArea => {
  const maxSpeedMps = type === "speed_limit" ? 1 : null;
  return { id: "z", name: "z", type, frame, polygon, maxSpeedMps };
};

/** Winding number by angles: shares nothing with the product's scan lines. */
function isInside(polygon: readonly (readonly [number, number])[], x: number, y: number): boolean {
  let crossings = 0;
  for (let i = 0; i < polygon.length; i += 1) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings += 1;
  }
  return crossings % 2 === 1;
}

/** Points of a cell, a little inside of its border. */
function* pointsOf(
  { cellM, originXM, originYM, originYawRad }: GridGeometry,
  cx: number,
  cy: number,
) {
  const [cos, sin] = [Math.cos(originYawRad), Math.sin(originYawRad)];
  for (const u of [0.02, 0.3, 0.5, 0.7, 0.98]) {
    for (const v of [0.02, 0.3, 0.5, 0.7, 0.98]) {
      const [dx, dy] = [(cx + u) * cellM, (cy + v) * cellM];
      yield [originXM + dx * cos - dy * sin, originYM + dx * sin + dy * cos] as const;
    }
  }
}

test("no cell that has a point in a keep-out zone is free", () => {
  fc.assert(
    fc.property(geometry, corners, (grid, polygon) => {
      const { cells } = keepoutMask(grid, [zone("keep_out", polygon)]);
      for (let at = 0; at < cells.length; at += 1) {
        if (cells[at] !== 0) continue;
        for (const [x, y] of pointsOf(grid, at % grid.width, Math.floor(at / grid.width))) {
          assert.ok(!isInside(polygon, x, y), `cell ${at} is free at ${x}, ${y}`);
        }
      }
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("no cell that has a point outside of every keep-in zone is free", () => {
  fc.assert(
    fc.property(geometry, corners, corners, (grid, one, other) => {
      const { cells } = keepoutMask(grid, [zone("keep_in", one), zone("keep_in", other)]);
      for (let at = 0; at < cells.length; at += 1) {
        if (cells[at] !== 0) continue;
        for (const [x, y] of pointsOf(grid, at % grid.width, Math.floor(at / grid.width))) {
          assert.ok(isInside(one, x, y) || isInside(other, x, y), `cell ${at} at ${x}, ${y}`);
        }
      }
    }),
    { numRuns: 300, seed: 8 },
  );
});

const grid: GridGeometry = {
  frame: "map",
  cellM: 0.1,
  width: 100,
  height: 80,
  originXM: -5,
  originYM: -4,
  originYawRad: 0,
};
const square = (x: number, y: number, size: number): [number, number][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

test("a square closes its own cells and no more than the ones around its edge", () => {
  const { cells, heldIds } = keepoutMask(grid, [zone("keep_out", square(0.05, 0.05, 1.9))]);
  assert.deepEqual(heldIds, ["z"]);
  assert.equal(cells.filter((cell) => cell === 100).length, 20 * 20);
});

test("zones off the map, in another frame, or about speed are not held and change nothing", () => {
  const others = [
    zone("keep_out", square(40, 0, 1)),
    zone("keep_out", square(0, 0, 1), "floor2"),
    zone("speed_limit", square(0, 0, 1)),
  ];
  const { cells, heldIds } = keepoutMask(grid, others);
  assert.deepEqual(heldIds, []);
  assert.ok(cells.every((cell) => cell === 0));
});

test("a zone around the whole map closes all of it, and one as large as a country is drawn at once", () => {
  for (const size of [20, 90_000]) {
    const { cells } = keepoutMask(grid, [zone("keep_out", square(-size / 2, -size / 2, size))]);
    assert.ok(cells.every((cell) => cell === 100));
  }
});
