import assert from "node:assert/strict";
import { test } from "node:test";
import { RateLimiter } from "../../../src/http/connections/rate-limiter.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";

test("a window begins with the first request, lasts a minute, and then the quota is whole again", () => {
  const clock = new FakeClock(1_000_000_000_000);
  const limiter = new RateLimiter(clock);
  assert.deepEqual(limiter.take("a", 2), {
    allowed: true,
    limit: 2,
    remaining: 1,
    resetUnixSec: 1_000_000_060,
    retryAfterSec: 60,
  });
  clock.advance(20_000);
  assert.equal(limiter.take("a", 2).remaining, 0);
  const refused = limiter.take("a", 2);
  assert.deepEqual([refused.allowed, refused.retryAfterSec], [false, 40]);
  assert.equal(refused.resetUnixSec, 1_000_000_060);
  assert.equal(limiter.take("b", 2).allowed, true);
  clock.advance(40_000);
  assert.deepEqual([limiter.take("a", 2).allowed, limiter.take("a", 2).remaining], [true, 0]);
});

test("a jump of the wall clock neither refuses nor admits anybody", () => {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock);
  limiter.take("a", 1);
  clock.jumpWall(86_400_000);
  assert.equal(limiter.take("a", 1).allowed, false);
  clock.jumpWall(-2 * 86_400_000);
  clock.advance(60_000);
  assert.equal(limiter.take("a", 1).allowed, true);
});

test("any number of callers is counted in bounded memory", () => {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock);
  limiter.take("first", 1);
  for (let at = 0; at < 10_000; at += 1) limiter.take(`caller-${at}`, 1);
  assert.equal(limiter.take("first", 1).allowed, true, "the oldest was forgotten");
  assert.equal(limiter.take("caller-9999", 1).allowed, false);
});
