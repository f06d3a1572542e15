import assert from "node:assert/strict";
import { test } from "node:test";
import { nextDelayMs } from "../../../../src/notifications/webhooks/retry-schedule.ts";

const hourMs = 3_600_000;
const last = { attempts: 1, isOverloaded: false, retryAfter: null, isCut: false };
const middle = { wallMs: Date.UTC(2026, 0, 1), random: () => 0.5 };

test("ten attempts take 75 h 35 m without the spread", () => {
  let totalMs = 0;
  let attempts = 1;
  for (; ; attempts += 1) {
    const delayMs = nextDelayMs({ ...last, attempts }, middle);
    if (delayMs === null) break;
    totalMs += delayMs;
  }
  assert.equal(attempts, 10);
  assert.equal(totalMs, 75 * hourMs + 35 * 60_000 + 5000);
});

test("a webhook's own delays replace the schedule, and without any there is one attempt", () => {
  const own = (attempts: number, delaysSec: number[]) =>
    nextDelayMs({ ...last, attempts, delaysSec }, middle);
  assert.deepEqual([own(1, [10, 20]), own(2, [10, 20]), own(3, [10, 20])], [10_000, 20_000, null]);
  assert.equal(own(1, []), null);
});

test("each wait is spread by 20 % both ways", () => {
  assert.equal(nextDelayMs(last, { ...middle, random: () => 0 }), 4000);
  assert.equal(nextDelayMs(last, { ...middle, random: () => 1 }), 6000);
});

test("a receiver that is slow or says that there is too much gets at least a minute", () => {
  assert.equal(nextDelayMs({ ...last, isOverloaded: true }, middle), 60_000);
});

test("Retry-After is honoured between the wait itself and twice the wait", () => {
  const asked = (retryAfter: string) => nextDelayMs({ ...last, attempts: 2, retryAfter }, middle);
  assert.equal(asked("1"), 300_000);
  assert.equal(asked("400"), 400_000);
  assert.equal(asked("999999"), 600_000);
  assert.equal(asked(new Date(middle.wallMs + 450_000).toUTCString()), 450_000);
  assert.equal(asked("soon"), 300_000);
});

test("without a network it looks again in a minute, however many attempts there were", () => {
  assert.equal(nextDelayMs({ ...last, attempts: 9, isCut: true }, middle), 60_000);
});
