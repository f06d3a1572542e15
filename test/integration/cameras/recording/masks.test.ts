import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import sharp from "sharp";
import { fitPicture } from "../../../../src/adapters/inference/onnx/fit.ts";
import {
  decoderArgs,
  type DecodedPicture,
} from "../../../../src/adapters/vision/child/decoding/decoder-args.ts";
import type { HardwareWish } from "../../../../src/adapters/vision/child/decoding/hardware-decoding.ts";
import { FfmpegMaskTranscoder } from "../../../../src/adapters/ffmpeg/mask-transcoder.ts";
import { ComputePool } from "../../../../src/adapters/compute/compute-pool.ts";
import { VisionHost } from "../../../../src/adapters/vision/vision-host.ts";
import type { ModelInput } from "../../../../src/perception/models/model-manifest.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { silentLogger } from "../../../../src/base/core/logger.ts";
import type { PrivacyMasks } from "../../../../src/perception/core/vision-port.ts";
import type { RecordingSettings } from "../../../../src/cameras/recording/stream-recorder.ts";
import { installDog } from "../../../support/inference/dog-model.ts";
import { makeRecordings } from "../../../support/cameras/make-recordings.ts";
import { makeStore } from "../../../support/store/make-store.ts";
import {
  bytesOf,
  extremes,
  isCovered,
  slantedMask as mask,
  whiteClip,
} from "../../../support/media/masked-pictures.ts";
import { record } from "../../../support/cameras/recorded-stream.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { type Clip, runFfmpeg } from "../../../support/cameras/video-fragments.ts";
import {
  childrenOf,
  feed,
  isRunning,
  until as untilThat,
  watch,
} from "../../../support/perception/vision-watch.ts";
import { until } from "../../../support/box/wait.ts";

const startMs = Date.UTC(2026, 10, 21, 12);
const stream = { org: "default", streamId: "gate" };
const everything = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const calm = { boxes: [], zones: [] };
const modelInput: ModelInput = {
  name: "images",
  width: 320,
  height: 180,
  layout: "nhwc",
  dtype: "uint8",
  colour: "rgb",
  fit: "stretch",
} as ModelInput;

let clip: Clip;
before(async () => {
  clip = await whiteClip(4);
});

async function startVision(
  t: TestContext,
  options: { modelDirs?: string[]; hardware?: HardwareWish; ffmpegPath?: string } = {},
): Promise<VisionHost> {
  const pictures = new ComputePool({ clock: systemClock });
  const parts = { log: silentLogger, clock: systemClock, modelDirs: [], pictures };
  const vision = new VisionHost({ ...parts, ...options });
  t.after(async () => {
    await vision.stop();
    pictures.stop();
  });
  await vision.start();
  // On a busy machine the start ceases to wait before the process is there.
  await until(() => vision.status().state === "up", { what: "the vision process" });
  return vision;
}

async function assertCovered(bytes: Uint8Array, format: string): Promise<void> {
  const seen = await extremes(bytes, format);
  assert.ok(isCovered(seen), JSON.stringify(seen));
}

/** Live pictures of a running stream until one is as wanted. */
async function livePicture(
  vision: VisionHost,
  streamId: string,
  wanted: (seen: { under: number; away: number }) => boolean,
): Promise<void> {
  const jpegs: Uint8Array[] = [];
  const onJpeg = (jpeg: Uint8Array): void => void jpegs.push(jpeg);
  const view = vision.live(streamId, { fps: 5, maxWidthPx: 320, overlay: () => calm, onJpeg });
  try {
    await until(
      async () => {
        const jpeg = jpegs.pop();
        return jpeg !== undefined && wanted(await extremes(jpeg, "image2pipe"));
      },
      { what: "a picture as wanted" },
    );
  } finally {
    view.close();
  }
}

test("no pixel under a mask is seen in recordings", async (t) => {
  const recordings = await makeRecordings(t, { store: await makeStore(t) });
  const settings: RecordingSettings = { mode: "continuous", preSec: 1, postSec: 1, masks: [mask] };
  const recorder = recordings.open(stream, settings);
  await record(recorder, clip, { startMs });
  await until(async () => {
    await recorder.flush();
    return (recordings.list(stream, everything)[0]?.endMs ?? 0) >= startMs + 3500;
  });
  await recordings.close(stream, recorder);
  const [footage] = await recordings.footage(stream, everything);
  assert.equal(footage!.isMasked, true);
  assert.ok(Math.abs(footage!.durationSec - 4) < 0.2, `${footage!.durationSec} s`);
  await assertCovered(await bytesOf(footage!), "mov");
});

test("a masking ffmpeg that is frozen is replaced, and says so", async (t) => {
  const long = await whiteClip(60);
  const problems: (string | null)[] = [];
  let masked = 0;
  const run = new FfmpegMaskTranscoder().open([mask], {
    onInit: () => {},
    onFragment: () => (masked += 1),
    onProblem: (problem) => problems.push(problem?.code ?? null),
  });
  const before = childrenOf(process.pid, "ffmpeg");
  run.init(long.init);
  const camera = setInterval(() => run.push(long.fragments.shift()!), 1000 / 15);
  t.after(() => {
    clearInterval(camera);
    return run.close();
  });
  await until(() => masked > 5, { what: "masked frames" });
  const [frozen] = childrenOf(process.pid, "ffmpeg").filter((pid) => !before.includes(pid));
  process.kill(frozen!, "SIGSTOP");
  await until(() => problems.includes("stream_broken"), { what: "the problem" });
  const seen = masked;
  await until(() => masked > seen && problems.at(-1) === null, { what: "masked frames again" });
  assert.ok(!isRunning(frozen!));
});

test("a mask that is set on a running recording begins a new part; the bare one ends", async (t) => {
  const recordings = await makeRecordings(t, { store: await makeStore(t) });
  const bare: RecordingSettings = { mode: "continuous", preSec: 1, postSec: 1, masks: [] };
  const recorder = recordings.open(stream, bare);
  await record(recorder, clip, { startMs });
  recorder.configure({ ...bare, masks: [mask] });
  await record(recorder, clip, { startMs: startMs + 4000, generation: 2 });
  await until(async () => {
    await recorder.flush();
    return (recordings.list(stream, everything).at(-1)?.endMs ?? 0) >= startMs + 7500;
  });
  recorder.configure(bare);
  await record(recorder, clip, { startMs: startMs + 8000, generation: 3 });
  await recordings.close(stream, recorder);
  const parts = await recordings.footage(stream, everything);
  assert.deepEqual(
    parts.map(({ isMasked }) => isMasked),
    [false, true, false],
  );
  await assertCovered(await bytesOf(parts[1]!), "mov");
});

test("no pixel under a mask is seen in snapshots, annotated or plain", async (t) => {
  const vision = await startVision(t);
  const still = await vision.still({
    init: clip.init,
    fragments: clip.fragments,
    masks: [mask],
    overlay: calm,
    maxWidthPx: 320,
    withPlain: true,
  });
  for (const jpeg of [still.jpeg, still.plainJpeg!]) await assertCovered(jpeg, "image2pipe");
});

test("live pictures are masked, and follow when the masks of the running stream change", async (t) => {
  const vision = await startVision(t);
  const watched = watch(vision);
  const camera = feed(watched.stream, await whiteClip(30));
  t.after(() => camera.stop());
  await untilThat("a result", () => watched.results.length > 0);
  const { streamId } = watched;
  await livePicture(vision, streamId, ({ under, away }) => under > 200 && away > 200);
  watched.stream.reconfigure({ masks: [mask] });
  await livePicture(vision, streamId, isCovered);
  await watched.stream.close();
});

test("the detector's and the motion gate's pictures of a stream have the mask in them", async () => {
  const size = { widthPx: 320, heightPx: 180 };
  const pictures: DecodedPicture[] = [
    { kind: "model", input: modelInput, fit: fitPicture(modelInput, 320, 180), matrix: "bt601" },
    { kind: "view", ...size },
  ];
  const bytes = Buffer.concat([clip.init.bytes, ...clip.fragments.map((one) => one.bytes)]);
  const seenBy = (picture: DecodedPicture, masks: PrivacyMasks): Promise<Buffer> =>
    runFfmpeg(decoderArgs(picture, { fpsCap: null, afterPtsSec: null, masks }), bytes);
  for (const picture of pictures) await assertCovered(await seenBy(picture, [mask]), "nut");
  const bare = await extremes(await seenBy(pictures[0]!, []), "nut");
  assert.ok(bare.under > 200, "the check sees what is not covered");
  // The grid is too coarse for the slanted edge: what a mask over everything leaves is black.
  const grid: DecodedPicture = { kind: "grid", grid: { columns: 32, rows: 18 } };
  const whole: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ];
  const dark = await extremes(await seenBy(grid, [whole]), "nut");
  assert.ok(dark.under < 40, JSON.stringify(dark));
});

test("a single picture is masked before the detector sees it, and in the answer", async (t) => {
  const pool = new ComputePool({ clock: systemClock });
  t.after(() => pool.stop());
  const white = { width: 640, height: 360, channels: 3, background: "#ffffff" } as const;
  const bytes = await sharp({ create: white }).png().toBuffer();
  const { pixels } = await pool.prepare(bytes, modelInput, [mask]);
  const raw = { width: modelInput.width, height: modelInput.height, channels: 3 } as const;
  await assertCovered(await sharp(pixels, { raw }).png().toBuffer(), "image2pipe");

  const dir = await tempDir(t);
  installDog(dir, "dog");
  const vision = await startVision(t, { modelDirs: [dir] });
  const { annotatedJpeg } = await vision.picture({
    bytes,
    model: "dog",
    minScore: 0.1,
    labels: [],
    masks: [mask],
    overlayFor: () => calm,
  });
  await assertCovered(annotatedJpeg, "image2pipe");
});

test("masks stay when hardware decoding fails and software takes over", async (t) => {
  const program = join(await tempDir(t), "ffmpeg");
  // The trial passes; in a running stream the "chip" gives some frames and dies.
  const script = `#!/bin/bash
for arg; do [ "$arg" = vaapi ] && hardware=1; [ "$arg" = pipe:0 ] && live=1; done
args=()
for arg; do case "$arg" in -hwaccel|vaapi) ;; *) args+=("$arg") ;; esac; done
[ "$hardware" ] && [ "$live" ] && { head -c 3000 >/dev/null; echo "the chip is gone" >&2; exit 1; }
exec ffmpeg "\${args[@]}"
`;
  await writeFile(program, script, { mode: 0o755 });
  const vision = await startVision(t, { hardware: "vaapi", ffmpegPath: program });
  const { stream: running, streamId, results, problems } = watch(vision, { masks: [mask] });
  const camera = feed(running, await whiteClip(30));
  t.after(() => camera.stop());
  await untilThat("pictures after all", () => results.length > 3);
  assert.ok(problems.some(({ message }) => message.includes("the chip is gone")));
  await livePicture(vision, streamId, isCovered);
  await running.close();
});
