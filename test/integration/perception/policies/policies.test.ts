import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { PolicyRequest } from "../../../../src/perception/policies/policy-document.ts";
import type { IncidentWire } from "../../../../src/perception/wire/incident.ts";
import { FakeVision, tinyJpeg } from "../../../support/perception/fake-vision.ts";
import { codedError } from "../../../support/perception/perception-fixtures.ts";
import { PerceptionRig } from "../../../support/perception/perception-rig.ts";
import { firstPage as page, visitor, yardRequest } from "../../../support/page/visitor.ts";
import { until } from "../../../support/box/wait.ts";

/** A stream that watches the yard and has no behavior of its own. */
const plainRequest = { ...yardRequest, behaviors: [], detect: [] };

const standing: PolicyRequest = {
  stream_id: "yard-cam",
  name: "Nobody in the yard",
  type: "loitering",
  condition: { zone: "yard", seconds: 2, classes: ["person"] },
  action: { severity: "critical", cooldown_seconds: 5 },
};

async function watching(
  t: TestContext,
  body: unknown = plainRequest,
  vision = new FakeVision(visitor),
): Promise<PerceptionRig> {
  const rig = await PerceptionRig.make(t, { vision });
  await rig.submit(body);
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  return rig;
}

test("a policy is in force on the running stream at once: same connection, same tracks, its own incident", async (t) => {
  const rig = await watching(t);
  await rig.play(8);
  assert.equal(rig.listed("default", {}, page).total, 0);
  const runs = rig.ingest.runs.length;
  const before = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual(before.outputs, {
    delivery: ["sse", "webhook"],
    format: "full",
    webhook_url: null,
  });
  assert.deepEqual(before.output, { locale: "en", format: "json", include_diagnostics: false });
  assert.deepEqual(before.warnings, ["no behavior is set: nothing will raise an incident"]);
  const policy = await rig.policies.create("default", standing);
  assert.deepEqual([policy.streams, policy.warnings, policy.holds_now], [["yard-cam"], [], true]);
  const shown = rig.streams.get("default", "yard-cam")!;
  assert.deepEqual([shown.policies, shown.warnings], [[policy.id], []]);
  await rig.play(3);
  const [incident] = rig.listed("default", {}, page).items;
  assert.equal(incident!.policy_id, policy.id);
  assert.deepEqual(
    [incident!.type, incident!.severity, incident!.zone, incident!.track_ids],
    ["loitering", "critical", "yard", [1]],
  );
  const after = rig.streams.get("default", "yard-cam")!;
  assert.equal(rig.ingest.runs.length, runs);
  assert.equal(after.connects, before.connects);
  assert.deepEqual(after.frames_dropped, before.frames_dropped);
  const told = rig.events.find((event) => event.type === "incident.created")!;
  assert.equal(told.data["policy_id"], policy.id);
});

test("a change of a policy goes on with its open incident; switched off or removed, it is resolved", async (t) => {
  const rig = await watching(t);
  const policy = await rig.policies.create("default", standing);
  await rig.play(11);
  const open = () => rig.listed("default", { state: "open" }, page);
  assert.equal(open().total, 1);
  const id = open().items[0]!.id;
  const condition = { ...standing.condition, seconds: 1 };
  await rig.policies.patch("default", policy.id, { condition });
  await rig.play(3);
  assert.deepEqual(
    open().items.map((one) => one.id),
    [id],
  );
  await rig.policies.patch("default", policy.id, { enabled: false });
  assert.deepEqual(rig.streams.get("default", "yard-cam")!.policies, []);
  await rig.play(3);
  assert.equal(open().total, 0);
  await rig.play(4);
  await rig.policies.patch("default", policy.id, { enabled: true });
  await rig.play(3);
  assert.equal(open().total, 1);
  assert.equal(await rig.policies.remove("default", policy.id), true);
  await rig.play(3);
  assert.equal(open().total, 0);
  assert.equal(rig.policies.get("default", policy.id), undefined);
  assert.equal(await rig.policies.remove("default", policy.id), false);
});

test("mode and schedule hold incidents back; what stands there when they let go is found", async (t) => {
  const rig = await watching(t);
  await rig.modes.set("default", { mode: "home" }, "key");
  const policy = await rig.policies.create("default", { ...standing, modes: ["armed"] });
  assert.equal(policy.holds_now, false);
  await rig.play(14);
  assert.equal(rig.listed("default", {}, page).total, 0);
  await rig.modes.set("default", { mode: "armed" }, "key");
  await rig.play(1);
  const [found] = rig.listed("default", {}, page).items;
  assert.equal(found!.policy_id, policy.id);
  assert.ok(found!.last_seen_at - found!.started_at > 5, "it counts from when it began");
  await rig.modes.set("default", { mode: "disarmed" }, "key");
  await rig.play(3);
  assert.equal(rig.incidents.get("default", found!.id)!.state, "resolved");

  const now = new Date(rig.clock.wallMs());
  const minute = (ms: number): string => new Date(now.getTime() + ms).toISOString().slice(11, 16);
  await rig.policies.patch("default", policy.id, {
    modes: [],
    schedule: { time_zone: "UTC", windows: [{ from: minute(60_000), to: minute(240_000) }] },
  });
  await rig.play(10);
  assert.equal(rig.listed("default", {}, page).total, 1, "before its window");
  await rig.play(20);
  assert.equal(rig.listed("default", {}, page).total, 2, "inside its window");
});

test("the cooldown is the policy's own, for each track; the stream's stays for its behaviors", async (t) => {
  const body = { ...plainRequest, behaviors: [{ type: "intrusion", zone: "yard" }] };
  // Somebody who is in and out of the yard every four seconds, always the same track.
  const vision = new FakeVision((_id, ptsSec) => {
    const x = Math.floor(ptsSec / 4) % 2 === 0 ? 0.55 : 0.45;
    return {
      detections: [{ label: "person", score: 0.9, boxNorm: [x - 0.2, 0.4, x + 0.2, 0.9] }],
    };
  });
  const rig = await watching(t, body, vision);
  await rig.policies.create("default", {
    ...standing,
    type: "intrusion",
    condition: { zone: "yard" },
    action: { cooldown_seconds: 3 },
  });
  await rig.play(24);
  const { items } = rig.listed("default", {}, page);
  const own = items.filter((one) => one.policy_id === null);
  const ofPolicy = items.filter((one) => one.policy_id !== null);
  assert.equal(own.length, 1, "the stream's own cooldown of 30 s");
  assert.equal(ofPolicy.length, 3);
});

test("a global policy is about every stream of the organisation that has its zone, and of no other", async (t) => {
  const rig = await watching(t);
  const elsewhere = { ...plainRequest, stream_id: "hall", context: { site: "north" } };
  await rig.submit(elsewhere);
  await rig.submit(plainRequest, "acme");
  const policy = await rig.policies.create("default", { ...standing, stream_id: "" });
  assert.deepEqual([policy.streams, policy.warnings], [["yard-cam"], []]);
  assert.deepEqual(rig.streams.get("default", "hall")!.policies, []);
  assert.deepEqual(rig.streams.get("acme", "yard-cam")!.policies, []);
  assert.equal(rig.policies.get("acme", policy.id), undefined);
  assert.deepEqual(rig.policies.list("acme"), []);
  assert.deepEqual(
    rig.policies.list("default", "hall").map(({ id }) => id),
    [policy.id],
  );
  const nowhere = await rig.policies.create("default", {
    ...standing,
    stream_id: "",
    condition: { zone: "roof", seconds: 2 },
  });
  assert.deepEqual(nowhere.streams, []);
  assert.match(
    nowhere.warnings[0]!,
    /no camera has its zone now.*`roof`, which context.zones does not have/,
  );
});

test("what can never work is refused in words, by its field", async (t) => {
  const rig = await watching(t);
  for (const [change, param, words] of [
    [{ type: "teleporting" }, "type", /unknown/],
    [
      { condition: { zone: "roof", seconds: 2 } },
      "condition.zone",
      /`roof`, which context.zones does not have.*yard/,
    ],
    [{ condition: { zone: "yard" } }, "condition.seconds", /seconds: is missing/],
    [{ condition: { zone: "gate", seconds: 2 } }, "condition.zone", /an area/],
    [
      { condition: { zone: "yard", seconds: 2, classes: ["unicorn"] } },
      "condition.classes",
      /cannot see unicorn/,
    ],
    [{ condition: { zone: "yard", seconds: 2, max_mps: 3 } }, "condition.max_mps", /no parameter/],
    [
      { schedule: { time_zone: "UTC", windows: [{ days: ["holiday"] }] } },
      "schedule",
      /never holds/,
    ],
  ] as [Partial<PolicyRequest>, string, RegExp][]) {
    const error = await codedError(() =>
      rig.policies.create("default", { ...standing, ...change }),
    );
    assert.deepEqual([error.code, error.param], ["invalid_request_body", param]);
    assert.match(error.message, words);
  }
  const unseen = { ...standing, type: "ppe_missing", condition: { zone: "yard" } };
  const error = await codedError(() => rig.policies.create("default", unseen));
  assert.deepEqual([error.code, error.param], ["feature_disabled", "type"]);
  assert.match(error.message, /class for/);
  assert.deepEqual(rig.policies.list("default"), []);
});

test("what cannot work yet, or no more, is flagged on the policy and on the stream when it starts", async (t) => {
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  const policy = await rig.policies.create("default", {
    ...standing,
    condition: { zone: "roof", seconds: 2, classes: ["person", "unicorn"] },
  });
  assert.match(policy.warnings[0]!, /does not watch camera yard-cam now/);
  const job = await rig.submit({ ...plainRequest, display_name: "Back yard" });
  await until(() => job.updates.length > 0);
  const said = job.updates[0]!.payload!["warnings"] as string[];
  assert.match(
    said.at(-1)!,
    /^policy `Nobody in the yard`: .*`roof`, which context.zones does not have/,
  );
  assert.deepEqual(rig.streams.get("default", "yard-cam")!.warnings, said);
  assert.match(
    rig.policies.get("default", policy.id)!.warnings[0]!,
    /^camera Back yard: .*`roof`, which context.zones does not have/,
  );
  // It can be switched off while it is in this state, and mended.
  await rig.policies.patch("default", policy.id, { enabled: false });
  await rig.policies.patch("default", policy.id, {
    enabled: true,
    condition: { zone: "yard", seconds: 2, classes: ["person", "unicorn"] },
  });
  const mended = rig.policies.get("default", policy.id)!;
  assert.deepEqual(mended.streams, ["yard-cam"]);
  assert.match(mended.warnings[0]!, /cannot see unicorn/);
});

test("classes of a policy are looked for beside the stream's own", async (t) => {
  const rig = await watching(t, { ...plainRequest, detect: ["person"] });
  const labels = () => rig.vision.stream("default/yard-cam").options.labels;
  assert.deepEqual(labels(), ["person"]);
  const policy = await rig.policies.create("default", {
    ...standing,
    condition: { zone: "yard", seconds: 2, classes: ["dog"] },
  });
  assert.deepEqual(labels(), ["person", "dog"]);
  await rig.policies.remove("default", policy.id);
  assert.deepEqual(labels(), ["person"]);
});

test("policies survive a restart, and judge single pictures too", async (t) => {
  const rig = await watching(t);
  const policy = await rig.policies.create("default", {
    ...standing,
    stream_id: "",
    type: "intrusion",
    condition: { classes: ["person"] },
  });
  const next = await PerceptionRig.make(t, { store: rig.parts.store });
  next.vision.pictureDetections = [{ label: "person", score: 0.9, boxNorm: [0.4, 0.4, 0.6, 0.9] }];
  const data = Buffer.from(tinyJpeg).toString("base64");
  const job = await next.submit({ stream_id: "photo", input: { data }, model: "auto" });
  const { payload } = await job.outcome;
  const { incidents } = payload!["output"] as unknown as { incidents: IncidentWire[] };
  assert.deepEqual(
    incidents.map((one) => one.policy_id),
    [policy.id],
  );
});

test("things that are too small or never sure do not count where a policy says so", async (t) => {
  const rig = await watching(t);
  const condition = { zone: "yard", seconds: 2 };
  await rig.policies.create("default", {
    ...standing,
    name: "sure",
    condition: { ...condition, min_score: 0.99 },
  });
  await rig.policies.create("default", {
    ...standing,
    name: "large",
    condition: { ...condition, min_height: 0.9 },
  });
  const both = await rig.policies.create("default", {
    ...standing,
    name: "neither",
    condition: { ...condition, min_score: 0.5, min_height: 0.1 },
  });
  await rig.play(13);
  const { items } = rig.listed("default", {}, page);
  assert.deepEqual(
    items.map((one) => one.policy_id),
    [both.id],
  );
});
