import assert from "node:assert/strict";
import { test } from "node:test";
import { DigestNonces } from "../../../../src/adapters/onvif-server/digest-nonces.ts";
import { durationMs, spanMs } from "../../../../src/adapters/onvif-server/duration.ts";
import { UsedTokens } from "../../../../src/adapters/onvif-server/used-tokens.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

test("a nonce is known without being stored; one of another box or a changed one is foreign", () => {
  const clock = new FakeClock();
  const nonces = new DigestNonces(clock);
  const nonce = nonces.make();
  assert.equal(nonces.stateOf(nonce), "good");
  assert.equal(new DigestNonces(clock).stateOf(nonce), "foreign");
  const changed = `${nonce[0] === "A" ? "B" : "A"}${nonce.slice(1)}`;
  for (const wrong of [changed, "", `${nonce}A`, "é".repeat(40), `${nonce}=`]) {
    assert.equal(nonces.stateOf(wrong), "foreign", wrong);
  }
});

test("each count of a nonce works once, a thousand in all", () => {
  const clock = new FakeClock();
  const nonces = new DigestNonces(clock);
  const nonce = nonces.make();
  for (let count = 1; count <= 1000; count += 1) assert.ok(nonces.use(nonce, count));
  assert.equal(nonces.use(nonce, 500), false);
  assert.equal(nonces.stateOf(nonce), "stale");
});

test("with more nonces in use than fit, the oldest ends rather than working twice", () => {
  const clock = new FakeClock();
  const nonces = new DigestNonces(clock);
  const first = nonces.make();
  assert.ok(nonces.use(first, 1));
  for (let more = 0; more < 256; more += 1) {
    clock.advance(1);
    assert.ok(nonces.use(nonces.make(), 1));
  }
  assert.equal(nonces.stateOf(first), "stale");
  clock.advance(1);
  assert.equal(nonces.stateOf(nonces.make()), "good");
});

test("a token works once, until its time would be refused anyway; a key has room for 10,000", () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const tokens = new UsedTokens(clock);
  const created = "2026-01-01T00:00:00Z";
  const token = (id: number) => ({ nonce: Buffer.from(String(id)), created });
  for (let id = 0; id < 10_000; id += 1) assert.equal(tokens.use("key", token(id)), "new");
  assert.equal(tokens.use("key", token(7)), "used");
  assert.equal(tokens.use("key", token(10_000)), "full");
  assert.equal(tokens.use("other", token(7)), "new");
  clock.advance(300_001);
  assert.equal(tokens.use("key", { ...token(1), created: "2026-01-01T00:05:00Z" }), "new");
});

test("times of XML are read in all forms that clients send", () => {
  const nowMs = Date.UTC(2026, 0, 1);
  const times: [string, number | undefined][] = [
    ["PT60S", 60_000],
    ["PT1M", 60_000],
    ["PT1.5S", 1500],
    ["P1DT2H", 26 * 3_600_000],
    [" PT5S ", 5000],
    ["2026-01-01T00:01:00Z", 60_000],
    ["2025-12-31T23:59:00Z", -60_000],
    ["P1Y", undefined],
    ["P", undefined],
    ["PT", undefined],
    ["PT-5S", undefined],
    ["60", undefined],
    ["2026-13-01T00:00:00Z", undefined],
    [`PT${"9".repeat(30)}S`, undefined],
  ];
  for (const [text, expected] of times) assert.equal(spanMs(text, nowMs), expected, text);
  assert.equal(durationMs("2026-01-01T00:01:00Z"), undefined);
});
