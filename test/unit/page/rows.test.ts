import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Incident } from "../../../client/source/generated.ts";
import { rowsOf } from "../../../console/source/views/review/rows.ts";

const incident = (n: number): Incident => {
  const place = { stream_id: "gate", type: "intrusion", zone: "yard", group_key: null };
  return { ...place, id: `incident-${n}`, started_at: 1000 - n } as unknown as Incident;
};

describe("the rows of the queue", () => {
  it("stay the same for unchanged incidents when others arrive, so that they are not drawn again", () => {
    const how = { isGrouped: false, openGroups: new Set<string>() };
    const first = [incident(1), incident(2)];
    const before = rowsOf(first, how);
    const after = rowsOf([first[0]!, { ...first[1]! }, incident(3)], how);
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
  });

  it("of an open group's members are others than those of single incidents", () => {
    const both = [incident(1), incident(2)];
    const [head] = rowsOf(both, { isGrouped: true, openGroups: new Set() });
    assert.equal(head!.isGroup, true);
    const rows = rowsOf(both, { isGrouped: true, openGroups: new Set([head!.key]) });
    assert.deepEqual(
      rows.map(({ isMember }) => isMember),
      [false, true, true],
    );
  });
});
