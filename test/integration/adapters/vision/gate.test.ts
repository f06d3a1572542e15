import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { startVision, watchAll } from "../../../support/perception/vision-watch.ts";

let vision: VisionHost;
let stop: () => Promise<void>;

before(async () => {
  ({ vision, stop } = await startVision());
});
after(() => stop());

/** A still scene through which, from second 5 to 7, a bright box walks. */
const walk = [
  "smptebars=size=320x180:rate=10,format=gray,format=yuv420p[scene]",
  "color=white:size=20x40:rate=10[walker]",
  "[scene][walker]overlay=x='(t-5)*100':y=70:enable='between(t,5,6.95)'",
].join(";");

const auto = { motion: { mode: "auto", sensitivity: 0.5 }, fpsCap: 5 } as const;

test("an idle scene is not looked at; motion wakes the detector and it lingers for two seconds", async () => {
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", walk], seconds: 12, gop: 20 });
  const { results } = await watchAll(vision, clip, auto);
  const looked = (from: number, to: number): boolean[] =>
    results
      .filter((one) => one.ptsSec >= from - 0.05 && one.ptsSec < to - 0.05)
      .map((one) => one.detected);
  assert.ok(looked(0, 2).every(Boolean), "the first two seconds are looked at");
  assert.ok(!looked(2.4, 5).some(Boolean), "then it is idle");
  assert.ok(looked(5.2, 8.6).every(Boolean), "motion and two seconds more");
  assert.ok(!looked(9.8, 12).some(Boolean), "idle again");
  const moving = results.filter((one) => one.ptsSec > 5.3 && one.ptsSec < 6.9);
  for (const { ptsSec, motion, detections } of moving) {
    const centre = ((ptsSec - 5) * 100 + 10) / 320;
    const [x1, y1, x2, y2] = motion.boxesNorm[0]!;
    assert.ok(x1 < centre && x2 > centre, `${ptsSec}: ${x1}–${x2} without ${centre}`);
    assert.ok(Math.abs(y1 - 70 / 180) < 0.05 && Math.abs(y2 - 110 / 180) < 0.05);
    assert.equal(detections[0]?.label, "motion");
  }
});

test("always and off look at every frame", async () => {
  const still = "smptebars=size=320x180:rate=10";
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", still], seconds: 4 });
  for (const mode of ["always", "off"] as const) {
    const { results } = await watchAll(vision, clip, { motion: { mode, sensitivity: 0.5 } });
    assert.equal(results.length, 40);
    assert.ok(results.every((one) => one.detected && one.detections.length === 0));
  }
});

test("the time for which a picture has been the same to the bit is counted", async () => {
  // Lossless coding, so that the same picture is the same after decoding.
  const frozen = "testsrc2=size=320x180:rate=10,loop=loop=30:size=1:start=9";
  const clip = await makeClip({
    input: ["-f", "lavfi", "-i", frozen],
    seconds: 5,
    output: ["-qp", "0"],
  });
  const { results } = await watchAll(vision, clip);
  const at = (sec: number): number =>
    results.find((one) => Math.abs(one.ptsSec - sec) < 0.05)!.identicalSec;
  assert.ok(at(0.5) < 0.01 && at(0.8) < 0.01);
  assert.ok(Math.abs(at(2.9) - 2) < 0.2, `${at(2.9)}`);
  assert.ok(at(4.9) < 0.01);
});

test("a step of light over the whole scene wakes nothing", async () => {
  const lamp = "smptebars=size=320x180:rate=10,hue=b='-gte(t,5)'";
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", lamp], seconds: 8, gop: 20 });
  const { results } = await watchAll(vision, clip, auto);
  assert.ok(results.filter((one) => one.ptsSec > 2.3).every((one) => !one.detected));
});
