import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { DataClass } from "../../../src/uplink/uplink-terms.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import type { EventLog } from "../../../src/base/events/event-log.ts";
import { Narrator, type NarratorParts } from "../../../src/perception/narration/narrator.ts";
import { waitingNarrations } from "../../../src/perception/narration/narration-queue.ts";
import { FakeVision } from "../../support/perception/fake-vision.ts";
import { makeUplink } from "../../support/uplink/make-uplink.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { PerceptionRig } from "../../support/perception/perception-rig.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { firstPage as page, visitor, yardRequest } from "../../support/page/visitor.ts";
import { until } from "../../support/box/wait.ts";
import { egressPage } from "../../../src/uplink/egress-wire.ts";

/** A watched yard whose incidents are narrated by the stand-in. */
async function narrated(
  t: TestContext,
  options: { request?: object; data?: DataClass[]; isAway?: boolean; picture?: Promise<void> } = {},
) {
  const cloud = await startMockCloud();
  t.after(() => cloud.stop());
  if (options.isAway) await cloud.stop();
  const rig = await PerceptionRig.make(t, { vision: new FakeVision(visitor) });
  const { clock, incidents } = rig;
  const { store, events } = rig.parts;
  const uplink = await makeUplink(t, {
    dir: await tempDir(t),
    store,
    clock,
    endpoints: [
      {
        name: "cloud",
        kind: "openai",
        url: cloud.baseUrls.openai,
        key: cloud.key,
        data: options.data ?? ["incident"],
      },
    ],
    routes: { vision: [{ endpoint: "cloud", model: "gpt-5-mini" }] },
  });
  const parts: NarratorParts = {
    incidents: {
      get: (org, id) => incidents.get(org, id),
      narrate: (org, id, words) => incidents.narrate(org, id, words),
      async snapshot(...asked) {
        await options.picture;
        return await incidents.snapshot(...asked);
      },
    },
    uplink,
    store,
    clock,
    log: silentLogger,
    minSeverity: "warning",
    events: events as unknown as EventLog,
  };
  const narrator = new Narrator(parts);
  narrator.start();
  t.after(() => narrator.stop());
  /** The narrator has heard of every incident that is stored. */
  const told = (): Promise<void> =>
    until(() => {
      const { total } = rig.listed("default", {}, page);
      return rig.events.filter(({ type }) => type === "incident.created").length === total;
    });
  await rig.submit({ ...yardRequest, ...options.request });
  await until(() => rig.ingest.runs.length > 0);
  rig.ingest.last.init();
  // No further than the incident: the narrator begins two seconds of the clock after it.
  for (let frame = 0; frame < 30 && narrator.waiting === 0; frame += 1) {
    await rig.play(1);
    await rig.running.get("default", "yard-cam")?.evidence.writer.flush();
    await told();
  }
  // Noted in the store, and with the pictures that they are narrated from.
  await until(() => narrator.waiting > 0 && waitingNarrations(store).length === narrator.waiting);
  for (const { id } of waitingNarrations(store)) {
    await until(
      async () => (await incidents.snapshot("default", id, { isPlain: true })) !== undefined,
    );
  }
  /** Another narrator on the same store, as after a restart. */
  const restart = async (): Promise<Narrator> => {
    await narrator.stop();
    const next = new Narrator(parts);
    next.start();
    t.after(() => next.stop());
    return next;
  };
  const intrusion = () => rig.listed("default", { type: "intrusion" }, page).items[0]!;
  return { cloud, rig, clock, narrator, uplink, intrusion, restart, parts };
}

test("an incident is narrated from its picture, as an update that outlives what the stream goes on to write", async (t) => {
  const { cloud, rig, clock, intrusion } = await narrated(t, {
    request: { output: { locale: "de" } },
  });
  clock.advance(2100);
  await until(() => intrusion().narration !== null);
  const [asked] = cloud.requests;
  assert.equal(asked!.pictures.length, 1);
  assert.match(asked!.prompt, /intrusion/);
  assert.match(asked!.prompt, /"de"/);
  const isTold = (): boolean =>
    rig.events.some(
      ({ type, data }) =>
        type === "incident.updated" && data["narration"] === intrusion().narration,
    );
  // The event goes out once the words are durable, a little after they can be read.
  await until(isTold, { what: "the narration as an update" });
  await rig.play(6);
  await rig.incidents.resolve("default", intrusion().id, "key-1");
  assert.notEqual(intrusion().narration, null);
  assert.equal(intrusion().state, "resolved");
});

test("nothing of a camera leaves where the endpoint's data does not name incidents, or the profile is of care", async (t) => {
  const denied = await narrated(t, { data: ["media", "brand", "voice"] });
  denied.clock.advance(2100);
  await until(() => denied.narrator.givenUp > 0);
  assert.equal(denied.cloud.requests.length, 0);
  const care = await narrated(t, { request: { profile: "healthcare_facility" } });
  care.clock.advance(40_000);
  await until(() => care.narrator.waiting === 0);
  assert.equal(care.cloud.requests.length, 0);
  assert.equal(care.intrusion().narration, null);
});

test("masks that were changed since keep the picture on the box", async (t) => {
  const picture = Promise.withResolvers<void>();
  const made = await narrated(t, { picture: picture.promise });
  const { cloud, rig, clock, narrator, intrusion } = made;
  const polygon = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.5],
  ];
  await rig.streams.patch("default", "yard-cam", { masks: [{ polygon }] });
  picture.resolve();
  clock.advance(2100);
  await until(() => narrator.running === 0);
  clock.advance(30_100);
  await until(() => narrator.waiting === 0);
  assert.equal(cloud.requests.length, 0);
  assert.equal(intrusion().narration, null);
});

test("without an uplink an incident waits for an hour, then it stays without", async (t) => {
  const { clock, narrator, uplink, intrusion } = await narrated(t, { isAway: true });
  for (let minute = 0; minute < 62 && narrator.waiting > 0; minute += 1) {
    clock.advance(60_000);
    await until(() => narrator.running === 0);
  }
  assert.deepEqual([narrator.waiting, intrusion().narration], [0, null]);
  assert.ok(narrator.givenUp > 0);
  assert.equal(egressPage(uplink.egress, "default", { limit: 1, offset: 0 }).total, 0);
});

test("an incident that waits for its words gets them after a restart, once, and only while it is fresh", async (t) => {
  const made = await narrated(t);
  const { store } = made.rig.parts;
  const next = await made.restart();
  assert.ok(next.waiting > 0);
  made.clock.advance(2100);
  await until(() => next.waiting === 0 && waitingNarrations(store).length === 0);
  assert.notEqual(made.intrusion().narration, null);
  const asked = made.cloud.requests.length;
  const third = new Narrator(made.parts);
  third.start();
  await third.stop();
  assert.equal(third.waiting, 0);
  assert.equal(made.cloud.requests.length, asked);

  const late = await narrated(t, { isAway: true });
  await late.narrator.stop();
  late.clock.advance(3_700_000);
  const after = await late.restart();
  late.clock.advance(2100);
  await until(() => after.waiting === 0 && waitingNarrations(late.rig.parts.store).length === 0);
  assert.equal(late.intrusion().narration, null);
});

test("masks that were changed before a restart keep the picture on the box", async (t) => {
  const { cloud, rig, clock, narrator, restart } = await narrated(t);
  await narrator.stop();
  const polygon = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.5],
  ];
  await rig.streams.patch("default", "yard-cam", { masks: [{ polygon }] });
  const next = await restart();
  clock.advance(2100);
  await until(() => next.waiting === 0);
  assert.equal(cloud.requests.length, 0);
});
