import assert from "node:assert/strict";
import { test } from "node:test";
import { appearanceOf } from "../../../src/adapters/vision/child/appearance.ts";
import { appearanceLength, appearanceSimilarity } from "../../../src/perception/core/appearance.ts";
import { Tracker } from "../../../src/perception/tracking/tracker.ts";
import type { Detection } from "../../../src/perception/core/vision-port.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";

const picture = { widthPx: 64, heightPx: 64 };
/** Luma, blue difference and red difference of clothes. */
const red = [90, 110, 200] as const;
const blue = [60, 190, 110] as const;

/** A planar picture of one colour. */
function planesOf([luma, u, v]: readonly [number, number, number]): Uint8Array {
  const size = picture.widthPx * picture.heightPx;
  const planes = new Uint8Array(size * 1.5);
  planes.fill(luma, 0, size);
  planes.fill(u, size, size * 1.25);
  planes.fill(v, size * 1.25);
  return planes;
}

const redClothes = appearanceOf(planesOf(red), picture, [0.2, 0.2, 0.4, 0.8])!;
const blueClothes = appearanceOf(planesOf(blue), picture, [0.2, 0.2, 0.4, 0.8])!;

function person(x: number, appearance: Uint8Array): Detection {
  return { label: "person", score: 0.8, boxNorm: standing(x, 0.8), appearance };
}

/** Ids of the tracks at the end of a script of 5 frames a second, from left to right. */
function idsAfter(script: (sec: number) => readonly Detection[], untilSec: number): number[] {
  const tracker = new Tracker({ aspect: 16 / 9, minScore: () => 0.4 });
  let last = tracker.update({ tSec: 0, detected: true, detections: script(0) });
  for (let frame = 1; frame / 5 <= untilSec; frame += 1) {
    last = tracker.update({ tSec: frame / 5, detected: true, detections: script(frame / 5) });
  }
  return last.tracks.toSorted((a, b) => a.boxNorm[0] - b.boxNorm[0]).map(({ id }) => id);
}

test("a description has a share for each bin and tells colours apart", () => {
  assert.equal(redClothes.length, appearanceLength);
  assert.equal(appearanceSimilarity(redClothes, redClothes), 1);
  assert.equal(appearanceSimilarity(redClothes, blueClothes), 0);
});

test("a box outside the picture or of no width still has a description of its nearest pixels", () => {
  const planes = planesOf(red);
  for (const box of [
    [0.5, 0.5, 0.5, 0.5],
    [1, 1, 1, 1],
  ] as const) {
    assert.deepEqual(appearanceOf(planes, picture, box), redClothes);
  }
});

test("two people who meet behind a pillar and turn back keep their tracks", () => {
  const pair = (sec: number): Detection[] => {
    const away = 0.08 * Math.abs(2 - sec);
    return [person(0.5 - away, redClothes), person(0.5 + away, blueClothes)];
  };
  const hidden = (sec: number): Detection[] => (Math.abs(2 - sec) < 0.3 ? [] : pair(sec));
  assert.deepEqual(idsAfter(hidden, 4), idsAfter(pair, 1));
});

test("two people who pass each other keep their tracks", () => {
  const at = (sec: number): number => 0.5 + 0.06 * (sec - 2);
  const ids = idsAfter((sec) => {
    const toRight = person(at(sec), redClothes);
    const toLeft = person(1 - at(sec), blueClothes);
    return Math.abs(2 - sec) < 0.5 ? [toRight] : [toRight, toLeft];
  }, 4);
  assert.deepEqual(ids, [2, 1]);
});

test("somebody who enters where another one left the picture is a new track", () => {
  const ids = idsAfter((sec) => {
    if (sec < 2) return [person(0.82 + 0.08 * sec, redClothes)];
    return sec < 3 ? [] : [person(0.98 - 0.08 * (sec - 3), redClothes)];
  }, 4);
  assert.deepEqual(ids, [2]);
});

test("somebody who stands at the edge of the picture and is missed for 2 s stays one track", () => {
  const ids = idsAfter((sec) => {
    if (sec > 2 && sec < 4) return [];
    return [person(0.97, redClothes)];
  }, 5);
  assert.deepEqual(ids, [1]);
});
