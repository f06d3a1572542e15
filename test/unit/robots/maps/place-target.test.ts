import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameTree } from "../../../../src/robots/maps/frame-ties.ts";
import type { PlaceRecord } from "../../../../src/robots/maps/map-record.ts";
import { resolvePlaces } from "../../../../src/robots/maps/place-target-wire.ts";

const dock: PlaceRecord = {
  v: 1,
  id: "01900000-0000-7000-8000-000000000001",
  org: "default",
  name: "dock 3",
  kind: "charger",
  frame: "floor",
  level: null,
  xM: 1,
  yM: 2,
  yawRad: 0,
  layoutId: null,
  revision: 4,
  createdAtMs: 0,
  updatedAtMs: 0,
};
const tree = new FrameTree([{ frame: "floor", parent: "map", xM: 10, yM: 0, yawRad: Math.PI / 2 }]);
const book = (frames: string[]) => ({
  find: (name: string) => (name === dock.name ? dock : undefined),
  meant: () => dock.name,
  tree,
  frames,
});

test("a named place becomes its position with the revision, in the robot's own frame", () => {
  const go = { command: "move_to", target: { place: "dock 3" } } as const;
  assert.deepEqual(resolvePlaces(go, book(["floor"])).target, {
    frame: "floor",
    x: 1,
    y: 2,
    yaw: 0,
    place: "dock 3",
    place_revision: 4,
  });
  const { target } = resolvePlaces(go, book(["odom", "map"]));
  assert.equal(target?.frame, "map", "moved along the tie");
  assert.ok(Math.abs(target.x! - 8) < 1e-9 && Math.abs(target.y! - 1) < 1e-9);
  assert.ok(Math.abs(target.yaw! - Math.PI / 2) < 1e-9);
  assert.equal(resolvePlaces(go, book(["elsewhere"])).target?.frame, "floor", "for the gate");
});

test("an unknown place, another revision and a position beside a name are refused by field", () => {
  const refused = (target: object, said: RegExp) =>
    assert.throws(() => resolvePlaces({ command: "follow_route", waypoints: [target] }, book([])), {
      code: "invalid_request_body",
      message: said,
    });
  refused(
    { place: "dok 3" },
    /^command\.waypoints\[0\]\.place: there is no place dok 3\. Did you mean dock 3/,
  );
  refused({ place: "dock 3", place_revision: 3 }, /place_revision: is 3, but .* revision 4\./);
  refused({ place: "dock 3", yaw: 1 }, /waypoints\[0\]: has both a place and a position/);
  const done = { frame: "map", x: 0, y: 0, place: "gone", place_revision: 1 };
  assert.deepEqual(
    resolvePlaces({ command: "move_to", target: done }, book([])).target,
    done,
    "what was resolved at acceptance stays",
  );
});
