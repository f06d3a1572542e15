import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { Store } from "../../../../src/base/core/store.ts";
import type { Event, NewEvent } from "../../../../src/base/events/event.ts";
import { EventLog, type EventLogParts } from "../../../../src/base/events/event-log.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

interface Opened {
  store: Store;
  clock: FakeClock;
  events: EventLog;
}

async function open(t: TestContext, more: Partial<EventLogParts> = {}): Promise<Opened> {
  const store = more.store ?? (await makeStore(t));
  const clock = new FakeClock();
  const events = new EventLog({ store, clock, log: silentLogger, ...more });
  await events.start();
  t.after(() => events.stop());
  return { store, clock, events };
}

const happening = (n: number, more: Partial<NewEvent> = {}): NewEvent => ({
  org: "default",
  type: "stream.status",
  data: { n },
  ...more,
});

test("gives each entry the next position, whoever writes at once", async (t) => {
  const { events } = await open(t);
  const heard: Event[] = [];
  events.subscribe((event) => heard.push(event));
  const stored = await Promise.all(
    Array.from({ length: 200 }, (_, n) => events.append(happening(n))),
  );
  assert.deepEqual(
    heard.map(({ seq }) => seq),
    Array.from({ length: 200 }, (_, n) => n + 1),
  );
  assert.equal(new Set(stored.map(({ seq }) => seq)).size, 200);
  assert.equal(events.lastSeq(), 200);
  assert.deepEqual(events.read("default", 0, 1000), heard);
});

test("an entry of a transaction that fails is neither kept nor told", async (t) => {
  const { events, store } = await open(t);
  const heard: Event[] = [];
  events.subscribe((event) => heard.push(event));
  const attempt = store.transact((tx) => {
    events.appendIn(tx, happening(1));
    throw new RangeError("no");
  });
  await assert.rejects(attempt, RangeError);
  const next = await events.append(happening(2));
  assert.deepEqual(heard, [next]);
  assert.equal(next.seq, 1);
});

test("readers page by position, within their organisation", async (t) => {
  const { events } = await open(t);
  for (let n = 0; n < 6; n += 1)
    await events.append(happening(n, { org: n % 2 ? "other" : "default" }));
  const seqs = (org: string, after: number, limit: number): number[] =>
    events.read(org, after, limit).map(({ seq }) => seq);
  assert.deepEqual(seqs("default", 0, 2), [1, 3]);
  assert.deepEqual(seqs("default", 3, 10), [5]);
  assert.deepEqual(seqs("other", 0, 10), [2, 4, 6]);
  assert.deepEqual(seqs("nobody", 0, 10), []);
});

test("a listener that throws keeps nobody else from hearing, and one that left hears nothing", async (t) => {
  const { events } = await open(t);
  const heard: number[] = [];
  events.subscribe(() => {
    throw new RangeError("bad listener");
  });
  const leave = events.subscribe(({ seq }) => heard.push(seq));
  await events.append(happening(1));
  leave();
  await events.append(happening(2));
  assert.deepEqual(heard, [1]);
});

test("identity and positions go on after a restart", async (t) => {
  const dir = await tempDir(t);
  const first = await makeStore(t, dir);
  const before = await open(t, { store: first });
  const last = await before.events.append(happening(1));
  await before.events.stop();
  await first.stop();
  const after = await open(t, { store: await makeStore(t, dir) });
  assert.equal(after.events.epoch, last.epoch);
  assert.match(last.epoch, /^\d+$/);
  assert.equal(after.events.boxId, last.boxId);
  assert.equal((await after.events.append(happening(2))).seq, last.seq + 1);
});

test("a position is not used again after everything was trimmed", async (t) => {
  const { events, clock } = await open(t);
  await events.append(happening(1));
  clock.advance(25 * 3_600_000);
  await events.trim();
  assert.deepEqual(events.read("default", 0, 10), []);
  assert.equal(events.oldestSeq(), events.lastSeq() + 1);
  assert.equal((await events.append(happening(2))).seq, 2);
});

test("trims by age and by number, and says from where on nothing is missing", async (t) => {
  const { events, clock } = await open(t, { retention: { maxCount: 100 } });
  assert.equal(events.oldestSeq(), 1);
  await Promise.all(Array.from({ length: 20 }, (_, n) => events.append(happening(n))));
  clock.advance(23 * 3_600_000);
  await Promise.all(Array.from({ length: 150 }, (_, n) => events.append(happening(n))));
  assert.equal(await events.trim(), 70);
  assert.equal(events.oldestSeq(), 71);
  assert.equal(events.read("default", 0, 1)[0]?.seq, 71);
  clock.advance(25 * 3_600_000);
  await events.trim();
  assert.equal(events.oldestSeq(), 171);
});

test("a chatty stream is trimmed to its own limit", async (t) => {
  const { events } = await open(t, { retention: { maxPerStream: 10 } });
  for (let n = 0; n < 60; n += 1) {
    await events.append(happening(n, n % 2 ? { streamId: "noisy" } : {}));
  }
  assert.equal(await events.trim(), 20);
  const left = events.read("default", 0, 100);
  assert.equal(left.filter(({ streamId }) => streamId === "noisy").length, 10);
  assert.equal(left.length, 40);
});

test("what a durable reader has not seen stays, for seven days at most", async (t) => {
  const { events, clock, store } = await open(t);
  for (let n = 0; n < 10; n += 1) await events.append(happening(n));
  assert.equal(events.cursor("webhooks"), undefined);
  await store.transact((tx) => events.advance(tx, "webhooks", 4));
  assert.equal(events.cursor("webhooks"), 4);
  clock.advance(25 * 3_600_000);
  assert.equal(await events.trim(), 4);
  assert.equal(events.oldestSeq(), 5);
  clock.advance(6 * 24 * 3_600_000);
  assert.equal(await events.trim(), 6);
});

test("a forgotten reader holds nothing back", async (t) => {
  const { events, clock, store } = await open(t);
  await events.append(happening(1));
  await store.transact((tx) => events.advance(tx, "gone", 0));
  await store.transact((tx) => events.forget(tx, "gone"));
  clock.advance(25 * 3_600_000);
  assert.equal(await events.trim(), 1);
});
