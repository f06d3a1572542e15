import assert from "node:assert/strict";
import { test } from "node:test";
import { assign, loadsOf, type PlannedItem, reliefs } from "../../src/fleet/placement/plan.ts";

function streamsOf(count: number, candidates: readonly string[]): PlannedItem[] {
  return Array.from({ length: count }, (_, at) => ({ key: `s${at}`, holder: null, candidates }));
}

const boxes = Array.from({ length: 10 }, (_, at) => `box-${at}`);

test("200 streams over 10 boxes are spread evenly, and the same by every box", () => {
  const streams = streamsOf(200, boxes);
  const moves = assign(boxes, streams);
  const placed = streams.map((stream) => ({
    ...stream,
    holder: moves.find(({ key }) => key === stream.key)!.box,
  }));
  assert.deepEqual(new Set(loadsOf(boxes, placed).values()), new Set([20]));
  assert.deepEqual(assign(boxes.toReversed(), streams.toReversed()), moves);
  assert.deepEqual(reliefs("box-0", { boxes, items: placed }, 5), []);
});

test("a box's streams go to those that can reach the cameras and have the fewest", () => {
  const streams: PlannedItem[] = [
    { key: "a", holder: "box-1", candidates: ["box-1", "box-2"] },
    { key: "b", holder: null, candidates: ["box-1", "box-2", "box-3"] },
    { key: "c", holder: null, candidates: ["box-1"] },
    { key: "d", holder: null, candidates: [] },
  ];
  const moves = assign(["box-1", "box-2", "box-3"], streams);
  assert.deepEqual(moves, [
    { key: "c", box: "box-1" },
    { key: "b", box: "box-2" },
  ]);
});

test("a box gives a stream away only while another has at least two fewer", () => {
  const held = ["a", "b", "c"].map((key) => ({ key, holder: "box-1", candidates: boxes }));
  assert.deepEqual(reliefs("box-1", { boxes, items: held.slice(0, 1) }, 5), []);
  const given = [
    { key: "a", box: "box-0" },
    { key: "b", box: "box-2" },
  ];
  assert.deepEqual(reliefs("box-1", { boxes, items: held }, 5), given);
  assert.deepEqual(reliefs("box-1", { boxes, items: held }, 1), given.slice(0, 1));
  assert.deepEqual(reliefs("box-2", { boxes, items: held }, 5), []);
  const offered = held.map((stream, at) =>
    at < 2 ? { ...stream, offered: given[at]!.box } : stream,
  );
  assert.deepEqual(reliefs("box-1", { boxes, items: offered }, 5), []);
});
