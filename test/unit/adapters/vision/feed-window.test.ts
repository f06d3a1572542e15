import assert from "node:assert/strict";
import { test } from "node:test";
import { Feed, type FeedMessage, FeedRouter } from "../../../../src/adapters/vision/feed.ts";
import type { VisionLink } from "../../../../src/adapters/vision/vision-link.ts";
import type { Fragment } from "../../../../src/cameras/source.ts";
import type { FeedPurpose } from "../../../../src/adapters/vision/child/protocol.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

const FPS = 10;
const GOP = 20;

/** A live feed of 10 frames a second whose child is played by the test. */
function liveFeed(netShare = 0) {
  const clock = new FakeClock();
  const link = { state: "up", send: () => {}, netShare } as unknown as VisionLink;
  const options = { fpsCap: 5, motion: { mode: "auto", sensitivity: 0.5 }, minScore: 0.4 };
  const feed = new Feed({
    link,
    router: new FeedRouter(),
    clock,
    purpose: () => ({ kind: "watch", watch: options }) as unknown as FeedPurpose,
    start: () =>
      ({
        init: {
          generation: 1,
          bytes: new Uint8Array(10),
          codec: "h264",
          widthPx: 640,
          heightPx: 360,
        },
        fragments: [],
      }) as never,
    afterPtsSec: () => null,
    onMessage: () => {},
    onProblem: () => {},
    onFinished: () => {},
  });
  feed.open();
  const push = (index: number): boolean =>
    feed.push({
      generation: 1,
      ptsSec: index / FPS,
      key: index % GOP === 0,
      bytes: new Uint8Array(100),
    } as Fragment);
  const say = (message: FeedMessage): void => feed.onMessage(message);
  return { push, say, feed };
}

/** The decoder took a fragment (or so many bytes), and its newest frame is of that time. */
function progress(decodedPtsSec: number | null, takenBytes = 100): FeedMessage {
  return { type: "feedProgress", feedId: 1, takenBytes, decodedPtsSec };
}

test("a stream of few bytes whose decoder is late skips to the next key frame", () => {
  const { push, say } = liveFeed();
  for (let index = 0; index < 10; index += 1) {
    assert.ok(push(index));
    say(progress(null));
  }
  say(progress(0, 0));
  let taken = 0;
  for (let index = 10; index < 60; index += 1) taken += push(index) ? 1 : 0;
  // Two seconds and a period of 0.2 s after the frame of 0 s, and one that is held back; then nothing more.
  assert.ok(taken >= 12 && taken <= 15, `${taken}`);
  say(progress(2.1, 0));
  assert.deepEqual([60, 61, 62].map(push), [true, true, true]);
});

test("a decoder that keeps up is given every frame", () => {
  const { push, say } = liveFeed();
  for (let index = 0; index < 100; index += 1) {
    assert.ok(push(index));
    say(progress(null));
    if (index % 2 === 0) say(progress(index / FPS, 0));
  }
});

test("frames that are skipped count against the nets where these leave the decoder no time", () => {
  for (const [netShare, cause] of [
    [0.7, "detector_busy"],
    [0.3, "decoder_behind"],
  ] as const) {
    const { push, feed } = liveFeed(netShare);
    push(0);
    feed.onMessage(progress(0, 0));
    for (let index = 1; index < 40; index += 1) push(index);
    assert.equal(push(41), false);
    assert.equal(feed.cause, cause);
  }
});
