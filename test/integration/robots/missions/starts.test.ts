import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scope } from "../../../../src/base/contract/scopes.ts";
import type { StoredMissionRequest } from "../../../../src/robots/missions/mission-document.ts";
import { SiteSchedules } from "../../../../src/perception/policies/site-schedules.ts";
import type { SiteMode } from "../../../../src/perception/core/schedule-terms.ts";
import { runRig, type RunRig } from "../run-rig.ts";

type Starts = Exclude<StoredMissionRequest["starts"], undefined>;

const caller = { org: "default", keyId: "anna", scopes: [], requestId: "req_test" };
const nights: NonNullable<Starts>["schedule"] = {
  time_zone: "Europe/Berlin",
  windows: [{ from: "22:00", to: "06:00", days: ["mon", "tue", "wed", "thu", "fri", "sat"] }],
  holidays: ["2026-12-25"],
};

function night(starts: Starts, seconds = 0): StoredMissionRequest {
  return { name: "night", steps: [{ type: "wait", seconds }], starts };
}

function queued(rig: RunRig) {
  return rig.jobs.list("default", {}, { limit: 100, offset: 0 }).items;
}

/** Sets the clock and lets the box look at the schedules. */
async function lookAt(rig: RunRig, time: string): Promise<void> {
  rig.clock.jumpWall(Date.parse(time) - rig.clock.wallMs());
  rig.missions.starts.look();
  await rig.missions.starts.stop();
}

/** Looks at the schedules, lets what starts end, and returns how many missions were queued so far. */
async function countAt(rig: RunRig, time: string): Promise<number> {
  await lookAt(rig, time);
  const jobs = queued(rig);
  for (const { id } of jobs) await rig.over(id);
  return jobs.length;
}

test("a mission starts once when its schedule begins in its own time zone, also over a pause of the box", async (t) => {
  const rig = await runRig(t);
  await rig.missions.service.put(caller, night({ schedule: nights }));
  assert.equal(await countAt(rig, "2026-11-23T21:59:00+01:00"), 0, "a minute before");
  assert.equal(await countAt(rig, "2026-11-23T22:00:10+01:00"), 1);
  assert.equal(await countAt(rig, "2026-11-23T22:00:30+01:00"), 1, "not again in the same night");
  assert.equal(await countAt(rig, "2026-11-24T03:00:00+01:00"), 1, "nor after a pause of the box");
  assert.equal(await countAt(rig, "2026-11-24T12:00:00+01:00"), 1);
  assert.equal(await countAt(rig, "2026-11-24T23:30:00+01:00"), 2, "late, for the box was off");
  assert.equal(await countAt(rig, "2026-12-25T23:00:00+01:00"), 2, "a holiday");
});

test("a mission repeats while its schedule holds, in its site modes only, and never beside itself", async (t) => {
  let mode: SiteMode = "home";
  const rig = await runRig(t, { site: { times: new SiteSchedules({ at: () => mode }) } });
  const starts: Starts = { schedule: nights, modes: ["armed"], every_minutes: 60 };
  const { id } = await rig.missions.service.put(caller, night(starts));
  assert.equal(await countAt(rig, "2026-11-23T22:10:00+01:00"), 0, "not at home");
  mode = "armed";
  assert.equal(await countAt(rig, "2026-11-23T22:20:00+01:00"), 1);
  assert.equal(await countAt(rig, "2026-11-23T22:50:00+01:00"), 1);
  const nextMs = () => rig.missions.service.seen(rig.missions.stored.get("default", id)!).nextMs;
  assert.equal(nextMs(), Date.parse("2026-11-23T23:20:00+01:00"));
  assert.equal(await countAt(rig, "2026-11-23T23:21:00+01:00"), 2);
  await rig.missions.service.put(caller, night(starts, 36_000), { id });
  await lookAt(rig, "2026-11-24T00:30:00+01:00");
  await lookAt(rig, "2026-11-24T01:31:00+01:00");
  const last = rig.missions.starts.lastOf("default", id)!;
  assert.deepEqual([last.code, last.reason], ["conflict", "its last run has not ended"]);
  assert.equal(queued(rig).length, 3);
  await rig.jobs.cancel("default", last.jobId!);
  await rig.over(last.jobId!);
});

test("a key that lost its scope starts nothing, says so, and an impossible schedule is refused by name", async (t) => {
  let scopes: Scope[] = ["robots:read"];
  const rig = await runRig(t, { site: { scopesOf: () => scopes } });
  const { id } = await rig.missions.service.put(caller, night({ schedule: nights }));
  assert.equal(await countAt(rig, "2026-11-23T22:30:00+01:00"), 0);
  assert.equal(rig.missions.starts.lastOf("default", id)!.code, "insufficient_scope");
  scopes = ["robots:command"];
  assert.equal(await countAt(rig, "2026-11-24T22:30:00+01:00"), 1);
  const wrong = { ...nights, time_zone: "Europe/Berlyn" };
  await assert.rejects(rig.missions.service.put(caller, night({ schedule: wrong })), {
    message: /^starts: is not a time zone: `Europe\/Berlyn`/,
  });
  const never = { ...nights, windows: [{ days: ["holiday" as const] }], holidays: [] };
  await assert.rejects(rig.missions.service.put(caller, night({ schedule: never })), {
    message: /^starts\.schedule: never holds: it is for holidays only/,
  });
});
