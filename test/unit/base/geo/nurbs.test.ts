import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { apart, nearestOn, type PointM } from "../../../../src/base/geo/line.ts";
import {
  curvePoint,
  flattened,
  type NurbsCurve,
  nurbsFault,
  partOf,
  reversedCurve,
} from "../../../../src/base/geo/nurbs.ts";
import { insideTest } from "../../../../src/base/geo/polygon.ts";

const metres = fc.double({ min: -50, max: 50, noNaN: true });
const controlPoint = fc.record({
  xM: metres,
  yM: metres,
  weight: fc.double({ min: 0.1, max: 10, noNaN: true }),
});

/** Any clamped curve: inner knots are multiples of a hundredth, so that some repeat. */
const curve: fc.Arbitrary<NurbsCurve> = fc
  .record({
    degree: fc.integer({ min: 1, max: 4 }),
    points: fc.array(controlPoint, { minLength: 5, maxLength: 9 }),
    inner: fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 8, maxLength: 8 }),
  })
  .map(({ degree, points, inner }) => {
    const between = inner.slice(0, points.length - degree - 1).toSorted((a, b) => a - b);
    const ends = (value: number) => Array.from({ length: degree + 1 }, () => value);
    return { degree, points, knots: [...ends(0), ...between.map((it) => it / 100), ...ends(1)] };
  })
  .filter((each) => nurbsFault(each) === null);
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A quarter of a circle of 2 m around the origin, exactly. */
const quarter: NurbsCurve = {
  degree: 2,
  knots: [0, 0, 0, 1, 1, 1],
  points: [
    { xM: 2, yM: 0, weight: 1 },
    { xM: 2, yM: 2, weight: Math.SQRT1_2 },
    { xM: 0, yM: 2, weight: 1 },
  ],
};

const near = (a: PointM, b: PointM, within = 1e-6): boolean => apart(a, b) <= within;
const distance = (point: PointM, polyline: readonly PointM[]): number =>
  Math.min(
    ...polyline.slice(1).map((to, at) => apart(point, nearestOn([polyline[at]!, to], point))),
  );

/** The corners of the least convex polygon around points (Andrew's monotone chain). */
function hullOf(points: readonly PointM[]): PointM[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly PointM[]): PointM[] => {
    const chain: PointM[] = [];
    for (const point of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2) as [PointM, PointM];
        const turn = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]);
        if (turn > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

test("a curve begins and ends at its outer control points and stays within the hull of all", () => {
  fc.assert(
    fc.property(curve, share, (each, at) => {
      const points = each.points.map(({ xM, yM }): PointM => [xM, yM]);
      assert.ok(near(curvePoint(each, 0), points[0]!));
      assert.ok(near(curvePoint(each, 1), points.at(-1)!));
      const hull = hullOf(points);
      const point = curvePoint(each, at);
      const isInside = hull.length > 2 && insideTest(hull)(point);
      assert.ok(isInside || distance(point, [...hull, hull[0]!]) < 1e-6);
    }),
    { numRuns: 500 },
  );
});

test("a weighted curve is the circle that it says", () => {
  for (let at = 0; at <= 1; at += 0.05)
    assert.ok(Math.abs(Math.hypot(...curvePoint(quarter, at)) - 2) < 1e-9);
});

test("the line through its points is nowhere further from the curve than the tolerance", () => {
  fc.assert(
    fc.property(curve, share, (each, at) => {
      const points = flattened(each, 0.05, 5000)!.map((point) => point.at);
      assert.ok(distance(curvePoint(each, at), points) <= 0.05 + 1e-6);
    }),
    { numRuns: 300 },
  );
  const few = flattened(quarter, 0.02, 100)!;
  assert.ok(few.length < 20, `${few.length} points`);
  assert.equal(flattened(quarter, 0.000_001, 100), null, "more than the most are refused");
});

test("a part of a curve is the same curve between its parameters, and the way back is the same too", () => {
  fc.assert(
    fc.property(curve, fc.tuple(share, share), share, (each, ends, at) => {
      const [from, to] = ends.toSorted((a, b) => a - b) as [number, number];
      fc.pre(to - from > 1e-3);
      const part = partOf(each, from, to);
      assert.equal(nurbsFault(part), null);
      const whole = curvePoint(each, from + at * (to - from));
      assert.ok(near(curvePoint(part, at), whole, 1e-5));
      assert.ok(near(curvePoint(reversedCurve(each), 1 - at), curvePoint(each, at), 1e-5));
    }),
    { numRuns: 500 },
  );
});

test("a malformed curve is faulted by its part", () => {
  const faults: [Partial<NurbsCurve>, string, RegExp][] = [
    [{ degree: 0 }, "degree", /whole number/],
    [{ degree: 3 }, "points", /has 3 entries/],
    [{ points: quarter.points.map((it) => ({ ...it, weight: -1 })) }, "points", /weight/],
    [{ points: quarter.points.map((it) => ({ ...it, weight: Number.NaN })) }, "points", /weight/],
    [{ knots: [0, 0, 1, 1] }, "knots", /has 4 entries\. Send 6/],
    [{ knots: [0, 0, 0, 2, 2, 2] }, "knots", /outside 0 to 1/],
    [{ knots: [0, 0, 0.5, 0.4, 1, 1] }, "knots", /descends/],
    [{ knots: [0, 0.2, 0.4, 0.6, 0.8, 1] }, "knots", /miss its nodes/],
    [
      { knots: [0, 0, 0, 0, 1, 1, 1], points: [...quarter.points, quarter.points[0]!] },
      "knots",
      /repeats/,
    ],
  ];
  for (const [change, part, message] of faults) {
    const found = nurbsFault({ ...quarter, ...change });
    assert.equal(found?.part, part);
    assert.match(found!.message, message);
  }
});
