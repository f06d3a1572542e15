import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fitPlanes, inversePlane, throughPlane } from "../../../../src/base/geo/plane-fit.ts";
import { FrameTree } from "../../../../src/robots/maps/frame-ties.ts";
import { unknownCell } from "../../../../src/robots/maps/map-terms.ts";
import { gridPlacement, Occupancy } from "../../../../src/robots/maps/occupancy.ts";
import { fitPlan } from "../../../../src/robots/maps/plan-fit.ts";

const near = (one: number, other: number, by = 1e-6): boolean => Math.abs(one - other) <= by;
const size = { widthPx: 400, heightPx: 200 };

test("two points place a plan by turn, scale and movement; the top of the picture is up", () => {
  const { placement, fitting } = fitPlan(
    [
      { imageNorm: [0, 1], mapM: [0, 0] },
      { imageNorm: [1, 1], mapM: [40, 0] },
    ],
    "similarity",
    size,
  );
  const [x, y] = throughPlane(placement, [0.5, 0]);
  assert.ok(near(x, 20) && near(y, 20), `${x} ${y}`);
  assert.ok(fitting.points.every(({ errorM }) => errorM < 1e-9));
});

test("more points than needed show their errors, and an affine fit takes a sheared plan", () => {
  const points = [
    { imageNorm: [0, 1], mapM: [0, 0] },
    { imageNorm: [1, 1], mapM: [40, 0] },
    { imageNorm: [0, 0], mapM: [3, 20] },
  ] as const;
  const similar = fitPlan(points, "similarity", size).fitting.points.map(({ errorM }) => errorM);
  assert.ok(Math.max(...similar) > 0.5, similar.join());
  const affine = fitPlan(points, "affine", size).fitting.points.map(({ errorM }) => errorM);
  assert.ok(Math.max(...affine) < 1e-6, affine.join());
});

test("points in one place, on one line, or in a mirror place nothing", () => {
  const at = (u: number, v: number, x: number, y: number) =>
    ({ imageNorm: [u, v], mapM: [x, y] }) as const;
  const refused = (
    points: Parameters<typeof fitPlan>[0],
    fit: "similarity" | "affine",
    said: RegExp,
  ) => assert.throws(() => fitPlan(points, fit, size), { message: said });
  refused([at(0.5, 0.5, 1, 1), at(0.5, 0.5, 4, 4)], "similarity", /plan\.points: lie in one point/);
  refused(
    [at(0, 0, 1, 1), at(1, 0, 4, 4)],
    "affine",
    /plan\.points: has 2 points\. affine needs 3/,
  );
  const line = [at(0, 0, 0, 0), at(0.5, 0.5, 5, 5), at(1, 1, 10, 10)];
  refused(line, "affine", /on one line/);
  const mirror = [at(0, 1, 0, 0), at(1, 1, -40, 0), at(0, 0, 0, 20)];
  refused(mirror, "affine", /as in a mirror/);
});

test("a similarity fit finds the turn, scale and movement that made the points", () => {
  const real = fc.double({ min: -500, max: 500, noNaN: true });
  const angle = fc.double({ min: -3, max: 3, noNaN: true });
  const scale = fc.double({ min: 0.01, max: 100, noNaN: true });
  fc.assert(
    fc.property(angle, scale, real, real, (turn, grow, moveX, moveY) => {
      const [cos, sin] = [Math.cos(turn) * grow, Math.sin(turn) * grow];
      const made = [cos, -sin, moveX, sin, cos, moveY] as const;
      const from = [
        [0, 0],
        [10, 3],
        [-4, 7],
      ] as const;
      const pairs = from.map((point) => ({ from: point, to: throughPlane(made, point) }));
      const { matrix, errors } = fitPlanes(pairs, "similarity")!;
      assert.ok(errors.every((error) => error < 1e-6 * (1 + grow)));
      const back = throughPlane(inversePlane(matrix)!, throughPlane(matrix, [2, 5]));
      assert.ok(near(back[0], 2) && near(back[1], 5));
    }),
  );
});

test("a grid with a turned origin says which positions are walls, free, unknown or outside", () => {
  const shape = {
    widthCells: 3,
    heightCells: 2,
    resolutionM: 1,
    origin: { xM: 10, yM: 20, yawRad: Math.PI / 2 },
  };
  // From the top: the upper row first.
  const cells = Uint8Array.from([0, 100, unknownCell, 0, 0, 64]);
  const grid = new Occupancy(shape, cells);
  // Turned by a quarter: the picture's right is the map's up, its up is the map's left.
  assert.equal(grid.stateAt([9.5, 20.5]), "free");
  assert.equal(grid.stateAt([8.5, 21.5]), "wall");
  assert.equal(grid.stateAt([8.5, 22.5]), "unknown");
  assert.equal(grid.stateAt([9.5, 22.5]), "free");
  assert.equal(grid.stateAt([10.5, 20.5]), "outside");
  assert.ok(grid.isBlocked([8.5, 20.5], [8.5, 22.5]));
  assert.ok(!grid.isBlocked([9.5, 20.5], [9.5, 22.5]));
  const [x, y] = throughPlane(gridPlacement(shape), [0, 1]);
  assert.ok(near(x, 10) && near(y, 20), "the origin is the lower left corner");
});

test("frames carry poses there and back; frames without a tie carry none", () => {
  const tree = new FrameTree([
    { frame: "floor", parent: "site", xM: 5, yM: 1, yawRad: Math.PI / 2 },
    { frame: "dock area", parent: "floor", xM: 2, yM: 0, yawRad: 0 },
    { frame: "other", parent: "elsewhere", xM: 0, yM: 0, yawRad: 0 },
  ]);
  const pose = { frame: "dock area", xM: 1, yM: 0, yawRad: 0 };
  const moved = tree.moved(pose, "site")!;
  assert.ok(near(moved.xM, 5) && near(moved.yM, 4) && near(moved.yawRad!, Math.PI / 2));
  const back = tree.moved(moved, "dock area")!;
  assert.ok(near(back.xM, 1) && near(back.yM, 0) && near(back.yawRad!, 0));
  assert.equal(tree.moved(pose, "other"), null);
  assert.throws(() => tree.check({ frame: "site", parent: "dock area" }, "parent"), {
    message: /^parent: leads back to the frame itself \(site → dock area → floor → site\)/,
  });
});
