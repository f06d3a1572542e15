import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Incident } from "../../../client/source/generated.ts";
import {
  groupsAfterToggle,
  indexOfRow,
  rowsOf,
} from "../../../console/source/views/review/rows.ts";

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

  it("are found again by the key of an incident that others have joined, at either end", () => {
    const how = { isGrouped: true, openGroups: new Set<string>() };
    const alone = rowsOf([incident(2)], how)[0]!.key;
    const two = rowsOf([incident(1), incident(2)], how);
    assert.equal(indexOfRow(two, alone), 0);
    const three = rowsOf([incident(0), incident(1), incident(2), incident(3)], how);
    assert.equal(indexOfRow(three, two[0]!.key), 0);
    assert.equal(indexOfRow(three, "incident-9"), -1);
    assert.equal(indexOfRow(three, ""), -1);
  });

  it("of a group stay open when an older incident joins, and close with one press", () => {
    const [before] = rowsOf([incident(1), incident(2)], { isGrouped: true, openGroups: new Set() });
    const openGroups = groupsAfterToggle(new Set(), before!);
    const all = [incident(1), incident(2), incident(3)];
    const rows = rowsOf(all, { isGrouped: true, openGroups });
    assert.equal(rows.length, 4);
    assert.equal(groupsAfterToggle(openGroups, rows[0]!).size, 0);
  });
});
