import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fail } from "../../../src/base/contract/fail.ts";
import type { Store } from "../../../src/base/core/store.ts";
import type { RobotDriver } from "../../../src/robots/driver/driver-port.ts";
import { withBoxSpeech } from "../../../src/robots/driver/box-speech.ts";
import { StopJournal } from "../../../src/robots/commands/stop-journal.ts";
import { rover } from "../../support/robots/make-robots.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { smallDisk } from "../../support/box/small-disk.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { anna, ben, caller, move, robotRig } from "./rig.ts";

/** `store` whose writes fail while `isBroken` holds. */
function breakable(store: Store, isBroken: () => boolean): Store {
  return {
    get: (key) => store.get(key),
    range: (options) => store.range(options),
    count: (prefix) => store.count(prefix),
    isFull: () => isBroken() || store.isFull(),
    async transact(work, options) {
      if (isBroken()) throw fail("storage_full", "the disk is full");
      return await store.transact(work, options);
    },
  };
}

test("a stop ends the goal, takes the lease, and says what was done; runs wait for an operator then", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(5, 0), caller("run-1", "run"));
  await rig.pass(2000);
  const stopped = await rig.service.stop(ben, "rover", "a child on the yard");
  assert.deepEqual(
    [stopped!.done, stopped!.cancelled_command_id, stopped!.recorded],
    ["cancel+zero_velocity", sent.command_id, "store"],
  );
  assert.equal(rig.body().body.linearMps, 0);
  assert.equal((await rig.ended(sent.command_id)).reason, "robot_stopped");
  const status = rig.service.status("default", "rover")!;
  assert.deepEqual([status.lease, status.held_by_stop, status.active_command], [null, true, null]);
  await assert.rejects(rig.send(move(1, 0), caller("run-1", "run")), {
    code: "command_rejected",
    message: /stopped_by_operator/,
  });
  assert.equal((await rig.send(move(1, 0), anna)).state, "executing");
  assert.equal(rig.service.status("default", "rover")!.held_by_stop, false);
  const entry = rig.audit().find(({ event }) => event === "stopped")!;
  assert.deepEqual([entry.who?.key_id, entry.why], ["ben", "a child on the yard"]);
});

test("a stop is not behind a command that the robot has not taken yet", async (t) => {
  let hang = false;
  let isStopped = false;
  let giveUp: ((error: Error) => void) | undefined;
  const rig = await robotRig(t, {
    wrap(driver): RobotDriver {
      const execute = driver.execute.bind(driver);
      const stop = driver.stop.bind(driver);
      return Object.assign(driver, {
        execute: (command: Parameters<RobotDriver["execute"]>[0]) =>
          hang ? new Promise<void>((_, reject) => (giveUp = reject)) : execute(command),
        async stop() {
          isStopped = true;
          return await stop();
        },
      });
    },
  });
  hang = true;
  const stuck = rig.send(move(3, 0));
  await until(() => giveUp !== undefined);
  const stop = rig.service.stop(ben, "rover", null);
  // Sent in the very call, before anything is waited for.
  assert.equal(isStopped, true);
  assert.equal((await stop)!.done, "zero_velocity");
  giveUp!(fail("robot_unreachable", "it never answered"));
  assert.equal((await stuck).state, "cancelled");
});

test("a stop that does not reach the robot is an error, and is sent again when the robot is back", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  await rig.pass(1000);
  rig.body().faults.silent = true;
  await assert.rejects(rig.service.stop(anna, "rover", "smoke"), { code: "robot_unreachable" });
  assert.ok(rig.audit().some(({ event }) => event === "stop_failed"));
  await rig.pass(1000);
  assert.ok(rig.body().body.linearMps > 0);
  rig.body().faults.silent = false;
  await rig.pass(300);
  assert.equal(rig.body().body.linearMps, 0);
  const { state, reason } = await rig.ended(sent.command_id);
  assert.deepEqual([state, reason], ["cancelled", "robot_stopped"]);
  await until(() => rig.audit().some(({ event }) => event === "stopped"));
  const entry = rig.audit().find(({ event }) => event === "stopped")!;
  assert.deepEqual([entry.who?.key_id, entry.why], ["anna", "smoke"]);
  assert.deepEqual(entry.command_id, sent.command_id);
});

test("a stop that never reached the robot holds over a crash: its goal is not taken up again", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  await rig.pass(1000);
  rig.body().faults.silent = true;
  await assert.rejects(rig.service.stop(anna, "rover", null), { code: "robot_unreachable" });
  await rig.crash();
  rig.body().faults.silent = false;
  await rig.pass(300);
  await until(() => rig.body().goal === null);
  assert.equal((await rig.ended(sent.command_id)).reason, "robot_stopped");
  assert.ok(!rig.audit().some(({ event }) => event === "command_reattached"));
});

test("a stop that never reached the robot is not forgotten by an ordinary restart either", async (t) => {
  const rig = await robotRig(t);
  await rig.send(move(8, 0));
  await rig.pass(1000);
  rig.body().faults.silent = true;
  // A change of the settings takes the robot down and up again, as the end of the process does.
  await rig.service.put("default", "rover", { ...rover, name: "New name" });
  assert.notEqual(rig.body().goal, null, "it drives on: nobody reaches it");
  await rig.crash();
  assert.notEqual(rig.body().goal, null);
  rig.body().faults.silent = false;
  await rig.pass(300);
  await until(() => rig.body().goal === null);
  await rig.send(move(3, 0));
  await rig.crash();
  await rig.pass(300);
  assert.notEqual(rig.body().goal, null, "the stop was delivered once");
});

test("after a stop words and limits let nothing move; a limit outlasts the restart", async (t) => {
  const rig = await robotRig(t);
  const run = caller("run-1", "run");
  await rig.service.stop(ben, "rover", null);
  await rig.send({ command: "set_speed_limit", max_speed_mps: 0.2 });
  await rig.send({ command: "pause" });
  await assert.rejects(rig.send(move(1, 0), run), { message: /stopped_by_operator/ });
  await rig.crash();
  await rig.pass(300);
  assert.equal(rig.service.status("default", "rover")!.speed_limit_mps, 0.2);
  await rig.send({ command: "resume" });
  assert.equal((await rig.send(move(1, 0), run)).state, "executing");
  await rig.pass(1000);
  assert.ok(rig.body().body.linearMps <= 0.2);
});

test("while the store cannot be written commands are refused, stops work, and are in the record later", async (t) => {
  let isBroken = false;
  const dataDir = await tempDir(t);
  const store = breakable(await makeStore(t), () => isBroken);
  const rig = await robotRig(t, { store, dataDir });
  const sent = await rig.send(move(8, 0));
  await rig.pass(1000);
  isBroken = true;
  await assert.rejects(rig.send(move(1, 0)), { code: "storage_full" });
  assert.ok(rig.body().body.linearMps > 0);
  const stopped = await rig.service.stop(ben, "rover", "ü".repeat(200));
  assert.deepEqual(
    [stopped!.recorded, stopped!.cancelled_command_id],
    ["journal", sent.command_id],
  );
  assert.equal(rig.body().body.linearMps, 0);
  assert.match(readFileSync(join(dataDir, "robot-stops.journal"), "utf8"), /"event":"stopped"/);
  isBroken = false;
  await rig.pass(2000);
  await until(() => rig.audit().some(({ event }) => event === "stopped"));
  const entry = rig.audit().find(({ event }) => event === "stopped")!;
  assert.equal((entry.detail as { journalled?: boolean }).journalled, true);
  assert.equal(rig.brokenLink(), null);
  // What could not be written of the goal's end is mended by the next start.
  await rig.crash();
  await rig.pass(300);
  assert.equal((await rig.ended(sent.command_id)).state, "cancelled");
});

test("the journal is written on a disk without any room", async (t) => {
  const dir = await smallDisk(t, 1);
  if (!dir) {
    t.skip("no file system of its own may be mounted here");
    return;
  }
  const journal = new StopJournal(join(dir, "stops"));
  await journal.open();
  const { writeFileSync } = await import("node:fs");
  assert.throws(() => writeFileSync(join(dir, "filler"), Buffer.alloc(2 ** 20)), {
    code: "ENOSPC",
  });
  const entry = {
    atMs: 1,
    robotId: "rover",
    event: "stopped",
    commandId: null,
    who: null,
    why: null,
    detail: {},
  };
  assert.equal(await journal.add({ org: "default", entry }), true);
  await journal.close();
  const again = new StopJournal(join(dir, "stops"));
  await again.open();
  assert.deepEqual(again.entries(), [{ org: "default", entry }]);
  await again.close();
});

test("a journal that is full says so and keeps what it has", async (t) => {
  const journal = new StopJournal(join(await tempDir(t), "stops"));
  await journal.open();
  const entry = {
    atMs: 1,
    robotId: "r",
    event: "stopped",
    commandId: null,
    who: null,
    why: null,
    detail: {},
  };
  let kept = 0;
  while (await journal.add({ org: "default", entry })) kept += 1;
  assert.equal(kept, 128);
  assert.equal(journal.entries().length, kept);
  await journal.remove(kept);
  assert.equal(await journal.add({ org: "default", entry }), true);
  await journal.close();
});

test("after a crash a goal that the robot still has is taken up again with its lease", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send({ ...move(8, 0), max_speed_mps: 0.5 });
  await rig.pass(1000);
  await rig.crash();
  await rig.pass(300);
  await until(() => rig.service.status("default", "rover")!.active_command !== null);
  await assert.rejects(rig.send(move(0, 1), ben), { code: "lease_held" });
  await rig.pass(20_000);
  assert.equal((await rig.ended(sent.command_id)).state, "succeeded");
  assert.ok(rig.audit().some(({ event }) => event === "command_reattached"));
});

test("after a crash a goal that the robot no longer has is cancelled and the robot stopped", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  // The robot drives on something that nobody knows of.
  rig.body().goal!.id = "01900000-0000-7000-8000-00000000dead";
  await rig.crash();
  await rig.pass(300);
  assert.deepEqual(
    [(await rig.ended(sent.command_id)).state, (await rig.ended(sent.command_id)).reason],
    ["cancelled", "restarted"],
  );
  await until(() => rig.body().goal === null);
});

test("after a crash goals of a robot that stays away are over within 5 s, and it is stopped when it comes", async (t) => {
  const rig = await robotRig(t);
  const sent = await rig.send(move(8, 0));
  await rig.pass(1000);
  rig.body().faults.silent = true;
  await rig.crash();
  await rig.pass(5100);
  assert.equal((await rig.ended(sent.command_id)).reason, "restarted");
  rig.body().faults.silent = false;
  await rig.pass(300);
  await until(() => rig.body().body.linearMps === 0);
});

test("an announcement of the box goes on beside movements until it was said; a crash ends it and stops nothing", async (t) => {
  let said = Promise.withResolvers<{ state: "succeeded"; reason: null }>();
  const speaker = {
    usable: () => ({ available: true, sink: "file" }) as const,
    say: () => said.promise,
  };
  const rig = await robotRig(t, { wrap: (driver) => withBoxSpeech(driver, speaker) });
  const announce = { command: "announce", message: "Please step back" } as const;
  const first = await rig.send(announce, anna);
  assert.equal(first.state, "executing");
  // The robot belongs to nobody meanwhile, and drives.
  const moved = await rig.send(move(0.5, 0), ben);
  assert.equal(moved.state, "executing");
  said.resolve({ state: "succeeded", reason: null });
  assert.equal((await rig.ended(first.command_id)).state, "succeeded");
  await rig.pass(4000);
  assert.equal((await rig.ended(moved.command_id)).state, "succeeded");
  said = Promise.withResolvers();
  const second = await rig.send(announce, anna);
  await rig.crash();
  await rig.pass(2000);
  const { state, reason } = await rig.ended(second.command_id);
  assert.deepEqual([state, reason], ["cancelled", "restarted"]);
  assert.ok(!rig.audit().some(({ event }) => event === "stopped"));
});
