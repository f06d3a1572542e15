import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type * as Ort from "onnxruntime-node";
import { fail } from "../../contract/fail.ts";
import { describeError } from "../../core/errors.ts";
import { detrHead } from "./heads/detr.ts";
import type { HeadContext, HeadDecoder, OutputTensor } from "./heads/head.ts";
import { nanodetHead } from "./heads/nanodet.ts";
import { picodetHead } from "./heads/picodet.ts";
import { yoloxHead } from "./heads/yolox.ts";
import type { ModelHead, ModelInput } from "../../contract/model-manifest.ts";
import type { InstalledModel } from "../../models/installed-model.ts";
import { type Candidate, groupOfClass, suppress } from "./nms.ts";
import { type FramePixels, frameBytes, TensorWriter } from "./tensor.ts";

/** Overlap above which the weaker box of one group goes; the value YOLOX and NanoDet publish. */
const DEFAULT_NMS_IOU = 0.6;
/** Low enough that the self-test exercises the whole decoding. */
const SELF_TEST_MIN_SCORE = 0.05;

/** A loaded net with its pre- and post-processing. */
export class OnnxModel {
  readonly name: string;
  readonly labels: readonly string[];
  readonly input: ModelInput;
  /** Most frames that one call may hold. */
  readonly maxBatch: number;
  readonly #ort: typeof Ort;
  readonly #session: Ort.InferenceSession;
  readonly #decode: HeadDecoder;
  readonly #groups: Int32Array;
  readonly #maxIou: number;
  readonly #writer: TensorWriter;
  #runMs = 0;
  #turn: Promise<unknown> = Promise.resolve();
  /** Outputs of the last run, which the next of as many frames writes into. */
  #results: { frames: number; tensors: Ort.InferenceSession.OnnxValueMapType } | undefined;

  private constructor(model: InstalledModel, ort: typeof Ort, session: Ort.InferenceSession) {
    const { manifest } = model;
    this.name = manifest.name;
    this.labels = manifest.labels;
    this.input = manifest.input;
    this.maxBatch = manifest.input.batch ?? 1;
    this.#ort = ort;
    this.#session = session;
    this.#decode = headDecoder(manifest.head, {
      inputWidthPx: manifest.input.width,
      inputHeightPx: manifest.input.height,
      classes: manifest.labels.length,
    });
    this.#groups = groupOfClass(manifest.labels, manifest.groups);
    this.#maxIou = manifest.head.nms_iou ?? DEFAULT_NMS_IOU;
    this.#writer = new TensorWriter(manifest.input);
  }

  /** Milliseconds that the last run took; it blocks the event loop, as the package is made. */
  get runMs(): number {
    return this.#runMs;
  }

  /**
   * Checks the sha256, loads the net and runs it on a grey and a coloured picture. Rejects with
   * `model_unavailable`, naming the model and the reason, when any of it fails. `threads` share
   * the work of one run.
   */
  static async load(model: InstalledModel, threads: number): Promise<OnnxModel> {
    const { manifest, filePath } = model;
    try {
      const found = await sha256Of(filePath);
      if (found !== manifest.sha256) {
        throw fail("model_unavailable", `the file's sha256 is ${found}, not ${manifest.sha256}`);
      }
      const ort = await import("onnxruntime-node");
      // No busy waiting: it starves the decoders that share the cores.
      const session = await ort.InferenceSession.create(filePath, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        logSeverityLevel: 3,
        extra: { session: { intra_op: { allow_spinning: "0" } } },
      });
      const loaded = new OnnxModel(model, ort, session);
      await loaded.#selfTest();
      return loaded;
    } catch (cause) {
      const reason = describeError(cause).replaceAll(filePath, manifest.file);
      throw fail("model_unavailable", `model ${manifest.name} cannot be used: ${reason}`, {
        cause,
      });
    }
  }

  /**
   * Looks at up to `maxBatch` frames, each of the model's input size. Gives per frame the boxes in
   * input pixels with at least `minScore`, after suppression, best first.
   */
  detect(frames: readonly FramePixels[], minScore: number): Promise<Candidate[][]> {
    // One after the other: the tensors of a run are used again by the next.
    const run = this.#turn.then(() => this.#detect(frames, minScore));
    this.#turn = run.catch(() => {});
    return run;
  }

  async #detect(frames: readonly FramePixels[], minScore: number): Promise<Candidate[][]> {
    const outputs = await this.#run(frames);
    return outputs.map((one) =>
      suppress(this.#decode(one, minScore), this.#groups, this.#maxIou).filter(
        (box) => this.labels[box.classIndex] !== "",
      ),
    );
  }

  async release(): Promise<void> {
    await this.#session.release();
  }

  async #run(frames: readonly FramePixels[]): Promise<Map<string, OutputTensor>[]> {
    const data = this.#writer.write(frames);
    const dims = this.#writer.dims(frames.length);
    const type = this.input.dtype;
    const tensor =
      data instanceof Float32Array
        ? new this.#ort.Tensor("float32", data, dims)
        : new this.#ort.Tensor(type === "uint8" ? "uint8" : "float32", data, dims);
    const startMs = performance.now();
    const feeds = { [this.input.name]: tensor };
    const known = this.#results?.frames === frames.length ? this.#results.tensors : undefined;
    const results = await (known ? this.#session.run(feeds, known) : this.#session.run(feeds));
    this.#results = { frames: frames.length, tensors: results };
    this.#runMs = performance.now() - startMs;
    this.#writer.giveBack(data);
    return frames.map((_, index) => {
      const outputs = new Map<string, OutputTensor>();
      for (const name of this.#session.outputNames) {
        outputs.set(name, sliceOfBatch(name, results[name], { index, count: frames.length }));
      }
      return outputs;
    });
  }

  async #selfTest(): Promise<void> {
    const grey = new Uint8Array(frameBytes(this.input)).fill(114);
    // Every byte value, in an order without a period of the picture's size.
    const coloured = Uint8Array.from(grey, (_, at) => (at * 37 + (at >> 8) * 101) & 255);
    for (const [what, picture] of [
      ["grey", grey],
      ["coloured", coloured],
    ] as const) {
      const [outputs] = await this.#run([picture]);
      for (const [name, { data }] of outputs!) {
        if (!data.every(Number.isFinite)) {
          throw fail("model_unavailable", `output ${name} is not a number on a ${what} picture`);
        }
      }
      this.#decode(outputs!, SELF_TEST_MIN_SCORE);
    }
  }
}

function sliceOfBatch(
  name: string,
  tensor: { dims: readonly number[]; data: unknown } | undefined,
  part: { index: number; count: number },
): OutputTensor {
  const data = tensor?.data;
  if (!tensor || !(data instanceof Float32Array) || tensor.dims[0] !== part.count) {
    const found = tensor ? `[${tensor.dims.join(", ")}]` : "absent";
    throw fail("model_unavailable", `output ${name} is ${found}, expected float32 of the batch`);
  }
  const size = data.length / part.count;
  return {
    dims: tensor.dims.slice(1),
    data: data.subarray(part.index * size, (part.index + 1) * size),
  };
}

function headDecoder(head: ModelHead, context: HeadContext): HeadDecoder {
  switch (head.type) {
    case "yolox":
      return yoloxHead(head, context);
    case "nanodet":
      return nanodetHead(head, context);
    case "picodet":
      return picodetHead(head, context);
    case "detr":
      return detrHead(head, context);
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
