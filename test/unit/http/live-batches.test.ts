import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outlet } from "../../../src/http/streaming/outlet.ts";
import type { LiveBatch } from "../../../src/http/streaming/live-blocks.ts";
import { type EventFeed, SseReader } from "../../../src/http/streaming/sse-reader.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

const emptyFeed = {
  boxId: "box",
  epoch: "1",
  oldestSeq: () => 1,
  lastSeq: () => 0,
  read: () => [],
  subscribe: () => () => undefined,
} as EventFeed;

const batch = (robots: Record<string, string>): LiveBatch => {
  const blocks = new Map(Object.entries(robots).map(([name, text]) => [name, Buffer.from(text)]));
  return { blocks, whole: Buffer.concat([...blocks.values()]) };
};

test("of what is not kept, a reader that does not keep up gets the newest of each name, once", async () => {
  const sent: string[] = [];
  let isBlocked = false;
  const drain = Promise.withResolvers<void>();
  const outlet = {
    get blocked() {
      return isBlocked;
    },
    write: (chunk: Uint8Array) => sent.push(Buffer.from(chunk).toString()) > 0,
    drained: () => drain.promise,
  } as unknown as Outlet;
  let send: ((batch: LiveBatch) => void) | undefined;
  let isEnded = false;
  const reader = new SseReader(
    {
      org: "default",
      feed: emptyFeed,
      outlet,
      clock: new FakeClock(),
      wants: () => true,
      maxAgeMs: 1000,
      live(to) {
        send = to;
        return () => void (isEnded = true);
      },
    },
    { afterSeq: 0 },
  );
  reader.start();
  sent.length = 0;
  send!(batch({ a: "a1", b: "b1" }));
  assert.deepEqual(sent, ["a1b1"]);
  isBlocked = true;
  send!(batch({ a: "a2" }));
  send!(batch({ b: "b2" }));
  send!(batch({ a: "a3" }));
  assert.deepEqual(sent, ["a1b1"]);
  isBlocked = false;
  drain.resolve();
  await drain.promise;
  await new Promise(setImmediate);
  assert.deepEqual(sent, ["a1b1", "a3", "b2"]);
  send!(batch({ a: "a4" }));
  assert.equal(sent.at(-1), "a4");
  reader.release();
  assert.equal(isEnded, true);
});
