import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { TalkPacket } from "../../../../src/cameras/talk/talk-port.ts";
import { TalkSession } from "../../../../src/perception/talk/talk-session.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

function begin(rateHz: 8000 | 16_000 = 8000) {
  const clock = new FakeClock();
  const packets: TalkPacket[] = [];
  const ends: string[] = [];
  let closes = 0;
  const session = new TalkSession({
    clock,
    rateHz,
    line: {
      codec: "pcmu",
      send: (packet) => void packets.push(packet),
      close: async () => void (closes += 1),
    },
    listener: { onEnd: (reason) => void ends.push(reason) },
    onLeave() {},
  });
  session.start();
  const hear = (milliseconds: number): void =>
    session.hear(Buffer.alloc((2 * rateHz * milliseconds) / 1000));
  return { clock, packets, ends, session, hear, closes: () => closes };
}

suite("a talk", () => {
  test("ends after 60 s, even while somebody speaks", () => {
    const { clock, hear, ends, packets, closes } = begin(16_000);
    for (let at = 0; at < 59_980; at += 20) {
      hear(20);
      clock.advance(20);
    }
    assert.deepEqual(ends, []);
    assert.equal(packets.length, 2999);
    assert.ok(packets.every(({ gapSamples }) => gapSamples === 0));
    hear(20);
    clock.advance(20);
    assert.deepEqual(ends, ["lease_expired"]);
    hear(20);
    assert.equal(packets.length, 3000, "nothing is sent after the end");
    assert.equal(closes(), 1);
    assert.equal(clock.pending, 0);
  });

  test("ends after 2 s without sound", () => {
    const { clock, hear, ends } = begin();
    clock.advance(1900);
    hear(20);
    clock.advance(1999);
    assert.deepEqual(ends, []);
    clock.advance(1);
    assert.deepEqual(ends, ["heartbeat_missed"]);
  });

  test("ends when more sound comes than time has passed, and half a second", () => {
    const { clock, hear, ends } = begin();
    for (let at = 0; at < 25; at += 1) hear(20);
    assert.deepEqual(ends, []);
    clock.advance(20);
    hear(20);
    hear(20);
    assert.deepEqual(ends, ["rate_limited"]);
  });

  test("ends with half a sample, and with nothing", () => {
    for (const length of [641, 0]) {
      const { session, ends, packets } = begin();
      session.hear(Buffer.alloc(length));
      assert.deepEqual([ends, packets], [["invalid_message"], []]);
    }
  });

  test("a pause of the network is a gap in the times of the packets; what then comes in a burst is cut", () => {
    const { clock, hear, ends, packets, session } = begin();
    hear(20);
    clock.advance(1020);
    for (let at = 0; at < 40; at += 1) hear(20);
    assert.deepEqual(ends, []);
    assert.equal(packets[1]!.gapSamples, 8000);
    assert.ok(packets.slice(2).every(({ gapSamples }) => gapSamples === 0));
    // Half a second is on its way to the camera.
    assert.deepEqual([packets.length, session.dropped], [26, 15]);
  });

  test("the jitter of a network does not change the times of the packets", () => {
    const { clock, hear, packets } = begin();
    for (const pauseMs of [20, 90, 0, 0, 0, 20, 150, 1, 1, 1]) {
      hear(20);
      clock.advance(pauseMs);
    }
    assert.ok(packets.every(({ gapSamples }) => gapSamples === 0));
  });

  test("a client that leaves ends it without another word", async () => {
    const { session, ends, closes, clock } = begin();
    await session.leave();
    await session.leave();
    clock.advance(100_000);
    assert.deepEqual([ends, closes()], [[], 1]);
  });
});
