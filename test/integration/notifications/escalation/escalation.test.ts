import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { EventLog } from "../../../../src/base/events/event-log.ts";
import { Alarms } from "../../../../src/notifications/alarms/alarms.ts";
import { escalationSpeaker } from "../../../../src/voice/incident-speech.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { makeEscalation } from "../../../support/notifications/make-escalation.ts";
import { makePush } from "../../../support/notifications/make-push.ts";
import { PushService } from "../../../support/notifications/push-service.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { escalationWire } from "../../../../src/notifications/escalation/escalation-wire.ts";

/** Moves the time in steps until something holds, so that what waits for the disk gets its turn. */
async function pass(clock: FakeClock, holds: () => boolean): Promise<void> {
  await until(() => {
    if (holds()) return true;
    clock.advance(1000);
    return false;
  });
}

test("each step is notified once, at its time, while nobody acknowledges the incident", async (t) => {
  const clock = new FakeClock(1_700_000_000_000);
  const made = await makeEscalation(t, { clock });
  await made.raise("a");
  await made.raise("minor", "info");
  await until(() => made.escalation.counts().waiting === 1);
  await pass(clock, () => made.notified().length === 1);
  await pass(clock, () => made.escalation.counts().waiting === 0);
  assert.deepEqual(made.notified(), ["a 1", "a 2"]);
  const { steps, acknowledged } = escalationWire(made.escalation.describe("default", "a")!);
  assert.equal(acknowledged, false);
  assert.deepEqual(
    steps.map(({ to, people, due_at: dueAt }) => [to, people, dueAt]),
    [
      [["push"], ["Anna"], 1_700_000_060],
      [["mail", "relay"], [], 1_700_000_120],
    ],
  );
  assert.ok(steps.every(({ due_at: dueAt, notified_at: at }) => at !== null && at >= dueAt));
  assert.deepEqual(escalationWire(made.escalation.describe("other", "a")!).steps, []);
  assert.equal(made.escalation.describe("default", "unknown"), undefined);
});

test("an acknowledged incident escalates no further", async (t) => {
  const clock = new FakeClock(1_700_000_000_000);
  const made = await makeEscalation(t, { clock });
  await made.raise("a");
  await until(() => made.escalation.counts().waiting === 1);
  await pass(clock, () => made.notified().length === 1);
  await made.acknowledge("a");
  await pass(clock, () => made.escalation.counts().waiting === 0);
  assert.deepEqual(made.notified(), ["a 1"]);
  assert.equal(made.escalation.describe("default", "a")!.acknowledged, true);
});

test("a step goes to the devices of the people that it names, and to the outlets of the alarms", async (t) => {
  const clock = new FakeClock(Date.now());
  const service = await new PushService().start(t);
  const push = await makePush(t, { service, clock });
  await push.subscribe("phone", { min_severity: "critical" });
  const store = push.store;
  const made = await makeEscalation(t, { clock, shared: push });
  const commands: string[] = [];
  const relay = {
    run: async (command: string) => {
      commands.push(command);
      return { failure: null, output: "" };
    },
  };
  const alarms = new Alarms({
    store,
    clock,
    events: push.events,
    log: silentLogger,
    org: "default",
    site: "North",
    locale: "en",
    conditions: () => [],
    relay: { switch: relay, hasOff: false, minOnMs: 0, minIntervalMs: 1 },
  });
  await alarms.start();
  t.after(() => alarms.stop());
  await push.raise("i-1");
  await store.transact((tx) => tx.put(["test", "incident", "i-1"], false));
  await until(() => made.escalation.counts().waiting === 1);
  assert.equal(service.requests, 0, "the device wants critical incidents only");
  await pass(clock, () => service.received.length === 1);
  const [{ payload }] = (await service.count(1)) as [(typeof service.received)[0]];
  assert.deepEqual([payload.incident_id, payload.escalated], ["i-1", true]);
  assert.deepEqual(commands, []);
  await pass(clock, () => commands.length === 1);
  const [alarm] = alarms.describe().recent;
  assert.equal(alarm!.id, "escalation-i-1-2");
  assert.match(alarm!.summary, /Nobody acknowledged it within 2 min\.$/);
  assert.equal(service.received.length, 1, "the second step names no devices");
  // The command is still being recorded, and the store closes first.
  await alarms.stop();
});

test("a step with the outlet voice says the incident, and no mail or light goes with it", async (t) => {
  const clock = new FakeClock(1_700_000_000_000);
  const step = { afterMinutes: 1, to: ["voice"] as const, people: [] };
  const made = await makeEscalation(t, { clock, steps: [{ ...step, to: [...step.to] }] });
  const said: string[] = [];
  const voice = {
    say({ text }: { text: string }) {
      said.push(text);
      return Promise.resolve({ state: "succeeded" as const, reason: null });
    },
  };
  t.after(made.events.subscribe(escalationSpeaker(voice, "default", silentLogger)));
  const alarms = new Alarms({
    ...made,
    clock,
    log: silentLogger,
    org: "default",
    site: "North",
    locale: "en",
    conditions: () => [],
  });
  await alarms.start();
  await made.raise("a");
  await until(() => made.escalation.counts().waiting === 1);
  await pass(clock, () => made.escalation.counts().waiting === 0);
  await until(() => said.length === 1, { what: "the announcement" });
  const { recent } = alarms.describe();
  await alarms.stop();
  assert.deepEqual(said, ["Nordtor: A person."]);
  assert.deepEqual(recent, []);
});

test("no step is lost or repeated although the process is killed again and again", async (t) => {
  const dir = await tempDir(t);
  const [data, facts] = [join(dir, "store"), join(dir, "facts")];
  const child = fileURLToPath(
    new URL("../../../support/notifications/escalation-child.ts", import.meta.url),
  );
  const lines = (): string[] =>
    existsSync(facts) ? readFileSync(facts, "utf8").split("\n").slice(0, -1) : [];
  const ids = (): string[] => lines().filter((line) => !line.startsWith("seen"));
  const seen = (): number =>
    Number(
      lines()
        .findLast((line) => line.startsWith("seen"))
        ?.split(" ")[1] ?? 0,
    );
  const start = (count: number): ChildProcess =>
    spawn(process.execPath, [child, data, facts, String(count)], { stdio: "inherit" });
  for (let round = 1; round <= 3; round += 1) {
    const before = seen();
    const running = start(20);
    // In the middle: some steps have been notified, others are due.
    await until(() => seen() >= before + 2 * round, { what: "steps" });
    running.kill("SIGKILL");
    await once(running, "exit");
  }
  const last = start(0);
  t.after(() => last.kill("SIGKILL"));
  await until(() => seen() === 2 * ids().length, { what: "every step" });
  last.kill("SIGKILL");
  await once(last, "exit");
  const store = await makeStore(t, data);
  const events = new EventLog({ store, clock: systemClock, log: silentLogger });
  await events.start();
  t.after(() => events.stop());
  const made = await makeEscalation(t, { shared: { store, events } });
  const all = made.notified();
  assert.equal(new Set(all).size, all.length, "no step twice");
  assert.deepEqual(
    all.toSorted(),
    ids()
      .flatMap((id) => [`${id} 1`, `${id} 2`])
      .toSorted(),
  );
});
