import assert from "node:assert/strict";
import { test } from "node:test";
import { EventOutage } from "../../../../src/cameras/events/event-outage.ts";

const minuteMs = 60_000;

test("an outage is long after five minutes, whatever the states in it", () => {
  const outage = new EventOutage();
  outage.onState("connecting", 0);
  outage.onState("refused", minuteMs);
  outage.onState("retrying", 4 * minuteMs);
  assert.equal(outage.isLong(5 * minuteMs - 1), false);
  assert.equal(outage.isLong(5 * minuteMs), true);
});

test("a subscription that ends at once does not end the outage; one that holds for a minute does", () => {
  const outage = new EventOutage();
  for (let atMs = 0; atMs < 6 * minuteMs; atMs += minuteMs) {
    outage.onState("retrying", atMs);
    outage.onState("subscribed", atMs + 30_000);
  }
  assert.equal(outage.isLong(6 * minuteMs), true);
  assert.equal(outage.isLong(7 * minuteMs), false, "the last one has held");
  outage.onState("retrying", 8 * minuteMs);
  assert.equal(outage.isLong(12 * minuteMs), false, "a new outage counts from its begin");
  assert.equal(outage.isLong(13 * minuteMs), true);
});

test("an event ends the outage", () => {
  const outage = new EventOutage();
  outage.onState("retrying", 0);
  outage.onState("subscribed", 6 * minuteMs);
  assert.equal(outage.isLong(6 * minuteMs), true);
  outage.onEvent();
  assert.equal(outage.isLong(6 * minuteMs), false);
});
