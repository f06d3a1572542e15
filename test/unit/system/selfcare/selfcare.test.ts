import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { NumberedLog } from "../../../../src/base/events/numbered-log.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { Job } from "../../../../src/base/jobs/job.ts";
import { ClockWatch } from "../../../../src/system/selfcare/clock-watch.ts";
import { RoomGuard } from "../../../../src/system/selfcare/room-guard.ts";
import { SafeMode } from "../../../../src/system/selfcare/safe-mode.ts";
import { StartLog } from "../../../../src/system/selfcare/start-log.ts";
import { SiteClock } from "../../../../src/system/selfcare/site-clock.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const minutesMs = 60_000;
const hoursMs = 3_600_000;

async function startLog(t: TestContext) {
  const path = join(await tempDir(t), "starts.json");
  const now = { id: "boot-1", upSec: 100 };
  return { path, now, log: new StartLog(path, async () => ({ ...now })) };
}

test("starts that did not end cleanly count within their window and their boot", async (t) => {
  const { now, log } = await startLog(t);
  assert.equal(await log.begin(300), 0);
  now.upSec += 10;
  assert.equal(await log.begin(300), 1);
  now.upSec += 295;
  assert.equal(await log.begin(300), 1, "the first is too long ago");
  now.id = "boot-2";
  now.upSec = 20;
  assert.equal(await log.begin(300), 0, "a power cut is no crash");
  await log.clear();
  assert.equal(await log.begin(300), 0);
});

test("a damaged record of starts counts as none", async (t) => {
  const { path, log } = await startLog(t);
  for (const text of ["", "{", '{"v":2,"starts":[]}', '{"v":1,"starts":7}']) {
    await writeFile(path, text);
    assert.equal(await log.begin(300), 0, text);
  }
});

interface Rig {
  clock: FakeClock;
  safeMode: SafeMode;
  cleared: () => number;
}

async function safeBox(crashes: number, afterCrashes = 3): Promise<Rig> {
  const clock = new FakeClock();
  let cleared = 0;
  const starts = {
    begin: async () => crashes,
    clear: async () => {
      cleared += 1;
    },
  };
  const windowMs = 5 * minutesMs;
  const retryMs = 60 * minutesMs;
  const options = { starts, clock, log: silentLogger, afterCrashes, windowMs, retryMs };
  const safeMode = new SafeMode(options);
  await safeMode.start();
  return { clock, safeMode, cleared: () => cleared };
}

const stream = { inputEcho: { source: {} } } as unknown as Job;

test("the third crash pauses what waits for it, until somebody leaves safe mode", async () => {
  const { safeMode, cleared } = await safeBox(3);
  const gate = safeMode.gate(({ inputEcho }) => inputEcho["source"] !== undefined);
  let opened = 0;
  let robots = 0;
  gate.opened(() => (opened += 1));
  safeMode.whenOver(() => (robots += 1));
  const key = gate.keyOf(stream);
  assert.ok(key !== null);
  assert.equal(gate.closed(key), "safe_mode");
  assert.equal(gate.keyOf({ inputEcho: {} } as unknown as Job), null, "pictures are not paused");
  assert.match(safeMode.describe().reason!, /died 3 times within 5 minutes/);
  await safeMode.leave();
  assert.deepEqual([gate.closed(key), gate.keyOf(stream), opened, robots], [null, null, 1, 1]);
  assert.equal(cleared(), 1);
  assert.deepEqual(safeMode.describe(), { sinceMs: null, reason: null });
  await assert.rejects(
    safeMode.leave(),
    (error) => GatehouseError.find(error)?.code === "conflict",
  );
});

test("safe mode tries again by itself, and may be switched off", async () => {
  const { clock, safeMode } = await safeBox(3);
  clock.advance(60 * minutesMs - 1);
  assert.ok(safeMode.isActive);
  clock.advance(1);
  assert.ok(!safeMode.isActive);
  assert.ok(!(await safeBox(9, 0)).safeMode.isActive);
  assert.ok(!(await safeBox(2)).safeMode.isActive);
});

test("a process that has run for five minutes, or stops cleanly, begins again", async () => {
  const { clock, safeMode, cleared } = await safeBox(1);
  clock.advance(5 * minutesMs);
  assert.equal(cleared(), 1);
  await safeMode.stop();
  assert.equal(cleared(), 2);
});

async function watched(t: TestContext) {
  const clock = new FakeClock();
  const told: string[] = [];
  const troubles = {
    raise: ({ details }: { details: Record<string, unknown> }) => {
      told.push(`raise ${String(details["seconds"])}`);
    },
    resolve: () => void told.push("resolve"),
  };
  const store = await makeStore(t);
  const started = async () => {
    const site = new SiteClock(clock);
    const watch = new ClockWatch({ clock: site, log: silentLogger, store, troubles });
    await watch.start();
    return { site, watch };
  };
  return { clock, told, store, started, ...(await started()) };
}

test("a step of the clock is told once, slow drift never", async (t) => {
  const { clock, told, watch } = await watched(t);
  for (let second = 0; second < 100; second += 1) {
    clock.jumpWall(50);
    clock.advance(1000);
  }
  assert.deepEqual(told, []);
  clock.jumpWall(-7200_000);
  clock.advance(1000);
  assert.deepEqual(told, ["raise -7200"]);
  clock.advance(10 * minutesMs);
  clock.advance(10 * minutesMs);
  assert.deepEqual(told, ["raise -7200", "resolve"]);
  assert.equal(watch.jumps, 1);
});

test("a clock that runs away makes nothing older for a day, and nothing at all when it comes back", async (t) => {
  const { clock, site } = await watched(t);
  const beforeMs = clock.wallMs();
  clock.jumpWall(400 * 24 * hoursMs);
  assert.equal(site.ageMs(), beforeMs, "also before the timer has looked");
  clock.advance(23 * hoursMs);
  assert.equal(site.ageMs(), beforeMs + 23 * hoursMs);
  clock.advance(hoursMs + 1000);
  assert.equal(site.ageMs(), clock.wallMs(), "after a day it is believed");
  clock.jumpWall(400 * 24 * hoursMs);
  clock.advance(1000);
  clock.jumpWall(-400 * 24 * hoursMs);
  clock.advance(1000);
  assert.equal(site.ageMs(), clock.wallMs(), "the excursion is over");
});

test("a clock that goes back part of its excursion leaves the rest in doubt", async (t) => {
  const { clock, site } = await watched(t);
  const beforeMs = clock.wallMs();
  clock.jumpWall(10 * 24 * hoursMs);
  clock.advance(1000);
  clock.jumpWall(-4 * 24 * hoursMs);
  clock.advance(1000);
  assert.equal(site.ageMs(), beforeMs + 2000);
});

test("what is in doubt stays so over restarts, and over a start long after the last", async (t) => {
  const { clock, watch, site, started } = await watched(t);
  const beforeMs = clock.wallMs();
  clock.jumpWall(400 * 24 * hoursMs);
  clock.advance(20 * hoursMs);
  await watch.stop();
  const { site: next, watch: nextWatch } = await started();
  assert.equal(next.ageMs(), beforeMs + 20 * hoursMs, "the new process has the old one's doubt");
  // The jump was seen within a second.
  clock.advance(4 * hoursMs + 1000);
  assert.equal(next.ageMs(), clock.wallMs(), "and no longer than the old one would have had it");
  assert.equal(site.ageMs(), next.ageMs());
  await nextWatch.stop();
  const stoppedMs = clock.wallMs();
  clock.jumpWall(30 * 24 * hoursMs);
  const { site: late, watch: lateWatch } = await started();
  assert.equal(late.ageMs(), stoppedMs, "a month off, or a wrong time: nobody can tell yet");
  await lateWatch.stop();
  clock.jumpWall(-30 * 24 * hoursMs);
  assert.equal((await started()).site.ageMs(), clock.wallMs(), "it was a wrong time");
});

test("a clock that runs away removes no event, job, kept answer or entry of a log, and a day later it does", async (t) => {
  const clock = new FakeClock();
  const site = new SiteClock(clock);
  const { store, events, jobs } = await makeJobs(t, {
    clock: site,
    setup: (made) => made.register(handler(untilAborted, 0)),
  });
  const retention = { maxAgeMs: 24 * hoursMs, maxCount: 1000 };
  const log = new NumberedLog("a-log", { store, retention, clock: site, log: silentLogger });
  await store.transact((tx) => void log.add(tx, { org: "default" }));
  const { job } = await jobs.submit(echoOperation(), { text: "a" }, { caller: caller() });
  await jobs.cancel("default", job.id);
  await jobs.idempotency.save("default", "k", { fingerprint: "f", answer: 1 });
  const left = async (): Promise<boolean[]> => {
    await events.trim();
    await log.trim();
    await jobs.idempotency.trim();
    await jobs.purge();
    return [
      store.count(["box", "event"]) > 0,
      log.page("default", { limit: 1, offset: 0 }, () => 1).total > 0,
      jobs.idempotency.find("default", "k") !== undefined,
      jobs.get("default", job.id) !== undefined,
    ];
  };
  clock.jumpWall(400 * 24 * hoursMs);
  assert.deepEqual(await left(), [true, true, true, true]);
  clock.advance(25 * hoursMs);
  assert.deepEqual(await left(), [false, false, false, false]);
});

test("large bodies are refused before the disk is full, and taken again once there is room", async () => {
  let freeBytes = 1000;
  let nowMs = 0;
  const guard = new RoomGuard({
    dir: "/nowhere",
    keptBytes: 400,
    monoMs: () => nowMs,
    freeBytes: async () => freeBytes,
  });
  const inner = { take: async () => "taken", remove: async () => undefined };
  const intake = guard.guard(inner);
  const take = (limitBytes: number) => intake.take(Readable.from([]), { limitBytes });
  assert.equal(await take(600), "taken");
  await assert.rejects(take(601), (error) => GatehouseError.find(error)?.code === "storage_full");
  freeBytes = 2000;
  await assert.rejects(take(601), "it was asked a moment ago");
  nowMs += 1000;
  assert.equal(await take(601), "taken");
  assert.equal(guard.refused, 1 + 1);
});
