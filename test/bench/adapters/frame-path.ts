/**
 * Processor time of each analysed frame on our whole path (main process, vision process, decoder), divided by that of
 * bare ffmpeg, which decodes and scales the same video, plus bare ONNX Runtime, which runs the same model on the same
 * frames. Counts user and system time of all processes, so the speed of the machine affects both alike.
 *
 * The two baseline programs run at the same time, as in our path, because work on a core takes more processor time
 * while the other core is busy. The bench also prints their figure one after the other.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as ort from "onnxruntime-node";
import type { VisionHost } from "../../../src/adapters/vision/vision-host.ts";
import { fitPicture } from "../../../src/adapters/inference/onnx/fit.ts";
import { TensorWriter } from "../../../src/adapters/inference/onnx/tensor.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { benchModel } from "../../support/inference/bench-model.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";
import { type Clip, makeClip, runFfmpeg } from "../../support/cameras/video-fragments.ts";
import { childrenOf, startVision, until, watchAll } from "../../support/perception/vision-watch.ts";

const fps = 5;
/** Long enough that the decoder's start and code that is not compiled yet do not count: a camera runs for days. */
const seconds = 64;
const maxRatio = 1.15;
const rounds = 9;
/** Clock ticks of /proc/<pid>/stat in a second (`getconf CLK_TCK`). */
const ticksPerSec = 100;

/** CPU seconds of a process and of its ended children. */
function cpuSec(pid: number | "self"): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return stat.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSec;
}

function makeVideo(): Promise<Clip> {
  const film = noSharedModels ? undefined : join(sharedDir, "video/vtest_arjun.avi");
  const input = film
    ? ["-stream_loop", "-1", "-i", film]
    : ["-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=15"];
  const output = "-vf scale=1280:720 -r 15 -preset veryfast".split(" ");
  return makeClip({ input, output, seconds, gop: 30 });
}

function plainFilter({ manifest: { input } }: InstalledModel, clip: Clip): string {
  const fit = fitPicture(input, clip.init.widthPx, clip.init.heightPx);
  return [
    `select='isnan(prev_selected_t)+gt(floor(t*${fps}+0.001),floor(prev_selected_t*${fps}+0.001))'`,
    `scale=${fit.widthPx}:${fit.heightPx}:flags=bilinear,format=${input.colour}24`,
    `pad=${input.width}:${input.height}:${fit.offsetXPx}:${fit.offsetYPx}`,
  ].join(",");
}

/** CPU seconds of this process's ended children. */
function endedChildrenSec(): number {
  const stat = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)!.split(" ");
  return (Number(stat[13]) + Number(stat[14])) / ticksPerSec;
}

/** Bare ffmpeg to nowhere; gives its CPU seconds. */
async function bareDecode(mp4Path: string, filter: string): Promise<number> {
  const before = endedChildrenSec();
  const args = `-v error -threads 1 -i ${mp4Path} -filter_threads 1 -vf`.split(" ");
  const child = spawn("ffmpeg", [...args, filter, "-f", "null", "-"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((done) => {
    child.once("close", done);
  });
  return endedChildrenSec() - before;
}

/** Bare ONNX Runtime on tensors that lie ready; each call gives its CPU seconds. */
async function bareInference(
  model: InstalledModel,
  frames: readonly Buffer[],
): Promise<() => Promise<number>> {
  const { input } = model.manifest;
  const session = await ort.InferenceSession.create(model.filePath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  const writer = new TensorWriter(input);
  const tensors = frames.map((frame) => {
    return new ort.Tensor(input.dtype, writer.write([frame]) as Float32Array, writer.dims(1));
  });
  await session.run({ [input.name]: tensors[0]! });
  return async () => {
    const before = process.cpuUsage();
    for (const tensor of tensors) await session.run({ [input.name]: tensor });
    const used = process.cpuUsage(before);
    return (used.user + used.system) / 1e6;
  };
}

/** Our whole path over the clip; gives its CPU seconds and how many frames it looked at. */
async function ourPath(
  vision: VisionHost,
  model: InstalledModel,
  clip: Clip,
): Promise<{ sec: number; frames: number }> {
  const look = { fpsCap: fps, model: model.manifest.name, minScore: 0.4 };
  const childBefore = cpuSec(vision.pid!);
  const ownBefore = process.cpuUsage();
  const { results } = await watchAll(vision, clip, look);
  // The decoder's time counts once it has been waited for.
  await until("the decoder's end", () => childrenOf(vision.pid!, "ffmpeg").length === 0);
  const own = process.cpuUsage(ownBefore);
  const sec = cpuSec(vision.pid!) - childBefore + (own.user + own.system) / 1e6;
  return { sec, frames: results.filter((one) => one.detected).length };
}

/** A clip on disk for bare ffmpeg, and how both bare parts take it. */
interface BareParts {
  decode: () => Promise<number>;
  infer: () => Promise<number>;
}

async function bareParts(model: InstalledModel, clip: Clip, count: number): Promise<BareParts> {
  const mp4 = Buffer.concat([clip.init.bytes, ...clip.fragments.map((one) => one.bytes)]);
  const mp4Path = join(workDir, "clip.mp4");
  writeFileSync(mp4Path, mp4);
  const filter = plainFilter(model, clip);
  const raw = await runFfmpeg(["-i", "pipe:0", "-vf", filter, "-f", "rawvideo", "-"], mp4);
  const size = model.manifest.input.width * model.manifest.input.height * 3;
  const frames = Array.from({ length: count }, (_, at) => raw.subarray(at * size, (at + 1) * size));
  const infer = await bareInference(model, frames);
  return { decode: () => bareDecode(mp4Path, filter), infer };
}

/** Ours and the bare parts take turns; each of ours is held to the bare runs before and after it, so that a machine that grows slower or faster cancels out. */
async function compare(vision: VisionHost, model: InstalledModel): Promise<number> {
  const clip = await makeVideo();
  // Once through, so that what is measured is a box that has been running.
  const { frames: count } = await ourPath(vision, model, clip);
  const { decode, infer } = await bareParts(model, clip, count);
  console.log(`model ${model.manifest.name}, ${count} detected frames of 720p15`);
  const each = (sec: number): string => `${((sec / count) * 1000).toFixed(1)} ms`;
  const bare = async (): Promise<number> => {
    const [decodeSec, inferSec] = await Promise.all([decode(), infer()]);
    console.log(`  bare decode and inference side by side: ${each(decodeSec)} + ${each(inferSec)}`);
    return decodeSec + inferSec;
  };
  const ratios: number[] = [];
  let before = await bare();
  for (let round = 0; round < rounds; round += 1) {
    const ours = await ourPath(vision, model, clip);
    console.log(`ours: ${each(ours.sec)} CPU per detected frame`);
    const after = await bare();
    ratios.push((2 * ours.sec) / (before + after));
    before = after;
  }
  console.log(`bare one after the other: ${each(await decode())} + ${each(await infer())}`);
  ratios.sort((x, y) => x - y);
  console.log(`ratios: ${ratios.map((one) => one.toFixed(2)).join(" ")}`);
  return ratios[rounds >> 1]!;
}

const workDir = mkdtempSync(join(tmpdir(), "gatehouse-bench-frame-path-"));
const model = await benchModel(workDir);
if (!model) {
  console.log("skipped: no model is installed");
} else {
  const { vision, stop } = await startVision([resolve(model.filePath, "..")]);
  const ratio = await compare(vision, model);
  await stop();
  console.log(`ratio ${ratio.toFixed(3)}, must be at most ${maxRatio}`);
  process.exitCode = ratio <= maxRatio ? 0 : 1;
}
rmSync(workDir, { recursive: true });
