import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { silenceRule } from "../../../../src/adapters/child-process/hang-rule.ts";
import { forkGroup, spawnGroup } from "../../../../src/adapters/child-process/start-child.ts";
import {
  SupervisedChild,
  type SupervisedChildOptions,
} from "../../../../src/adapters/child-process/supervised-child.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { until } from "../../../support/box/wait.ts";
import { isRunning } from "../../../support/perception/vision-watch.ts";

const program = fileURLToPath(
  new URL("../../../support/box/supervised-program.ts", import.meta.url),
);
const silence = { rule: 1_000, ready: 10_000 };
const stopMs = 2_000;
/** Period of the look for a hang. */
const checkMs = 200;

/** A real process whose supervisor's time moves only by `advance`. */
function supervise(t: TestContext, more: Partial<SupervisedChildOptions<string>> = {}) {
  const clock = new FakeClock();
  const received: string[] = [];
  const child: SupervisedChild<string, string> = new SupervisedChild<string, string>({
    clock,
    log: silentLogger,
    name: "program",
    spawn: () => forkGroup(program),
    hangRule: silenceRule(silence.rule),
    readyMs: silence.ready,
    stopMs,
    onSpawn: () => undefined,
    onMessage: (message) => {
      received.push(message);
      if (message === "beat") child.ready();
    },
    onExit: () => undefined,
    ...more,
  });
  t.after(async () => {
    const stopped = child.stop();
    clock.advance(stopMs);
    await stopped;
  });
  child.start();
  const hears = (message: string) =>
    until(() => received.includes(message), { what: `the message ${message}` });
  const exits = (count: number) =>
    until(() => child.restarts === count, { what: `end number ${count}` });
  /** Time passes as on an idle machine: no look for a hang is late. */
  const pass = (ms: number): void => {
    for (let passedMs = 0; passedMs < ms; passedMs += checkMs) clock.advance(checkMs);
  };
  return { child, clock, received, hears, exits, pass };
}

test("a process that is killed is down with its signal until the next one is ready", async (t) => {
  const { child, hears, exits, pass, received } = supervise(t);
  assert.equal(child.state, "starting");
  child.send("beat");
  await hears("beat");
  assert.equal(child.state, "up");
  const pid = child.pid!;
  process.kill(pid, "SIGKILL");
  await exits(1);
  assert.equal(child.state, "down");
  assert.equal(child.lastExit?.signal, "SIGKILL");
  assert.equal(child.pid, undefined);
  pass(200);
  assert.notEqual(child.pid, pid);
  assert.equal(child.state, "down");
  received.length = 0;
  child.send("beat");
  await hears("beat");
  assert.equal(child.state, "up");
});

test("a process that ends by itself leaves its code and its last words", async (t) => {
  const { child, exits } = supervise(t);
  child.send("exit");
  await exits(1);
  assert.deepEqual(child.lastExit, { code: 3, signal: null, stderr: "the reason\n" });
});

test("a stopped process hangs once its silence is longer than the rule allows", async (t) => {
  const { child, hears, exits, pass, received } = supervise(t);
  child.send("beat");
  await hears("beat");
  child.send("mute");
  await hears("mute");
  const pid = child.pid!;
  process.kill(pid, "SIGSTOP");
  received.length = 0;
  pass(silence.rule);
  assert.equal(child.state, "up");
  const caredMs = child.caredMs!;
  pass(checkMs);
  await exits(1);
  assert.equal(child.lastExit?.signal, "SIGKILL");
  assert.equal(child.caredMs, caredMs, "a hung process is not cared for");
  assert.ok(!isRunning(pid));
});

test("a process that starts slowly has the time that new ones are given, and no more", async (t) => {
  const { child, exits, pass } = supervise(t);
  const pid = child.pid;
  pass(silence.ready - checkMs);
  assert.equal(child.pid, pid);
  assert.equal(child.state, "starting");
  pass(2 * checkMs);
  await exits(1);
  assert.equal(child.lastExit?.signal, "SIGKILL");
});

test("on a slow machine the next process has twice the time to start, so that it starts in the end", async (t) => {
  const { child, exits, hears, pass } = supervise(t);
  for (const [count, times] of [1, 2, 4, 8, 16, 16].entries()) {
    const pid = child.pid;
    pass(times * silence.ready - checkMs);
    assert.equal(child.pid, pid);
    assert.equal(child.restarts, count);
    pass(2 * checkMs);
    await exits(count + 1);
    pass(1_400);
  }
  child.send("beat");
  await hears("beat");
  assert.equal(child.state, "up");
});

test("an announced silence is no hang", async (t) => {
  const { child, hears, exits, pass } = supervise(t);
  child.send("beat");
  await hears("beat");
  child.send("mute");
  await hears("mute");
  child.allowSilence(5_000);
  pass(4_800);
  assert.equal(child.state, "up");
  pass(2 * checkMs);
  await exits(1);
});

test("the delay of restarts grows while processes die young, unless the owner names one", async (t) => {
  let ownMs: number | undefined;
  const { child, clock, exits } = supervise(t, { onExit: () => ownMs });
  const delaysMs: number[] = [];
  for (let end = 1; end <= 7; end += 1) {
    process.kill(child.pid!, "SIGKILL");
    await exits(end);
    let delayMs = 0;
    for (; child.pid === undefined; delayMs += 1) clock.advance(1);
    delaysMs.push(delayMs);
    ownMs = end === 6 ? 3_000 : undefined;
  }
  const [first, second] = delaysMs as [number, number];
  assert.ok(first >= 45 && first <= 56, `${first}`);
  assert.ok(second > first);
  assert.ok(delaysMs[5]! >= 900 && delaysMs[5]! <= 1_000, `${delaysMs[5]}`);
  assert.equal(delaysMs[6], 3_000);
});

test("a program that cannot be started is an end with its reason, and is tried again", async (t) => {
  let starts = 0;
  const { child, pass, exits } = supervise(t, {
    spawn: () => {
      starts += 1;
      return spawnGroup(["/nowhere/program"], {});
    },
  });
  await exits(1);
  assert.equal(child.state, "down");
  assert.match(child.lastExit!.stderr, /ENOENT/);
  pass(200);
  await exits(2);
  assert.equal(starts, 2);
});

test("stopping closes the channel, and kills a process that does not exit", async (t) => {
  const polite = supervise(t);
  polite.child.send("beat");
  await polite.hears("beat");
  await polite.child.stop();
  assert.deepEqual(polite.child.lastExit, { code: 0, signal: null, stderr: "" });
  assert.equal(polite.child.restarts, 0);

  const stubborn = supervise(t);
  stubborn.child.send("ignore-close");
  await stubborn.hears("ignore-close");
  const stopped = stubborn.child.stop();
  stubborn.clock.advance(stopMs);
  await stopped;
  assert.equal(stubborn.child.lastExit?.signal, "SIGKILL");
  stubborn.pass(2_000);
  assert.equal(stubborn.child.pid, undefined, "nothing follows a stopped process");
});

test("a recycled process exits in good order and another one follows", async (t) => {
  const { child, hears, exits, pass } = supervise(t);
  child.send("beat");
  await hears("beat");
  const pid = child.pid;
  child.recycle();
  await exits(1);
  assert.equal(child.lastExit?.code, 0);
  pass(200);
  assert.ok(child.pid !== undefined && child.pid !== pid);
});
