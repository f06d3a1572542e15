import assert from "node:assert/strict";
import { test } from "node:test";
import type { IncidentRecord } from "../../../src/perception/incidents/incident-record.ts";
import type { IncidentChange } from "../../../src/perception/incidents/incident-writer.ts";
import type { AlertSettings } from "../../../src/perception/incidents/incident-opening.ts";
import { StreamIncidents } from "../../../src/perception/incidents/incidents.ts";
import type { Finding } from "../../../src/perception/core/finding.ts";
import { planBehaviors } from "../../../src/perception/profiles/behavior-plans.ts";
import type { Track } from "../../../src/perception/core/track.ts";
import { readZones } from "../../../src/perception/core/zones.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";
import { fc } from "../../support/box/properties.ts";

const startMs = 1_790_000_000_000;
const zones = readZones({
  yard: { xyxy: [0, 0, 1, 1] },
  gate: {
    line: [
      [0.5, 0],
      [0.5, 1],
    ],
  },
});
const [intrusion, crossing, crowding] = planBehaviors(
  [
    { type: "intrusion", zone: "yard" },
    { type: "line_crossing", line: "gate" },
    { type: "crowding", zone: "yard", min_count: 2 },
  ],
  zones,
);

const defaultAlerts: AlertSettings = {
  minSeverity: "info",
  cooldownSec: 30,
  groupBy: "none",
  site: null,
  locale: "en",
};

interface IncidentNote {
  change: IncidentChange;
  record: IncidentRecord;
  tSec: number;
}

/** One stream's incidents with a store that is a map. */
class IncidentRig {
  readonly notes: IncidentNote[] = [];
  readonly stored = new Map<string, IncidentRecord>();
  readonly incidents: StreamIncidents;
  now = 0;

  constructor(
    options: {
      alerts?: Partial<AlertSettings>;
      streamId?: string;
      prior?: readonly IncidentRecord[];
      stored?: ReadonlyMap<string, IncidentRecord>;
    } = {},
  ) {
    for (const [id, record] of options.stored ?? []) this.stored.set(id, { ...record });
    this.incidents = new StreamIncidents(
      { org: "default", streamId: options.streamId ?? "cam", jobId: "job" },
      {
        write: (record, change) => {
          this.stored.set(record.id, structuredClone(record));
          this.notes.push({ change, record: structuredClone(record), tSec: this.now });
        },
        find: (id) => this.stored.get(id),
        onOpened: () => {},
      },
      { alerts: { ...defaultAlerts, ...options.alerts }, prior: options.prior ?? [] },
    );
  }

  /** One frame at `tSec` with the findings of the intrusion rule. */
  frame(tSec: number, findings: readonly Finding[], plan = intrusion!): void {
    this.now = tSec;
    const seenIds = new Set(
      findings.flatMap((one) => one.tracks.filter((t) => t.lastSeenSec === tSec).map((t) => t.id)),
    );
    this.incidents.step([{ plan, severity: plan.spec.severity, findings }], {
      tSec,
      wallMs: startMs + tSec * 1000,
      seenIds,
    });
  }

  /** Frames at five a second in `[from, to)`, all with the same finding. */
  frames(from: number, to: number, finding: (tSec: number) => readonly Finding[]): void {
    for (let step = Math.round(from * 5); step < to * 5; step += 1) {
      this.frame(step / 5, finding(step / 5));
    }
  }

  changes(change: IncidentChange): IncidentNote[] {
    return this.notes.filter((one) => one.change === change);
  }
}

function track(id: number, tSec: number, x = 0.5, label = "person"): Track {
  const boxNorm = standing(x, 0.8);
  return { id, label, score: 0.8, boxNorm, firstSeenSec: 0, lastSeenSec: tSec };
}

function about(id: number, tSec: number, x = 0.5, sinceSec = tSec): Finding {
  return {
    subject: String(id),
    tracks: [{ ...track(id, tSec, x), firstSeenSec: sinceSec }],
    count: 1,
    sinceSec,
    isMomentary: false,
  };
}

test("a condition is one incident: opened once, resolved when it is over", () => {
  const desk = new IncidentRig();
  desk.frames(0, 20, (t) => [about(1, t, 0.5, 0)]);
  assert.equal(desk.changes("created").length, 1);
  assert.equal(desk.changes("resolved").length, 0);
  desk.frames(20, 25, () => []);
  const [resolved] = desk.changes("resolved");
  assert.equal(resolved!.record.state, "resolved");
  assert.ok(Math.abs(resolved!.record.resolvedAtMs! - (startMs + 19_800)) < 10);
  assert.equal(resolved!.record.startedAtMs, startMs);
  assert.match(resolved!.record.summary, /^A person in zone “yard”\.$/);
  assert.equal(desk.incidents.counts().open, 0);
});

test("an unchanged incident tells no updates, but its last sight is stored", () => {
  const desk = new IncidentRig();
  desk.frames(0, 30, (t) => [about(1, t, 0.5, 0)]);
  assert.equal(desk.changes("updated").length, 0);
  assert.ok(desk.changes("kept").length >= 5);
});

test("updates come at most once a second", () => {
  const desk = new IncidentRig();
  desk.frames(0, 10, (t) => [
    {
      subject: "zone",
      tracks: Array.from({ length: 2 + Math.round(t * 5) }, (_, i) => track(i + 1, t)),
      count: 2 + Math.round(t * 5),
      sinceSec: 0,
      isMomentary: false,
    },
  ]);
  const updates = desk.changes("updated").map((one) => one.tSec);
  assert.ok(updates.length >= 5 && updates.length <= 10, `${updates.length} updates`);
  for (const [i, tSec] of updates.entries()) {
    if (i > 0) assert.ok(tSec - updates[i - 1]! >= 1 - 1e-9);
  }
});

test("the cooldown is of the rule, zone and track", () => {
  const desk = new IncidentRig();
  desk.frames(0, 2, (t) => [about(1, t)]);
  desk.frames(2, 10, () => []);
  desk.frames(10, 12, (t) => [about(1, t), about(2, t, 0.1)]);
  assert.deepEqual(
    desk.changes("created").map((one) => one.record.trackIds),
    [[1], [2]],
  );
  desk.frames(12, 20, () => []);
  desk.frames(20, 40, (t) => [about(1, t)]);
  assert.equal(desk.changes("created").length, 3, "a condition that outlasts the cooldown alerts");
  assert.ok(desk.changes("created")[2]!.tSec >= 30);
});

test("another camera's alert is never suppressed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 600 }),
      (cameras, cooldownSec) => {
        const desks = Array.from(
          { length: cameras },
          (_, i) => new IncidentRig({ streamId: `cam-${i}`, alerts: { cooldownSec } }),
        );
        for (const desk of desks) desk.frames(0, 2, (t) => [about(1, t)]);
        const ids = desks.map((desk) => desk.changes("created").map((one) => one.record.id));
        for (const list of ids) assert.equal(list.length, 1);
        assert.equal(new Set(ids.flat()).size, cameras);
      },
    ),
    { numRuns: 20 },
  );
});

test("conditions below the least severity raise nothing", () => {
  const desk = new IncidentRig({ alerts: { minSeverity: "critical" } });
  desk.frame(1, [{ ...about(1, 1), isMomentary: true }], crossing!);
  assert.equal(desk.notes.length, 0);
  desk.frame(1.2, [about(1, 1.2)]);
  assert.equal(desk.changes("created").length, 1);
});

test("a crossing is an incident of a moment", () => {
  const desk = new IncidentRig();
  desk.frame(1, [{ ...about(1, 1), isMomentary: true, direction: "b_to_a" }], crossing!);
  desk.frames(1.2, 5, () => []);
  const [created] = desk.changes("created");
  assert.equal(created!.record.direction, "b_to_a");
  assert.match(created!.record.summary, /crossed line “gate” from side b to side a/);
  assert.equal(desk.changes("resolved").length, 1);
});

test("group keys are made of what the request asks for", () => {
  const keyFor = (groupBy: AlertSettings["groupBy"], site: string | null = null): string | null => {
    const desk = new IncidentRig({ alerts: { groupBy, site } });
    desk.frame(0, [about(1, 0)]);
    return desk.changes("created")[0]!.record.groupKey;
  };
  assert.deepEqual(
    [keyFor("none"), keyFor("stream"), keyFor("zone"), keyFor("type"), keyFor("site", "north")],
    [null, "stream:cam", "zone:cam/yard", "type:intrusion", "site:north"],
  );
});

test("the same happening has the same id on two boxes, two happenings have two", () => {
  const run = (): string[] => {
    const desk = new IncidentRig();
    desk.frames(0, 3, (t) => [about(1, t, 0.2, 0), ...(t > 1 ? [about(2, t, 0.8, 1)] : [])]);
    return desk.changes("created").map((one) => one.record.id);
  };
  const ids = run();
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(run(), ids);
});

test("a lost track that comes back under another id goes on with the same incident", () => {
  const desk = new IncidentRig();
  desk.frames(0, 5, (t) => [about(1, t, 0.5, 0)]);
  // The rule bridges the old track for two seconds while the new one is there already.
  desk.frames(5, 6, (t) => [{ ...about(1, t), tracks: [track(1, 4.8)] }, about(2, t, 0.51, 5)]);
  desk.frames(6, 10, (t) => [about(2, t, 0.51, 5)]);
  assert.equal(desk.changes("created").length, 1);
  assert.deepEqual(desk.changes("updated").at(-1)!.record.trackIds, [1, 2]);
});

test("a person who was in sight before the first was lost is an incident of their own", () => {
  const desk = new IncidentRig();
  desk.frames(0, 5, (t) => [about(1, t, 0.5, 0)]);
  desk.frames(5, 5.6, (t) => [{ ...about(1, t), tracks: [track(1, 4.8)] }]);
  // Followed outside the zone since second 2, it comes in where the first one stood.
  desk.frames(5.6, 8, (t) => [about(2, t, 0.51, 2)]);
  assert.equal(desk.changes("created").length, 2);
});

test("a second person beside the first is a second incident", () => {
  const desk = new IncidentRig();
  desk.frames(0, 5, (t) => [about(1, t, 0.5, 0), ...(t > 2 ? [about(2, t, 0.52, 2)] : [])]);
  assert.equal(desk.changes("created").length, 2);
});

test("after a restart a standing condition goes on with its incident", () => {
  const before = new IncidentRig();
  before.frames(0, 10, (t) => [about(1, t, 0.5, 0)]);
  before.incidents.keep();
  const prior = [...before.stored.values()].map((record) => structuredClone(record));
  const after = new IncidentRig({ prior, stored: before.stored });
  after.frames(12, 20, (t) => [about(1, t, 0.5, 12)]);
  assert.equal(after.changes("created").length, 0);
  after.frames(20, 25, () => []);
  assert.deepEqual(
    after.changes("resolved").map((one) => one.record.id),
    [prior[0]!.id],
  );
});

test("after a restart a condition that is gone is resolved, and a new one alerts", () => {
  const before = new IncidentRig();
  before.frames(0, 10, (t) => [about(1, t, 0.2, 0)]);
  const prior = [...before.stored.values()].map((record) => structuredClone(record));
  const after = new IncidentRig({ prior, stored: before.stored });
  after.frames(12, 26, () => []);
  after.frames(26, 30, (t) => [about(1, t, 0.8, 26)]);
  assert.equal(after.changes("created").length, 1);
  after.frames(30, 50, () => []);
  assert.equal(after.changes("resolved").length, 2);
});

test("after a restart a thing in its cooldown does not alert again", () => {
  const before = new IncidentRig();
  before.frames(0, 3, (t) => [about(1, t)]);
  before.frames(3, 6, () => []);
  const prior = [...before.stored.values()].map((record) => structuredClone(record));
  assert.equal(prior[0]!.state, "resolved");
  const after = new IncidentRig({ prior, stored: before.stored });
  after.frames(8, 20, (t) => [about(7, t, 0.5, 8)]);
  assert.equal(after.changes("created").length, 0);
  after.frames(20, 40, (t) => [about(7, t, 0.5, 8)]);
  assert.equal(after.changes("created").length, 1);
});

test("an incident closed by hand stays closed while its condition holds", () => {
  const desk = new IncidentRig({ alerts: { cooldownSec: 0 } });
  desk.frames(0, 3, (t) => [about(1, t, 0.5, 0)]);
  const { id } = desk.changes("created")[0]!.record;
  assert.equal(desk.incidents.close(id, "key-1")!.state, "resolved");
  desk.frames(3, 10, (t) => [about(1, t, 0.5, 0)]);
  desk.frames(10, 14, () => []);
  assert.equal(desk.changes("resolved").length, 1);
  assert.equal(desk.changes("created").length, 1);
  desk.frames(14, 16, (t) => [about(1, t)]);
  assert.equal(desk.changes("created").length, 2);
});

test("the end of a stream resolves what is open", () => {
  const desk = new IncidentRig();
  desk.frames(0, 3, (t) => [about(1, t)]);
  desk.incidents.finish();
  assert.equal(desk.changes("resolved").length, 1);
});

test("the rules' keys are stable and hold no zone", () => {
  assert.equal(intrusion!.key, "intrusion");
  assert.equal(crowding!.key, "crowding min_count=2");
  const again = planBehaviors(
    [{ min_count: 2, zone: "yard", type: "crowding", severity: "info" }],
    zones,
  );
  assert.equal(again[0]!.key, crowding!.key);
});
