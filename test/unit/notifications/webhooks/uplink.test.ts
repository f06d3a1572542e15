import assert from "node:assert/strict";
import { test } from "node:test";
import type { NetworkOutcome } from "../../../../src/notifications/webhooks/network-health.ts";
import { NetworkHealth } from "../../../../src/notifications/webhooks/network-health.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const a = { id: "a", url: "https://a.example/hook" };
const b = { id: "b", url: "https://b.example/hook" };
const lan = { id: "lan", url: "https://192.168.1.9/hook" };
const lost: NetworkOutcome = { reach: "unreachable", network: "public" };
const cut: NetworkOutcome = { reach: "cut", network: null };
const there: NetworkOutcome = { reach: "reached", network: "public" };

test("one receiver that cannot be reached is its own fault", () => {
  const uplink = new NetworkHealth(new FakeClock());
  assert.equal(uplink.note(a, lost), false);
  assert.equal(uplink.note(a, lost), false);
});

test("when every receiver fails by the network, the box is to blame", () => {
  const uplink = new NetworkHealth(new FakeClock());
  uplink.note(a, lost);
  assert.equal(uplink.note(b, lost), true);
  assert.equal(uplink.note(a, lost), true);
});

test("one that was reached lately speaks for the network, but not for ever", () => {
  const clock = new FakeClock();
  const uplink = new NetworkHealth(clock);
  uplink.note(b, there);
  assert.equal(uplink.note(a, cut), false);
  clock.advance(11 * 60_000);
  assert.equal(uplink.note(a, cut), true);
});

test("a box without any network says so itself", () => {
  assert.equal(new NetworkHealth(new FakeClock()).note(a, cut), true);
});

test("a receiver on the site's own network says nothing of the internet", () => {
  const uplink = new NetworkHealth(new FakeClock());
  uplink.note(lan, { reach: "reached", network: "listed" });
  assert.equal(uplink.note(a, cut), true);
});

test("a receiver that answers, if only with a refusal, was reached", () => {
  const uplink = new NetworkHealth(new FakeClock());
  uplink.note(a, there);
  assert.equal(uplink.note(b, { reach: "reached", network: "public" }), false);
});
