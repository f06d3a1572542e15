import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { piecesTo, type RoutePiece } from "../../../src/adapters/vda5050/route-pieces.ts";
import { apart, type PointM } from "../../../src/base/geo/line.ts";
import { nurbsFault } from "../../../src/base/geo/nurbs.ts";

const metres = fc.double({ min: -20, max: 20, noNaN: true });
const point = fc.tuple(metres, metres);
const way = fc.record({
  from: point,
  to: point,
  control: fc.array(fc.record({ xM: metres, yM: metres, weight: fc.constant(1) }), {
    minLength: 3,
    maxLength: 3,
  }),
  maxM: fc.option(fc.double({ min: 0.5, max: 10, noNaN: true })),
});
const curveOf = (points: { xM: number; yM: number; weight: number }[]) => ({
  degree: 2,
  knots: [0, 0, 0, 1, 1, 1],
  points,
});

function assertWay(pieces: readonly RoutePiece[], [from, to]: readonly [PointM, PointM]): void {
  let at = from;
  for (const { path, curve, lengthM } of pieces) {
    assert.ok(apart(path[0]!, at) <= 0.051, "each piece begins where the one before ends");
    at = path.at(-1)!;
    assert.ok(lengthM >= apart(path[0]!, at) - 1e-6, "no way is shorter than the straight line");
    if (!curve) continue;
    assert.equal(nurbsFault(curve), null);
    const last = curve.points.at(-1)!;
    assert.ok(apart([last.xM, last.yM], at) < 1e-6, "a curve ends at its node");
  }
  assert.ok(apart(at, to) <= 0.051, "the last piece ends at the stop");
}

test("the pieces of a curved way join, begin at the robot, end at the stop, and are within the bound", () => {
  fc.assert(
    fc.property(way, fc.boolean(), ({ from, to, control, maxM }, isTaken) => {
      const target = { to, curve: curveOf(control) };
      const pieces = piecesTo(from, target, { maxM, takes: () => isTaken });
      assertWay(pieces, [from, to]);
      assert.ok(isTaken || pieces.every(({ curve }) => curve === null));
      if (maxM !== null)
        for (const { lengthM } of pieces) assert.ok(lengthM <= maxM + 0.1, `${lengthM} m`);
    }),
    { numRuns: 200 },
  );
});

test("a straight way is one piece, or equal pieces within the bound", () => {
  const target = { to: [10, 0] as const, curve: null };
  const takes = (): boolean => true;
  assert.equal(piecesTo([0, 0], target, { maxM: null, takes }).length, 1);
  const pieces = piecesTo([0, 0], target, { maxM: 3, takes });
  assert.deepEqual(
    pieces.map(({ lengthM }) => lengthM),
    [2.5, 2.5, 2.5, 2.5],
  );
});
