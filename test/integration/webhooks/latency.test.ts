import assert from "node:assert/strict";
import { test } from "node:test";
import { Receiver } from "../../support/https-receiver.ts";
import { makeWebhooks } from "../../support/make-webhooks.ts";

const jobs = 150;
const limitMs = 1000;

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
  for (let n = 0; n < jobs; n += 10) {
    await Promise.all(Array.from({ length: 10 }, () => made.run()));
    await receiver.count(n + 5);
  }
  await receiver.count(jobs);
  const delays = receiver.received
    .map(({ body, atMs }) => atMs - endedAtMs.get(JSON.parse(body).data.job.id)!)
    .toSorted((a, b) => a - b);
  const at = (part: number): number => delays[Math.floor((delays.length - 1) * part)]!;
  t.diagnostic(`p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`);
  assert.ok(at(0.95) <= limitMs, `${at(0.95)} ms`);
});
