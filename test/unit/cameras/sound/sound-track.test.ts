import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { findBox } from "../../../../src/cameras/iso-boxes.ts";
import { silentFrame, soundFormatOf } from "../../../../src/cameras/sound/sound-format.ts";
import { SoundTrack } from "../../../../src/cameras/sound/sound-track.ts";
import { aacFormat } from "../../../support/cameras/sound.ts";

const hz = 90_000;
const frame = { bytes: Buffer.from("frame"), samples: 1024 };
const frameSec = 1024 / 16_000;

/** Start in seconds and durations of the samples of a pair. */
function read(pair: Buffer | undefined): { fromSec: number; toSec: number; silent: number } {
  assert.ok(pair);
  const time = findBox(pair, "moof", "traf", "tfdt")!;
  const run = findBox(pair, "moof", "traf", "trun")!;
  const fromTicks = Number(time.readBigInt64BE(4));
  let toTicks = fromTicks;
  let silent = 0;
  for (let at = 12; at < run.length; at += 8) {
    toTicks += run.readUInt32BE(at);
    if (run.readUInt32BE(at + 4) !== frame.bytes.length) silent += 1;
  }
  return { fromSec: fromTicks / hz, toSec: toTicks / hz, silent };
}

function trackFrom(ptsSec: number): SoundTrack {
  const track = new SoundTrack(aacFormat);
  track.begin(hz);
  assert.equal(track.take(ptsSec), undefined);
  return track;
}

suite("the sound track beside the video", () => {
  test("begins with the first frame of video: earlier sound is left out", () => {
    const track = new SoundTrack(aacFormat);
    track.begin(hz);
    for (let n = 0; n < 10; n += 1) track.push({ mediaSec: n * frameSec, frames: [frame] });
    const { fromSec, toSec, silent } = read(track.take(0.32));
    assert.equal(fromSec, 0.32);
    assert.ok(Math.abs(toSec - 0.64) < 1e-4);
    assert.equal(silent, 0);
  });

  test("jitter of the camera's times leaves no gap", () => {
    const track = trackFrom(0);
    const times = [0, 0.05, 0.15, 0.19].map((mediaSec) => ({ mediaSec, frames: [frame] }));
    for (const each of times) track.push(each);
    const { fromSec, toSec, silent } = read(track.take(0.3));
    assert.deepEqual([fromSec, silent], [0, 0]);
    assert.ok(Math.abs(toSec - 4 * frameSec) < 0.02 * 4 * frameSec);
  });

  for (const offsetSec of [-0.05, 0.05]) {
    test(`sound that is ${offsetSec} s off comes in step within 4 s, without a gap`, () => {
      const track = trackFrom(1);
      for (let n = 0; n < 63; n += 1) {
        track.push({ mediaSec: 1 + offsetSec + n * frameSec, frames: [frame] });
      }
      const { fromSec, toSec, silent } = read(track.take(5));
      assert.deepEqual([fromSec, silent], [1, 0]);
      assert.ok(Math.abs(toSec - (1 + offsetSec + 63 * frameSec)) < 0.01, `${toSec}`);
    });
  }

  test("lost sound becomes silence of the same length", () => {
    const track = trackFrom(0);
    track.push({ mediaSec: 0, frames: [frame] });
    track.push({ mediaSec: 1, frames: [frame] });
    const { toSec, silent } = read(track.take(1));
    assert.ok(Math.abs(toSec - 1 - frameSec) < 1e-4, `${toSec}`);
    assert.ok(silent >= 13, `${silent}`);
  });

  test("a microphone that sends nothing gives silence, and comes back without an overlap", () => {
    const track = trackFrom(0);
    assert.equal(track.take(1.9), undefined);
    const filled = read(track.take(2.5));
    assert.ok(Math.abs(filled.toSec - 2) < frameSec);
    track.push({ mediaSec: 1.8, frames: [frame] });
    track.push({ mediaSec: filled.toSec, frames: [frame] });
    const next = read(track.take(2.6));
    assert.ok(Math.abs(next.fromSec - filled.toSec) < 1e-4);
    assert.ok(Math.abs(next.toSec - next.fromSec - frameSec) < 1e-4);
  });

  test("sound with a time far from the video's is left out", () => {
    const track = trackFrom(0);
    track.push({ mediaSec: 4000, frames: [frame] });
    assert.equal(track.take(0.1), undefined);
  });

  test("silence is a frame of its codec and channels", () => {
    const stereo = soundFormatOf({ codec: "opus", rateHz: 48_000, channels: 2 });
    assert.equal(silentFrame(stereo).bytes[0]! & 4, 4);
    assert.equal(silentFrame(aacFormat).samples, 1024);
  });
});
