import assert from "node:assert/strict";
import { test } from "node:test";
import type { BehaviorSettings } from "../../../src/perception/settings/stream-document.ts";
import { PictureSeries } from "../../../src/perception/pictures/picture-series.ts";
import { FakeVision, tinyJpeg } from "../../support/perception/fake-vision.ts";
import { settingsContext } from "../../support/perception/perception-fixtures.ts";
import { MemoryEvidence } from "../../support/perception/perception-rig.ts";
import { standing } from "../../support/perception/scripted-tracks.ts";

const person = { label: "person", score: 0.9, boxNorm: standing(0.5, 0.8) };

const leftHalf: { name: string; polygon: [number, number][] } = {
  name: "left",
  polygon: [
    [0, 0],
    [0.3, 0],
    [0.3, 1],
    [0, 1],
  ],
};

/** Looks at pictures that are `periodSec` apart and show somebody or nobody; says when something happened. */
async function happenings(
  behavior: BehaviorSettings,
  periodSec: number,
  shown: readonly boolean[],
) {
  const vision = new FakeVision();
  const evidence = new MemoryEvidence();
  const series = new PictureSeries(
    { vision, settings: await settingsContext(vision), evidence, minScore: () => 0.3 },
    {
      org: "default",
      jobId: "job",
      streamId: "robot:rover",
      detect: [],
      behaviors: [behavior],
      zones: [leftHalf],
      locale: "en",
      isSeries: true,
    },
  );
  const seen: number[] = [];
  for (const [at, isThere] of shown.entries()) {
    vision.pictureDetections = isThere ? [person] : [];
    const tSec = 100 + at * periodSec;
    const look = await series.look({ bytes: tinyJpeg, tSec, wallMs: tSec * 1000 });
    if (look.happenings.length > 0) seen.push(at);
    assert.equal(look.pictureUrl !== null, look.happenings.length > 0);
  }
  return seen;
}

test("a zone that is drawn on the pictures is where somebody has to be", async () => {
  const zone = "left";
  assert.deepEqual(await happenings({ type: "intrusion", zone }, 1, [true, true]), []);
  leftHalf.polygon[1]![0] = 1;
  leftHalf.polygon[2]![0] = 1;
  assert.deepEqual(await happenings({ type: "intrusion", zone }, 1, [true, true]), [0]);
});

const stay: BehaviorSettings = { type: "loitering", seconds: 3 };

test("a stay is counted over pictures that are seldom, at most 1.9 s for each", async () => {
  const there = [true, true, true, true, true, true];
  assert.deepEqual(await happenings(stay, 1, there), [3]);
  assert.deepEqual(await happenings(stay, 5, there), [2]);
  assert.deepEqual(await happenings(stay, 60, there), [2]);
});

test("a stay begins again for whoever was out of sight in between", async () => {
  assert.deepEqual(await happenings(stay, 5, [true, true, false, false, true, true]), []);
});

test("what happens at once is told with the first picture, and once", async () => {
  assert.deepEqual(await happenings({ type: "intrusion" }, 5, [false, true, true, true]), [1]);
});
