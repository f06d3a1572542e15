import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decodeFrames, FrameEncoder } from "../../../../src/adapters/track-files/frame-codec.ts";
import {
  fineSec,
  fineTrack,
  type TrackFrame,
} from "../../../../src/perception/tracks/track-log.ts";

/** Ten minutes of four people at five frames a second, with numbers of every kind. */
function walk(): TrackFrame[] {
  const startSec = 1_790_000_000.123456;
  return Array.from({ length: 3000 }, (_, n): TrackFrame => {
    const tSec = fineSec(startSec + n * 0.2 + Math.sin(n) * 0.013);
    const ids = [1, 2, 3, 4].map((id) => id + 4 * Math.floor(n / 500));
    const seen = ids.map((id) => {
      const x = (Math.sin(n / 50 + id) + 1) / 2.2;
      return fineTrack({
        id,
        label: id % 2 === 0 ? "person" : "Fahrrad ü",
        score: 0.5 + 0.4 * Math.cos(n / 9 + id),
        boxNorm: [x, 0.3, x + 0.0731, 0.8 + 0.1 * Math.sin(n / 7)],
        firstSeenSec: fineSec(startSec + 100 * Math.floor(n / 500) - id),
        lastSeenSec: tSec,
      });
    });
    const endedIds = n > 0 && n % 500 === 0 ? ids.map((id) => id - 4) : [];
    const aspect = n < 1500 ? 16 / 9 : 4 / 3;
    const frameGapSec = fineSec(0.2 + Math.sin(n) / 100);
    return {
      tSec,
      wallMs: Math.round(tSec * 1000) + (n % 3),
      frameGapSec,
      aspect,
      tracks: seen,
      endedIds,
    };
  });
}

describe("recorded frames", () => {
  it("come back as the very numbers that the rules saw", () => {
    const frames = walk();
    const encoder = new FrameEncoder();
    for (const frame of frames) encoder.add(frame);
    assert.deepEqual([...decodeFrames(encoder.bytes())], frames);
    assert.deepEqual([encoder.firstMs, encoder.lastMs], [frames[0]!.wallMs, frames.at(-1)!.wallMs]);
  });

  it("are small: an empty picture below 12 bytes, one person below 12 more", () => {
    const frames = walk();
    const sizeOf = (few: TrackFrame[]): number => {
      const encoder = new FrameEncoder();
      for (const frame of few) encoder.add(frame);
      return encoder.bytes().length / few.length;
    };
    const empty = sizeOf(frames.map((frame) => ({ ...frame, tracks: [], endedIds: [] })));
    assert.ok(empty < 12, `${empty}`);
    assert.ok((sizeOf(frames) - empty) / 4 < 12, `${sizeOf(frames)}`);
  });

  it("that are cut off are an error and no frame", () => {
    const encoder = new FrameEncoder();
    for (const frame of walk().slice(0, 10)) encoder.add(frame);
    const cut = encoder.bytes().subarray(0, -3);
    assert.throws(() => [...decodeFrames(cut)], RangeError);
  });
});
