import assert from "node:assert/strict";
import { test } from "node:test";
import { SeenIncidents } from "../../../src/http/site/seen-incidents.ts";
import {
  formatSitePosition,
  logKeyOf,
  parseSitePosition,
} from "../../../src/http/site/site-position.ts";

const keyOf = (at: number): string => logKeyOf(`01a20fd2-4631-7528-a117-96e43e3531${at}`, "179556");

test("a place in the logs of twenty boxes survives its id, which fits into a query", () => {
  const seqs = new Map(Array.from({ length: 20 }, (_, at) => [keyOf(at + 10), 987_654_321 + at]));
  const id = formatSitePosition({ sinceSec: 1_795_561_768, seqs });
  assert.ok(id.length < 400, `${id.length} characters`);
  assert.deepEqual(parseSitePosition(id), { sinceSec: 1_795_561_768, seqs });
  assert.equal(encodeURIComponent(id), id);
});

test("an id of another form says nothing", () => {
  const log = `~${keyOf(10)}1`;
  const ids = ["", "site", "site~", "site~1~", "site~1~short", `site~1${log}~`, `site~1${log} `];
  const many = `site~1${Array.from({ length: 41 }, (_, at) => `~${keyOf(at + 10)}1`).join("")}`;
  for (const id of [...ids, many, `x${`site~1${log}`}`, `site~1~${keyOf(10)}zzzzzzzzzzz`]) {
    assert.equal(parseSitePosition(id), undefined, id);
  }
});

test("a reader is told once that an incident opened and that it ended, whichever box says so", () => {
  const seen = new SeenIncidents();
  const tell = (type: "incident.created" | "incident.updated" | "incident.resolved", id: string) =>
    seen.isRepeated({ type, data: { id } });
  assert.deepEqual([tell("incident.created", "a"), tell("incident.created", "a")], [false, true]);
  assert.deepEqual([tell("incident.updated", "a"), tell("incident.updated", "a")], [false, false]);
  assert.deepEqual([tell("incident.resolved", "a"), tell("incident.created", "b")], [false, false]);
  for (let at = 0; at < 6000; at += 1) tell("incident.created", `more-${at}`);
  assert.equal(tell("incident.created", "more-5999"), true, "a new one is remembered");
  assert.equal(tell("incident.created", "b"), false, "an old one is forgotten");
});
