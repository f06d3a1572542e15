import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import { GatehouseError } from "../../../src/core/errors.ts";
import { silentLogger } from "../../../src/core/logger.ts";
import type { Job } from "../../../src/jobs/job.ts";
import { ClockWatch } from "../../../src/selfcare/clock-watch.ts";
import { RoomGuard } from "../../../src/selfcare/room-guard.ts";
import { SafeMode } from "../../../src/selfcare/safe-mode.ts";
import { StartLog } from "../../../src/selfcare/start-log.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { tempDir } from "../../support/temp-dir.ts";

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
  assert.deepEqual(safeMode.describe(), { active: false, since: null, reason: null });
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

test("a process that has run for five minutes, or stops cleanly, begins anew", async () => {
  const { clock, safeMode, cleared } = await safeBox(1);
  clock.advance(5 * minutesMs);
  assert.equal(cleared(), 1);
  await safeMode.stop();
  assert.equal(cleared(), 2);
});

function watched() {
  const clock = new FakeClock();
  const told: string[] = [];
  const troubles = {
    raise: ({ details }: { details: Record<string, unknown> }) => {
      told.push(`raise ${String(details["seconds"])}`);
    },
    resolve: () => void told.push("resolve"),
  };
  const watch = new ClockWatch({ clock, log: silentLogger, troubles });
  watch.start();
  return { clock, told, watch };
}

test("a step of the clock is told once, slow drift never", () => {
  const { clock, told, watch } = watched();
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

test("a clock that runs away makes nothing older for a day, and nothing at all when it comes back", () => {
  const { clock, watch } = watched();
  const beforeMs = clock.wallMs();
  clock.jumpWall(400 * 24 * hoursMs);
  assert.equal(watch.ageMs(), beforeMs, "also before the timer has looked");
  clock.advance(23 * hoursMs);
  assert.equal(watch.ageMs(), beforeMs + 23 * hoursMs);
  clock.advance(hoursMs + 1000);
  assert.equal(watch.ageMs(), clock.wallMs(), "after a day it is believed");
  clock.jumpWall(400 * 24 * hoursMs);
  clock.advance(1000);
  clock.jumpWall(-400 * 24 * hoursMs);
  clock.advance(1000);
  assert.equal(watch.ageMs(), clock.wallMs(), "the excursion is over");
});

test("a clock that goes back part of its excursion leaves the rest in doubt", () => {
  const { clock, watch } = watched();
  const beforeMs = clock.wallMs();
  clock.jumpWall(10 * 24 * hoursMs);
  clock.advance(1000);
  clock.jumpWall(-4 * 24 * hoursMs);
  clock.advance(1000);
  assert.equal(watch.ageMs(), beforeMs + 2000);
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
