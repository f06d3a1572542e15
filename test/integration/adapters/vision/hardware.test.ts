import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ComputePool } from "../../../../src/adapters/compute/compute-pool.ts";
import { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import type { HardwareWish } from "../../../../src/adapters/vision/child/decoding/hardware-decoding.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { makeClip } from "../../../support/cameras/video-fragments.ts";
import { feed, until, watch, watchAll } from "../../../support/perception/vision-watch.ts";

async function visionWith(
  t: TestContext,
  hardware: HardwareWish,
  ffmpegPath = "ffmpeg",
): Promise<VisionHost> {
  const pictures = new ComputePool({ clock: systemClock });
  const vision = new VisionHost({
    log: silentLogger,
    clock: systemClock,
    modelDirs: [],
    pictures,
    hardware,
    ffmpegPath,
  });
  t.after(async () => {
    await vision.stop();
    pictures.stop();
  });
  await vision.start();
  return vision;
}

/** An ffmpeg whose `-hwaccel vaapi` works in software, after `before` has run. */
async function pretending(t: TestContext, before: string): Promise<string> {
  const program = join(await tempDir(t), "ffmpeg");
  const script = `#!/bin/bash
for arg; do [ "$arg" = vaapi ] && hardware=1; [ "$arg" = pipe:0 ] && live=1; done
args=()
for arg; do case "$arg" in -hwaccel|vaapi) ;; *) args+=("$arg") ;; esac; done
if [ "$hardware" ]; then ${before}; fi
exec ffmpeg "\${args[@]}"
`;
  await writeFile(program, script, { mode: 0o755 });
  return program;
}

const clipOf = (): ReturnType<typeof makeClip> => makeClip({ seconds: 3 });

test("a method without its hardware is not used, says why, and costs no frame", async (t) => {
  const vision = await visionWith(t, "v4l2m2m");
  const clip = await clipOf();
  const { results } = await watchAll(vision, clip);
  assert.equal(results.length, clip.fragments.length);
  const { used, tried } = vision.status().decoding;
  assert.deepEqual(used, {});
  assert.deepEqual(
    tried.map(({ method, codec }) => `${method} ${codec}`),
    ["v4l2m2m h264", "v4l2m2m hevc"],
  );
  for (const { outcome } of tried) assert.match(outcome, /\S/);
});

test("a method that gives the right frames is used", async (t) => {
  const vision = await visionWith(t, "vaapi", await pretending(t, ":"));
  const clip = await clipOf();
  const { results } = await watchAll(vision, clip);
  assert.equal(results.length, clip.fragments.length);
  assert.deepEqual(vision.status().decoding.used, { h264: "vaapi", hevc: "vaapi" });
});

test("a method that gives wrong frames, or too few, is not used", async (t) => {
  const wrong = `[ "$live" ] || { args=("\${args[@]/gray/gray,negate}"); }`;
  const few = `[ "$live" ] || { args=("\${args[@]:0:\${#args[@]}-1}" -frames:v 5 pipe:1); }`;
  for (const [before, outcome] of [
    [wrong, /wrong frames/],
    [few, /5 frames of 12/],
  ] as const) {
    const vision = await visionWith(t, "vaapi", await pretending(t, before));
    await watchAll(vision, await clipOf());
    const { used, tried } = vision.status().decoding;
    assert.deepEqual(used, {});
    assert.match(tried[0]!.outcome, outcome);
  }
});

test("hardware that fails in a running stream is left for software within seconds", async (t) => {
  const dies = `[ "$live" ] && { head -c 20000 >/dev/null; echo "the chip is gone" >&2; exit 1; }`;
  const vision = await visionWith(t, "vaapi", await pretending(t, dies));
  const clip = await makeClip({ seconds: 40 });
  const { stream, results, problems } = watch(vision, { fpsCap: 10 });
  const camera = feed(stream, clip);
  t.after(() => camera.stop());
  await until("pictures after all", () => results.length > 5);
  assert.ok(problems.some(({ message }) => message.includes("the chip is gone")));
  const { used, tried } = vision.status().decoding;
  assert.deepEqual(used, { hevc: "vaapi" });
  assert.match(tried.find(({ codec }) => codec === "h264")!.outcome, /failed while running/);
});
