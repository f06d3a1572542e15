import assert from "node:assert/strict";
import { test } from "node:test";
import { Receiver } from "../../../support/notifications/https-receiver.ts";
import { makeWebhooks } from "../../../support/notifications/make-webhooks.ts";

const jobs = 50;
const limitMs = 1000;
/** A machine that is busy with other things may miss the limit now and then; the promise is for one that is not. */
const rounds = 5;

test(`the first attempt of ${jobs} ends of jobs comes within ${limitMs} ms (95 of 100)`, async (t) => {
  const made = await makeWebhooks(t);
  const receiver = await new Receiver().start(t);
  const silent = await new Receiver().start(t);
  silent.reply = () => undefined;
  await made.register(receiver);
  await made.register(silent);
  const endedAtMs = new Map<string, number>();
  made.events.subscribe(({ type, jobId }) => {
    if (type === "job.completed") endedAtMs.set(jobId!, performance.now());
  });
  let p95Ms = Infinity;
  for (let round = 0; round < rounds && p95Ms > limitMs; round += 1) {
    const before = receiver.received.length;
    for (let n = 0; n < jobs; n += 10) {
      await Promise.all(Array.from({ length: 10 }, () => made.run()));
      await receiver.count(before + n + 5);
    }
    await receiver.count(before + jobs);
    const delays = receiver.received
      .slice(before)
      .map(({ body, atMs }) => atMs - endedAtMs.get(JSON.parse(body).data.job.id)!)
      .toSorted((a, b) => a - b);
    p95Ms = delays[Math.floor((delays.length - 1) * 0.95)]!;
    t.diagnostic(`p50 ${delays[jobs >> 1]!.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`);
  }
  assert.ok(p95Ms <= limitMs, `${p95Ms} ms`);
});
