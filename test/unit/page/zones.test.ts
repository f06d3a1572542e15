import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { kinds } from "../../../console/source/behaviors/kinds.ts";
import {
  crossesItself,
  moved,
  patchOf,
  problemOf,
  rectangle,
  shapesOf,
  type Shape,
  withCorner as withShapeCorner,
  withCornerAfter,
  withoutCorner,
} from "../../../console/source/views/camera/zone-editor/shapes.ts";
import { GatehouseApiError } from "../../../client/source/errors.ts";
import {
  draftOf,
  fieldOf,
  mostCorners,
  namesake,
  newDraft,
  requestOf,
  withCorner,
} from "../../../console/source/views/robots/zones/zone-draft.ts";
import { behaviors } from "../../../src/perception/behaviors/registry.ts";
import { fc } from "../../support/box/properties.ts";
import { robotLimits } from "../../../src/robots/robot-terms.ts";

const stream = {
  context: {
    site: null,
    zones: {
      yard: { xyxy: [0.1, 0.2, 0.5, 0.6] as [number, number, number, number] },
      gate: {
        line: [
          [0, 0.5],
          [1, 0.5],
        ] as [[number, number], [number, number]],
      },
    },
  },
  masks: [],
  behaviors: [
    { type: "intrusion", zone: "yard", seconds: 1 },
    { type: "line_crossing", line: "gate" },
    { type: "camera_tamper" },
  ],
};

describe("zones as they are drawn", () => {
  it("sends back what nobody touched as it came", () => {
    const { context, behaviors: kept, masks } = patchOf(shapesOf(stream), stream) as any;
    assert.deepEqual(context.zones, stream.context.zones);
    assert.deepEqual(kept, stream.behaviors);
    assert.equal(masks, undefined);
  });

  it("takes behaviors along when their zone gets another name, and leaves those of a removed one", () => {
    const [yard] = shapesOf(stream);
    const { context, behaviors: kept } = patchOf([{ ...yard!, name: "court" }], stream);
    assert.deepEqual(Object.keys(context.zones), ["court"]);
    assert.deepEqual(kept, [
      { type: "intrusion", zone: "court", seconds: 1 },
      { type: "camera_tamper" },
    ]);
  });

  it("adds the behavior that a new zone or line asks for", () => {
    const area = { key: "n1", kind: "area", name: "new", alerts: true } as const;
    const line = { key: "n2", kind: "line", name: "edge", alerts: true } as const;
    const { behaviors: added } = patchOf(
      [
        { ...area, points: rectangle([0.1, 0.1], [0.9, 0.9]) },
        {
          ...line,
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
      { ...stream, behaviors: [] },
    );
    assert.deepEqual(
      added.map(({ type, zone, line: edge }) => [type, zone ?? edge]),
      [
        ["intrusion", "new"],
        ["line_crossing", "edge"],
      ],
    );
  });

  it("knows a shape that crosses itself, and one that does not", () => {
    assert.equal(crossesItself(rectangle([0, 0], [1, 1])), false);
    const bow = [
      [0, 0],
      [1, 1],
      [1, 0],
      [0, 1],
    ] as const;
    assert.equal(crossesItself(bow), true);
  });

  it("names what keeps a shape from being stored", () => {
    const [yard, gate] = shapesOf(stream);
    assert.equal(problemOf(yard!, [yard!, gate!]), undefined);
    assert.equal(problemOf({ ...yard!, name: " " }, []), "name");
    assert.equal(problemOf({ ...yard!, name: "gate" }, [yard!, gate!]), "twice");
    assert.equal(problemOf({ ...yard!, points: yard!.points.slice(0, 2) }, []), "few");
  });

  it("keeps every corner within the picture, however far a shape is moved", () => {
    const [yard] = shapesOf(stream);
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        (dx, dy) => {
          const { points } = moved(yard!, dx, dy);
          assert.ok(points.flat().every((value) => value >= 0 && value <= 1));
          assert.ok(Math.abs(points[2]![0] - points[0]![0] - 0.4) < 1e-3);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("adds and removes corners within the bounds of the box", () => {
    const [yard, gate] = shapesOf(stream);
    assert.equal(withCornerAfter(gate!, 0).points.length, 2);
    let shape = yard!;
    for (let times = 0; times < 70; times += 1) shape = withCornerAfter(shape, 0);
    assert.equal(shape.points.length, 64);
    for (let times = 0; times < 70; times += 1) shape = withoutCorner(shape, 0);
    assert.equal(shape.points.length, 3);
  });

  it("keeps a box a rectangle whichever corner moves, with the opposite corner in its place", () => {
    const points = rectangle([0.2, 0.3], [0.6, 0.7]);
    const shape: Shape = { key: "box", kind: "box", name: "", points, alerts: false };
    for (let index = 0; index < 4; index += 1) {
      const changed = withShapeCorner(shape, index, [0.4, 0.5]);
      assert.deepEqual(changed.points[index], [0.4, 0.5]);
      const opposite = points[(index + 2) % 4]!;
      assert.deepEqual(changed.points[(index + 2) % 4], opposite);
      const corners = rectangle([0.4, 0.5], opposite).map(String).toSorted();
      assert.deepEqual(changed.points.map(String).toSorted(), corners);
      const sides = changed.points.map(([x, y], at) => {
        const [nextX, nextY] = changed.points[(at + 1) % 4]!;
        return x === nextX || y === nextY;
      });
      assert.deepEqual(sides, [true, true, true, true]);
    }
  });
});

describe("kinds of behaviors in the page's forms", () => {
  it("are those of the box, with their parameters", () => {
    const own = Object.entries(kinds).map(
      ([type, { place, required, optional, defaultSeconds, needs }]) => [
        type,
        place,
        [...required].toSorted(),
        [...optional].toSorted(),
        defaultSeconds,
        needs,
      ],
    );
    const boxes = [...behaviors.values()].map((behavior) => [
      behavior.type,
      behavior.geometry,
      [...behavior.required].toSorted(),
      [...behavior.optional].toSorted(),
      behavior.defaultSeconds,
      behavior.needsMetres ? "metres" : behavior.needsModelClass ? "classes" : undefined,
    ]);
    const byType = (a: unknown[], b: unknown[]): number => String(a[0]).localeCompare(String(b[0]));
    assert.deepEqual(own.toSorted(byType), boxes.toSorted(byType));
  });
});

describe("a robot's zone while it is drawn", () => {
  const zone = {
    id: "0b8f0000-0000-4000-8000-000000000001",
    object: "robot.zone" as const,
    robot_id: "rover",
    name: "Ramp",
    type: "speed_limit" as const,
    frame: "map",
    polygon: [
      [0, 0],
      [1, 0],
      [1, 1],
    ] as [number, number][],
    max_speed_mps: 0.3,
    warnings: [],
    enforcement: [],
    created_at: 1,
    updated_at: 1,
  };

  it("asks for what was stored when nothing is changed, and for a speed only where there is one", () => {
    const { id, robot_id, name, type, frame, polygon, max_speed_mps } = zone;
    const same = { id, robot_id, name, type, frame, polygon, max_speed_mps };
    assert.deepEqual(requestOf(draftOf(zone)), same);
    assert.equal("max_speed_mps" in requestOf({ ...draftOf(zone), type: "keep_out" }), false);
  });

  it("knows the zone that it would replace, but not itself or another robot's", () => {
    const draft = { ...newDraft("rover", "map"), name: " Ramp " };
    assert.equal(namesake(draft, [zone]), zone);
    assert.equal(namesake({ ...draft, robotId: null }, [zone]), undefined);
    assert.equal(namesake(draftOf(zone), [zone]), undefined);
  });

  it("takes as many corners as the box does", () => {
    assert.equal(mostCorners, robotLimits.corners);
    let draft = newDraft("rover", "map");
    for (let at = 0; at <= mostCorners; at += 1) draft = withCorner(draft, [at, 0]);
    assert.equal(draft.corners.length, mostCorners);
  });

  it("finds the field that a refusal is about", () => {
    const refusal = (param?: string) =>
      new GatehouseApiError("invalid_request_body", "wrong", {
        status: 400,
        requestId: "r",
        retryable: false,
        retryAfterSec: undefined,
        param,
        details: undefined,
      });
    assert.equal(fieldOf(refusal("zones[0].polygon[2]")), "polygon");
    assert.equal(fieldOf(refusal("zones[0].name")), "name");
    assert.equal(fieldOf(refusal("zones[0].frame")), undefined);
    assert.equal(fieldOf(refusal()), undefined);
    assert.equal(fieldOf(new Error("no")), undefined);
  });
});
