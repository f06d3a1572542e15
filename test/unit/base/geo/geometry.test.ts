import assert from "node:assert/strict";
import { test } from "node:test";
import { boxIou, contactPoint, growBox } from "../../../../src/base/geo/box.ts";
import { insideTest, polygonOfBox, polygonProblem } from "../../../../src/base/geo/polygon.ts";
import {
  crossing,
  headingDeg,
  headingDifferenceDeg,
  type Segment,
  segmentsTouch,
  signedDistance,
} from "../../../../src/base/geo/segment.ts";
import type { BoxNorm, PointNorm } from "../../../../src/base/contract/geometry.ts";
import { fc } from "../../../support/box/properties.ts";

// On a grid, so that no test hangs on the last bit of a product.
const fraction = fc.integer({ min: 0, max: 1024 }).map((value) => value / 1024);
const point = fc.tuple(fraction, fraction);
const box = fc
  .tuple(fraction, fraction, fc.double({ min: 0.01, max: 1, noNaN: true }), fraction)
  .map(([x, y, w, h]): BoxNorm => [x, y, x + w, y + Math.max(0.01, h)]);

test("overlap of two boxes is symmetric, between 0 and 1, and 1 for a box with itself", () => {
  fc.assert(
    fc.property(box, box, (a, b) => {
      const iou = boxIou(a, b);
      assert.ok(iou >= 0 && iou <= 1 + 1e-12);
      assert.ok(Math.abs(iou - boxIou(b, a)) < 1e-12);
      assert.ok(Math.abs(boxIou(a, a) - 1) < 1e-9);
    }),
  );
});

test("a box grown by half is twice as wide around the same centre", () => {
  assert.deepEqual(
    growBox([0.4, 0.4, 0.6, 0.8], 0.5).map((v) => Math.round(v * 1e6) / 1e6),
    [0.3, 0.2, 0.7, 1],
  );
  assert.deepEqual(contactPoint([0.2, 0.1, 0.4, 0.9]), [0.30000000000000004, 0.9]);
});

test("a point is inside a box's polygon exactly when it is inside the box, edges included", () => {
  fc.assert(
    fc.property(box, point, (b, p) => {
      const inside = p[0] >= b[0] && p[0] <= b[2] && p[1] >= b[1] && p[1] <= b[3];
      assert.equal(insideTest(polygonOfBox(b))(p), inside);
    }),
  );
  assert.equal(insideTest(polygonOfBox([0, 0, 1, 1]))([1, 1]), true);
});

test("polygons that cross, touch or fold back on themselves are named as such", () => {
  const bowTie: PointNorm[] = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ];
  assert.match(polygonProblem(bowTie)!, /crosses/);
  const spike: PointNorm[] = [
    [0, 0],
    [1, 0],
    [0.5, 0],
    [0.5, 1],
  ];
  assert.match(polygonProblem(spike)!, /crosses|touches/);
  const touching: PointNorm[] = [
    [0, 0],
    [1, 0],
    [0.5, 0.5],
    [1, 1],
    [0, 1],
    [0.5, 0.5],
  ];
  assert.match(polygonProblem(touching)!, /crosses|touches/);
  assert.match(
    polygonProblem([
      [0, 0],
      [0, 0],
      [1, 1],
    ])!,
    /same point/,
  );
  assert.match(
    polygonProblem([
      [0, 0],
      [0.5, 0.5],
      [1, 1],
    ])!,
    /crosses|no area/,
  );
  assert.match(
    polygonProblem([
      [0, 0],
      [1, 1],
    ])!,
    /three corners/,
  );
  assert.equal(
    polygonProblem([
      [0.1, 0.1],
      [0.9, 0.2],
      [0.5, 0.9],
    ]),
    null,
  );
});

test("corners in order around a middle never cross", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.1, max: 0.5, noNaN: true }), { minLength: 3, maxLength: 40 }),
      (radii) => {
        const polygon = radii.map((radius, i): PointNorm => {
          const angle = (2 * Math.PI * i) / radii.length;
          return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
        });
        assert.equal(polygonProblem(polygon), null);
      },
    ),
  );
});

test("crossing a line and coming back are opposite directions", () => {
  fc.assert(
    fc.property(point, point, point, point, (a, b, from, to) => {
      const line: Segment = [a, b];
      const there = crossing(line, from, to);
      const back = crossing(line, to, from);
      assert.equal(there === null, back === null);
      if (there !== null) assert.notEqual(there, back);
    }),
  );
});

test("side a is on the left hand along the line", () => {
  const line: Segment = [
    [0.2, 0.5],
    [0.8, 0.5],
  ];
  assert.equal(crossing(line, [0.5, 0.4], [0.5, 0.6]), "a_to_b");
  assert.equal(crossing(line, [0.5, 0.6], [0.5, 0.4]), "b_to_a");
  assert.equal(crossing(line, [0.9, 0.4], [0.9, 0.6]), null, "beyond the line's end");
  assert.equal(crossing(line, [0.5, 0.4], [0.5, 0.45]), null, "short of the line");
  assert.ok(signedDistance(line, [0.5, 0.6]) > 0);
});

test("segments that only share an end touch", () => {
  assert.equal(
    segmentsTouch(
      [
        [0, 0],
        [1, 1],
      ],
      [
        [1, 1],
        [1, 0],
      ],
    ),
    true,
  );
  assert.equal(
    segmentsTouch(
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0, 0.1],
        [1, 0.1],
      ],
    ),
    false,
  );
});

test("headings are clockwise from up, as a viewer sees them", () => {
  assert.equal(headingDeg([0.5, 0.5], [0.5, 0.1], 16 / 9), 0);
  assert.equal(headingDeg([0.5, 0.5], [0.9, 0.5], 16 / 9), 90);
  assert.equal(headingDeg([0.5, 0.5], [0.5, 0.9], 16 / 9), 180);
  assert.equal(headingDeg([0.5, 0.5], [0.1, 0.5], 16 / 9), 270);
  assert.equal(Math.round(headingDeg([0, 0], [0.09, -0.16], 16 / 9)), 45);
  assert.equal(headingDifferenceDeg(350, 20), 30);
});
