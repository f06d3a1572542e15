import assert from "node:assert/strict";
import { test } from "node:test";
import { FfmpegIngest } from "../../../src/adapters/ffmpeg/ffmpeg-ingest.ts";
import { RtspRelay } from "../../../src/adapters/rtsp-relay/rtsp-relay.ts";
import { VisionCostTrial } from "../../../src/adapters/vision/cost-trial.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { clipSample } from "../../../src/system/capacity/clip-sample.ts";
import { makeClip } from "../../support/cameras/video-fragments.ts";

const deadlineMs = 120_000;

function trial(): VisionCostTrial {
  const parts = { clock: systemClock, log: silentLogger, modelDirs: [], parallelism: 1 };
  return new VisionCostTrial({ ...parts, model: () => "motion", isAlone: true, deadlineMs });
}

test("measures what the clip of the box costs to decode and to analyse", async () => {
  const relay = new RtspRelay({ allowedNetworks: [] });
  const clip = await clipSample(new FfmpegIngest({ relay, log: silentLogger }));
  assert.ok(clip.fragments.length > 50);
  const sample = { ...clip, fragments: clip.fragments.slice(0, 30) };
  const cost = await trial().measure([sample], new AbortController().signal);
  assert.equal(cost.model, "motion");
  // All but the first second of the clip, at five frames a second.
  const seconds = sample.fragments.at(-1)!.ptsSec - sample.fragments[0]!.ptsSec;
  assert.ok(Math.abs(cost.looks - 5 * (seconds - 1)) <= 2, `${cost.looks} frames of ${seconds} s`);
  assert.ok(cost.decodeMs > 1 && cost.decodeMs < 2000, `${cost.decodeMs} ms`);
  assert.ok(cost.lookMs < 500 && cost.detectorMs <= cost.lookMs);
});

test("refuses video that no decoder reads, and ends with the box", async () => {
  const clip = await makeClip({ seconds: 2 });
  const fragments = clip.fragments.map((one) => ({ ...one, bytes: Buffer.alloc(64, 255) }));
  const broken = { init: { ...clip.init, bytes: Buffer.alloc(64, 255) }, fragments };
  const never = new AbortController().signal;
  await assert.rejects(trial().measure([broken], never), { code: "stream_broken" });
  const stopping = new AbortController();
  const running = trial().measure([clip], stopping.signal);
  stopping.abort();
  await assert.rejects(running, { code: "shutting_down" });
});
