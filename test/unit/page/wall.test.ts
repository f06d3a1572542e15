import assert from "node:assert/strict";
import { test } from "node:test";
import type { Incident, Stream } from "../../../client/source/generated.ts";
import {
  arrange,
  groupsOf,
  openSeverities,
  sizeOf,
} from "../../../console/source/views/live/wall-settings.ts";

const stream = (id: string, site = ""): Stream =>
  ({ stream_id: id, context: { site } }) as unknown as Stream;
const incident = (id: string, severity: string, state = "open"): Incident =>
  ({ stream_id: id, severity, state }) as unknown as Incident;
const ids = (streams: readonly Stream[]): string[] => streams.map(({ stream_id: id }) => id);
const all = [stream("door", "North"), stream("yard", "South"), stream("attic", "North")];
const none = { layout: "auto", isActiveFirst: false, group: "", search: "" } as const;

test("a wall fits the number of its cameras unless a size is chosen", () => {
  assert.deepEqual(
    [1, 2, 5, 9, 10, 40].map((cameras) => sizeOf("auto", cameras)),
    [1, 4, 9, 9, 16, 16],
  );
  assert.equal(sizeOf("4", 40), 4);
});

test("the most severe of a camera's open incidents counts, and none that has ended", () => {
  const severities = openSeverities([
    incident("door", "warning"),
    incident("door", "info"),
    incident("yard", "critical", "resolved"),
  ]);
  assert.deepEqual([...severities], [["door", "warning"]]);
});

test("a wall shows the cameras of a group and of a search, by name", () => {
  const severities = new Map();
  assert.deepEqual(ids(arrange(all, { ...none, severities })), ["attic", "door", "yard"]);
  assert.deepEqual(ids(arrange(all, { ...none, severities, group: "North" })), ["attic", "door"]);
  assert.deepEqual(ids(arrange(all, { ...none, severities, search: " SOU" })), ["yard"]);
  assert.deepEqual(groupsOf(all), ["North", "South"]);
});

test("active cameras come first, the most severe before the others", () => {
  const severities = new Map([
    ["yard", "info"],
    ["door", "critical"],
  ] as const);
  const order = arrange(all, { ...none, severities, isActiveFirst: true });
  assert.deepEqual(ids(order), ["door", "yard", "attic"]);
});
