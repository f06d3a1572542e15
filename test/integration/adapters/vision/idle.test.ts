import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { startVision, until, watch } from "../../../support/perception/vision-watch.ts";

let vision: VisionHost;
let stop: () => Promise<void>;

before(async () => {
  ({ vision, stop } = await startVision());
});
after(() => stop());

/** A still scene through which, from second 18.5 on, a bright box walks. */
const walk = [
  "smptebars=size=320x180:rate=10,format=gray,format=yuv420p[scene]",
  "color=white:size=20x40:rate=10[walker]",
  "[scene][walker]overlay=x='(t-18.5)*60':y=70:enable='gte(t,18.5)'",
].join(";");
const gop = 20;

test("an idle scene is decoded at key frames, and what follows the one that moves is decoded too", async () => {
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", walk], seconds: 24, gop });
  const { stream, results } = watch(
    vision,
    { motion: { mode: "auto", sensitivity: 0.5 }, fpsCap: 10 },
    { mayIdle: () => true },
  );
  stream.init(clip.init);
  // Faster than the camera, but never ahead of the decoder.
  for (const [index, fragment] of clip.fragments.entries()) {
    await stream.push(fragment);
    const isLastBeforeKey = (index + 1) % gop === 0;
    // The key frame that moves first arrives with what follows it already held back.
    const isWaking = Math.abs(fragment.ptsSec - 20) < 0.05;
    const isIdle = stream.idleGopSec() !== null;
    if (!isIdle && (fragment.key || isLastBeforeKey) && !isWaking) {
      await until("decoded", () => results.some((one) => one.ptsSec >= fragment.ptsSec - 0.01));
    } else if (isIdle && fragment.key && !isWaking) {
      await until("key frame", () => results.some((one) => one.ptsSec >= fragment.ptsSec - 0.01));
    } else if (isLastBeforeKey && fragment.ptsSec > 20) {
      await until("the rest", () => results.some((one) => one.ptsSec >= fragment.ptsSec - 0.01));
    }
  }
  const between = (from: number, to: number): number[] =>
    results.map((one) => one.ptsSec).filter((sec) => sec >= from - 0.01 && sec < to - 0.01);
  assert.deepEqual(between(14, 20), [14, 16, 18]);
  assert.ok(between(20, 22).length >= 10, between(20, 22).join(" "));
  assert.ok(between(22, 24).length >= 10, "and in full from then on");
  assert.equal(stream.idleGopSec(), null);
  const drops = stream.drops();
  assert.equal(drops.decoder_behind, 0, "what was held back is no delay");
  await stream.close();
});

test("a scene whose owner follows something is decoded in full", async () => {
  const still = "smptebars=size=160x90:rate=10";
  const clip = await makeClip({ input: ["-f", "lavfi", "-i", still], seconds: 16, gop: 10 });
  const { stream, results } = watch(
    vision,
    { motion: { mode: "auto", sensitivity: 0.5 }, fpsCap: 10 },
    { mayIdle: () => false },
  );
  stream.init(clip.init);
  for (const fragment of clip.fragments) {
    await stream.push(fragment);
    if (fragment.ptsSec % 1 < 0.85) continue;
    await until("decoded", () => results.some((one) => one.ptsSec >= fragment.ptsSec - 0.01));
  }
  assert.ok(results.some((one) => one.ptsSec > 15.8));
  assert.equal(stream.idleGopSec(), null);
  await stream.close();
});
