import type { ReplayedIncident } from "../../../../src/perception/wire/policy-answers.ts";
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { ReplayWire } from "../../../../src/perception/wire/policy-answers.ts";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import type { PolicyRequest } from "../../../../src/perception/policies/policy-document.ts";
import { FakeVision, type FakeDetections } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { standing } from "../../../support/perception/scripted-tracks.ts";
import { firstPage as page, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

const plain = { ...yardRequest, behaviors: [], detect: [] };

/** Three people on different ways through yard and gate, in sight and out of it, never on a grid. */
function crowd(_id: string, ptsSec: number): FakeDetections {
  const at = (phase: number, speed: number): number =>
    0.5 + 0.45 * Math.sin(ptsSec * speed + phase) + 0.003 * Math.sin(ptsSec * 31);
  const people = [
    [at(0, 0.37), 0.9],
    [at(2, 0.21), 0.7],
    [at(4, 0.53), 0.55],
  ] as const;
  const detections = people
    .filter((_, index) => Math.sin(ptsSec / 3 + index) > -0.6)
    .map(([x, feet], index) => ({
      label: "person",
      score: 0.6 + 0.3 * Math.sin(ptsSec + index),
      boxNorm: standing(x, feet),
    }));
  return { detections };
}

const rules: PolicyRequest[] = [
  {
    name: "stays",
    type: "loitering",
    condition: { zone: "yard", seconds: 3 },
    action: { cooldown_seconds: 4 },
  },
  {
    name: "enters",
    type: "intrusion",
    condition: { zone: "yard", min_score: 0.65 },
    action: { cooldown_seconds: 0 },
  },
  { name: "crosses", type: "line_crossing", condition: { line: "gate" } },
  { name: "many", type: "crowding", condition: { zone: "yard", min_count: 2, seconds: 1 } },
];

/** A rig with the crowd and the policies; frames are recorded from `startSec` on. */
async function watched(t: TestContext): Promise<{
  rig: PerceptionRig;
  ids: string[];
  startSec: number;
}> {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(crowd) });
  const ids: string[] = [];
  for (const rule of rules) ids.push((await rig.policies.create("default", rule)).id);
  const startSec = rig.clock.wallMs() / 1000;
  await rig.submit(plain);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return { rig, ids, startSec };
}

/** What live and replayed incidents must have in common. */
const sharedFields =
  "id type severity zone classes confidence track_ids count started_at last_seen_at resolved_at summary".split(
    " ",
  );

function facts(one: ReplayedIncident | IncidentWire) {
  const entries = Object.entries(one).filter(([name]) => sharedFields.includes(name));
  assert.equal(entries.length, sharedFields.length);
  return { id: one.id, ...Object.fromEntries(entries) };
}

test("a replay finds to the id and to the millisecond what the running stream raised", async (t) => {
  const { rig, ids, startSec } = await watched(t);
  await rig.play(90);
  // Open incidents are stored as they are.
  const [job] = rig.live.values();
  job!.abort("shutdown");
  await job!.outcome;
  const endSec = rig.clock.wallMs() / 1000 + 1;
  const all = rig.listed("default", {}, { limit: 100, offset: 0 }).items;
  assert.ok(all.length > 20, `${all.length}`);
  for (const id of ids) {
    const live = all
      .filter((one) => one.policy_id === id)
      .map(facts)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const answer = (await rig.replay.run("default", id, {
      request: { from: startSec, to: endSec },
    }))!;
    assert.ok(live.length > 1, `${live.length}`);
    assert.equal(answer.incident_count, live.length);
    const found = answer.incidents.map(facts).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(found, live);
    const [stream] = answer.streams;
    assert.ok(stream!.frames > 440 && stream!.recorded_seconds > 88, JSON.stringify(stream));
    assert.deepEqual(stream!.warnings, []);
  }
});

test("a replay goes over a restart of the stream as the stream itself did", async (t) => {
  const { rig, ids, startSec } = await watched(t);
  await rig.play(30);
  const [job] = rig.live.values();
  job!.abort("shutdown");
  await job!.outcome;
  const record = rig.streams.get("default", "yard-cam")!;
  assert.equal(record.job_id, job!.id);
  const before = rig.ingest.runs.length;
  rig.run({ id: job!.id, org: "default" } as never, runInput(rig), "yard-cam");
  await until(() => rig.ingest.runs.length > before);
  rig.ingest.last.init();
  await rig.play(30);
  const endSec = rig.clock.wallMs() / 1000 + 1;
  const all = rig.listed("default", {}, { limit: 100, offset: 0 }).items;
  for (const id of ids) {
    const live = all.filter((one) => one.policy_id === id).map((one) => one.id);
    const answer = (await rig.replay.run("default", id, {
      request: { from: startSec, to: endSec },
    }))!;
    assert.deepEqual(answer.incidents.map((one) => one.id).toSorted(), live.toSorted());
  }
});

/** The private input of the rig's stream job, as the queue would keep it. */
function runInput(rig: PerceptionRig) {
  const runner = rig.running.get("default", "yard-cam") ?? undefined;
  assert.equal(runner, undefined, "the first run has ended");
  return {
    mode: "live",
    streamId: "yard-cam",
    source: { kind: "rtsp", url: "rtsp://10.0.0.9/stream" },
    settings: {},
  } as never;
}

test("a policy can be tried before it is switched on, and tells of the past what it would have done", async (t) => {
  const { rig, startSec } = await watched(t);
  await rig.play(40);
  const endSec = rig.clock.wallMs() / 1000 + 1;
  const trial = await rig.policies.create("default", {
    name: "trial",
    type: "intrusion",
    condition: { zone: "yard" },
    enabled: false,
  });
  const run = (from: number, to: number, more = {}) =>
    rig.replay.run("default", trial.id, { request: { from, to, ...more } });
  const answer = (await run(startSec, endSec))!;
  assert.ok(answer.incident_count > 0);
  const middle = startSec + 20;
  const later = (await run(middle, endSec))!;
  assert.ok(later.incidents.every(({ opened_at: at }) => at >= middle));
  assert.deepEqual(
    later.incidents.map(({ id }) => id),
    answer.incidents.filter(({ opened_at: at }) => at >= middle).map(({ id }) => id),
  );
  const hour = new Date((startSec - 7200) * 1000).toISOString().slice(11, 13);
  await rig.policies.patch("default", trial.id, {
    schedule: { time_zone: "UTC", windows: [{ from: `${hour}:00`, to: `${hour}:30` }] },
  });
  assert.equal((await run(startSec, endSec))!.incident_count, 0, "outside its window");
  const empty = (await run(startSec - 5000, startSec - 4000))!;
  assert.deepEqual(empty.streams[0]!.warnings, ["no tracks are recorded of this time"]);
  assert.equal(
    rig.listed("default", {}, page).items.some((one) => one.policy_id === trial.id),
    false,
  );
});

test("a replay that cannot be is refused in words", async (t) => {
  const { rig, ids } = await watched(t);
  const loss = await rig.policies.create("default", { name: "loss", type: "video_loss" });
  for (const [id, request, param] of [
    [ids[0]!, { from: 10, to: 10 }, "to"],
    [ids[0]!, { from: 0, to: 8 * 86_400 }, "to"],
    [ids[0]!, { from: 0, to: 10, stream_id: "hall" }, "stream_id"],
    [loss.id, { from: 0, to: 10 }, "type"],
  ] as const) {
    const error = await codedError(() => rig.replay.run("default", id, { request }));
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
  }
  assert.equal(await rig.replay.run("acme", ids[0]!, { request: { from: 0, to: 10 } }), undefined);
  const both = [1, 2].map(() =>
    codedErrorOrNull(rig.replay.run("default", ids[0]!, { request: { from: 0, to: 9 } })),
  );
  assert.deepEqual(
    (await Promise.all(both)).filter((one) => one !== null),
    ["overloaded"],
  );
});

async function codedErrorOrNull(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a rule that is not stored finds what the same stored policy finds, and stores nothing", async (t) => {
  const { rig, ids, startSec } = await watched(t);
  await rig.play(30);
  const span = { from: startSec, to: rig.clock.wallMs() / 1000 };
  const times = (answer: ReplayWire) => answer.incidents.map((one) => one.opened_at);
  const stored = (await rig.replay.run("default", ids[0]!, { request: span }))!;
  const tried = await rig.replay.tryUnstored("default", {
    request: { ...span, policy: rules[0]! },
  });
  assert.ok(times(stored).length > 1);
  assert.deepEqual(times(tried), times(stored));
  assert.equal(tried.policy_id, null);
  assert.equal(rig.policies.list("default").length, rules.length);
  const policy = { ...rules[0]!, schedule: { time_zone: "Mars/Base", windows: [{}] } };
  const refusal = await codedError(() =>
    rig.replay.tryUnstored("default", { request: { ...span, policy } }),
  );
  assert.equal(refusal.param, "policy.schedule.time_zone");
});
