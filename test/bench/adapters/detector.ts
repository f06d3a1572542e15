/**
 * Processor time of one frame in the detector (pre-processing, model, decoding, suppression of duplicates), divided
 * by that of bare ONNX Runtime with the same model and a prepared tensor. Both take turns in one process, so the
 * speed and the load of the machine affect both alike.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as ort from "onnxruntime-node";
import { Detector } from "../../../src/adapters/inference/onnx/detector.ts";
import { OnnxExecutor } from "../../../src/adapters/inference/onnx/onnx-executor.ts";
import { TensorWriter } from "../../../src/adapters/inference/onnx/tensor.ts";
import { readModelPicture } from "../../../src/adapters/drawing/model-picture.ts";
import type { InstalledModel } from "../../../src/perception/models/installed-model.ts";
import { benchModel } from "../../support/inference/bench-model.ts";
import { noSharedModels, sharedDir } from "../../support/inference/shared-models.ts";

const maxRatio = 1.1;
const rounds = 30;
const runsPerRound = 8;
/** The site's default score. */
const minScore = 0.4;

/** A street with cars where the shared pictures are there, else every byte value. */
async function pictureFor(model: InstalledModel): Promise<Uint8Array> {
  const { input } = model.manifest;
  if (noSharedModels) {
    return new Uint8Array(input.width * input.height * 3).map((_, at) => (at * 37) & 255);
  }
  const path = join(sharedDir, "images/ibm_cars/0950c4c2-7703-4a4b-a52c-cb292ee7f136.jpg");
  return (await readModelPicture(path, input)).pixels;
}

async function bareRun(model: InstalledModel, frame: Uint8Array): Promise<() => Promise<unknown>> {
  const { input } = model.manifest;
  const session = await ort.InferenceSession.create(model.filePath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  const writer = new TensorWriter(input);
  const data = writer.write([frame]) as Float32Array;
  const tensor = new ort.Tensor(input.dtype, data, writer.dims(1));
  return () => session.run({ [input.name]: tensor });
}

/** CPU and wall milliseconds per run. */
async function cost(run: () => Promise<unknown>): Promise<{ cpuMs: number; wallMs: number }> {
  const before = process.cpuUsage();
  const startMs = performance.now();
  for (let at = 0; at < runsPerRound; at += 1) await run();
  const wallMs = (performance.now() - startMs) / runsPerRound;
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000 / runsPerRound, wallMs };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function compare(model: InstalledModel): Promise<number> {
  const frame = await pictureFor(model);
  const detector = await Detector.load(model, new OnnxExecutor({ threads: 1 }));
  const found = (await detector.detect([frame], minScore))[0]!.length;
  const ours = (): Promise<unknown> => detector.detect([frame], minScore);
  const bare = await bareRun(model, frame);
  await cost(ours);
  await cost(bare);
  const all = { ours: [] as number[], bare: [] as number[], ratios: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that neither always finds the caches of the other.
    const first = await cost(round % 2 === 0 ? ours : bare);
    const second = await cost(round % 2 === 0 ? bare : ours);
    const [own, plain] = round % 2 === 0 ? [first, second] : [second, first];
    all.ours.push(own.wallMs);
    all.bare.push(plain.wallMs);
    all.ratios.push(own.cpuMs / plain.cpuMs);
  }
  const { name, input } = model.manifest;
  console.log(`model ${name}, ${input.dtype} ${input.layout}, ${found} boxes in the picture`);
  const wall = `ours ${median(all.ours).toFixed(1)} ms, bare ${median(all.bare).toFixed(1)} ms`;
  console.log(`wall time per frame, median: ${wall}`);
  return median(all.ratios);
}

const dir = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const model = await benchModel(dir);
if (!model) {
  console.log("skipped: no model is installed");
} else {
  const ratio = await compare(model);
  console.log(`CPU per frame, ratio ${ratio.toFixed(3)}, must be at most ${maxRatio}`);
  process.exitCode = ratio <= maxRatio ? 0 : 1;
}
rmSync(dir, { recursive: true });
