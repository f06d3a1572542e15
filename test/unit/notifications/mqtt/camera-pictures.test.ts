import assert from "node:assert/strict";
import { test } from "node:test";
import { fail } from "../../../../src/base/contract/fail.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import {
  CameraPictures,
  type PictureCamera,
} from "../../../../src/notifications/mqtt/camera-pictures.ts";
import { checkText } from "../../../../src/system/config/load.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";

type Still = (streamId: string) => Promise<{ jpeg: Uint8Array } | undefined>;

function camera(streamId: string, more: Partial<PictureCamera> = {}): PictureCamera {
  return { streamId, isOnline: true, openIncidents: 0, ...more };
}

/** Pictures of cameras whose stills are numbered in the order of the requests. */
function makeRig(periodMs = 10_000, still?: Still) {
  const clock = new FakeClock();
  const requests: string[] = [];
  const numbered: Still = async (id) => {
    requests.push(id);
    return { jpeg: Uint8Array.of(requests.length) };
  };
  const parts = { periodMs, still: still ?? numbered, clock, log: silentLogger };
  const pictures = new CameraPictures(parts);
  /** Shows the cameras, and returns the pictures once those that are due were taken. */
  const show = async (...cameras: PictureCamera[]): Promise<Record<string, number[]>> => {
    pictures.refreshed(cameras);
    await pictures.stop();
    const newest = [...pictures.refreshed(cameras)];
    return Object.fromEntries(newest.map(([id, jpeg]) => [id, [...jpeg]]));
  };
  return { clock, requests, pictures, show };
}

test("each camera has a new picture after the period, and at once when an incident opens", async () => {
  const { clock, show } = makeRig();
  assert.deepEqual(await show(camera("a"), camera("b")), { a: [1], b: [2] });
  clock.advance(9999);
  assert.deepEqual(await show(camera("a"), camera("b")), { a: [1], b: [2] });
  assert.deepEqual(await show(camera("a", { openIncidents: 1 }), camera("b")), { a: [3], b: [2] });
  clock.advance(1);
  assert.deepEqual(await show(camera("a", { openIncidents: 1 }), camera("b")), { a: [3], b: [4] });
  assert.deepEqual(await show(camera("a"), camera("b")), { a: [3], b: [4] }, "one ended");
});

test("a camera that is offline keeps its picture, and one that is gone loses it", async () => {
  const { clock, show } = makeRig();
  await show(camera("a"), camera("b"));
  clock.advance(60_000);
  assert.deepEqual(await show(camera("a", { isOnline: false })), { a: [1] });
  assert.deepEqual(await show(), {});
});

test("without a period nobody takes pictures", async () => {
  const { show, requests } = makeRig(0);
  assert.deepEqual(await show(camera("a")), {});
  assert.deepEqual(requests, []);
});

test("cameras without a picture, and pictures that are too large, do not disturb others", async () => {
  const jpegs: Record<string, Uint8Array> = {
    large: new Uint8Array(600_000),
    good: Uint8Array.of(7),
  };
  const { show } = makeRig(1000, async (id) => {
    if (id === "early") throw fail("stream_not_ready", "stream: has no picture yet. Try again");
    if (id === "broken") throw new TypeError("a defect");
    return jpegs[id] && { jpeg: jpegs[id] };
  });
  const ids = ["early", "broken", "unknown", "large", "good"];
  assert.deepEqual(await show(...ids.map((id) => camera(id))), { good: [7] });
});

test("a still that takes long is the only one", async () => {
  let running = 0;
  const release = Promise.withResolvers<void>();
  const { pictures, clock } = makeRig(1000, async () => {
    running += 1;
    assert.equal(running, 1);
    await release.promise;
    running -= 1;
    return { jpeg: Uint8Array.of(1) };
  });
  pictures.refreshed([camera("a"), camera("b")]);
  clock.advance(5000);
  pictures.refreshed([camera("a"), camera("b")]);
  release.resolve();
  await pictures.stop();
  assert.equal(pictures.refreshed([camera("a"), camera("b")]).size, 2);
});

test("an interval below five seconds is refused", () => {
  const problems = (seconds: number) =>
    checkText(`version: 1\nmqtt: { picture_seconds: ${seconds} }`, []).problems;
  assert.match(problems(2)[0]!.message, /at least 5/);
  assert.deepEqual([...problems(0), ...problems(5)], []);
});
