import { SerialLane } from "../../../base/concurrency/serial-lane.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelHead, ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { Executor, LoadedModel, ModelOutput } from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { detrHead } from "./heads/detr.ts";
import type { HeadContext, HeadDecoder, OutputTensor } from "./heads/head.ts";
import { nanodetHead } from "./heads/nanodet.ts";
import { picodetHead } from "./heads/picodet.ts";
import { yoloxHead } from "./heads/yolox.ts";
import { boxFeatures } from "./box-features.ts";
import { type Candidate, groupOfClass, suppress } from "./heads/nms.ts";
import { type ScoreScale, scoreScale } from "./score-scale.ts";
import { type FramePixels, frameBytes, TensorWriter } from "./tensor.ts";

/** Overlap above which the weaker box of one group is removed; the value that YOLOX and NanoDet publish. */
const defaultNmsIou = 0.6;
/** Low enough that the self-test exercises the whole decoding. */
const selfTestMinScore = 0.05;

/** A model that an executor has loaded, with the pre- and post-processing of its manifest. */
export class Detector {
  readonly name: string;
  readonly sha256: string;
  readonly labels: readonly string[];
  readonly input: ModelInput;
  /** Most frames that one call may hold. */
  readonly maxBatch: number;
  #net: LoadedModel;
  readonly #decode: HeadDecoder;
  readonly #groups: Int32Array;
  readonly #maxIou: number;
  readonly #scale: ScoreScale;
  readonly #writer: TensorWriter;
  readonly #lane = new SerialLane();
  #runMs = 0;

  private constructor({ manifest }: InstalledModel, net: LoadedModel) {
    this.name = manifest.name;
    this.sha256 = manifest.sha256;
    this.labels = manifest.labels;
    this.input = manifest.input;
    this.maxBatch = manifest.input.batch ?? 1;
    this.#net = net;
    this.#decode = headDecoder(manifest.head, {
      inputWidthPx: manifest.input.width,
      inputHeightPx: manifest.input.height,
      classes: manifest.labels.length,
    });
    this.#groups = groupOfClass(manifest.labels, manifest.groups);
    this.#maxIou = manifest.head.nms_iou ?? defaultNmsIou;
    this.#scale = scoreScale(manifest.min_score);
    this.#writer = new TensorWriter(manifest.input);
  }

  /** A line about the way the model runs. */
  get note(): string {
    return this.#net.note;
  }

  /** Milliseconds of the model's last run; some executors block the event loop for it. */
  get runMs(): number {
    return this.#runMs;
  }

  /**
   * Loads the model with `executor` and runs it on a grey and a coloured picture. Rejects with
   * `model_unavailable`, naming the model and the reason, when a step fails.
   */
  static async load(model: InstalledModel, executor: Executor): Promise<Detector> {
    let net: LoadedModel | undefined;
    try {
      net = await executor.load(model);
      const loaded = new Detector(model, net);
      await loaded.#selfTest();
      return loaded;
    } catch (cause) {
      await net?.close();
      const reason =
        GatehouseError.find(cause)?.message ??
        `cannot be used (${describeError(cause)}). Correct the manifest or replace the file`;
      const message = `model.${model.manifest.name}: ${reason}`;
      throw fail("model_unavailable", message, { cause });
    }
  }

  /**
   * Detects in up to `maxBatch` frames, each of the model's input size. Returns per frame the boxes in input
   * pixels with at least `minScore`, after suppression, best first. Scores are on the common scale of all
   * models: 0.4 is the manifest's `min_score`, the model's best operating point. Rejects with
   * `model_unavailable` when the executor fails.
   */
  detect(frames: readonly FramePixels[], minScore: number): Promise<Candidate[][]> {
    // One after the other: the tensors of a run are used again by the next.
    return this.#lane.run(() => this.#detect(frames, minScore));
  }

  /**
   * Runs from the next frame on as `other`, a loaded detector of the same model, which is used up. Resolves when
   * the former way of running is released.
   */
  async takeOver(other: Detector): Promise<void> {
    const former = this.#net;
    await this.#lane.run(async () => {
      this.#net = other.#net;
    });
    await former.close();
  }

  /** Releases the model after the work in progress. */
  close(): Promise<void> {
    return this.#net.close();
  }

  async #detect(frames: readonly FramePixels[], minScore: number): Promise<Candidate[][]> {
    const outputs = await this.#run(frames);
    const rawMinScore = this.#scale.raw(minScore);
    return outputs.map((one) =>
      suppress(this.#decode(one, rawMinScore), this.#groups, this.#maxIou)
        .filter((box) => this.labels[box.classIndex] !== "")
        .map((box) => ({
          ...box,
          score: this.#scale.scaled(box.score),
          ...this.#described(box, one),
        })),
    );
  }

  #described(
    box: Candidate,
    outputs: ReadonlyMap<string, OutputTensor>,
  ): Pick<Candidate, "features"> {
    const { features = [] } = this.#net;
    const maps = features.flatMap((name) => outputs.get(name) ?? []);
    const values = boxFeatures(box, maps, this.input);
    return values ? { features: values } : {};
  }

  async #run(frames: readonly FramePixels[]): Promise<Map<string, OutputTensor>[]> {
    const data = this.#writer.write(frames);
    const startMs = performance.now();
    const results = await this.#net.run({ data, dims: this.#writer.dims(frames.length) });
    this.#runMs = performance.now() - startMs;
    this.#writer.giveBack(data);
    return frames.map((_, index) => {
      const outputs = new Map<string, OutputTensor>();
      for (const [name, tensor] of results) {
        outputs.set(name, sliceOfBatch(name, tensor, { index, count: frames.length }));
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
          throw fail(
            "model_unavailable",
            `output ${name}: is not a number for a ${what} picture. Export the model again in 32-bit floats, and check mean and std`,
          );
        }
      }
      this.#decode(outputs!, selfTestMinScore);
    }
  }
}

function sliceOfBatch(
  name: string,
  { dims, data }: ModelOutput,
  part: { index: number; count: number },
): OutputTensor {
  if (dims[0] !== part.count) {
    const found = `[${dims.join(", ")}]`;
    throw fail(
      "model_unavailable",
      `output ${name}: is ${found} for ${part.count} pictures. Export the model with a batch axis`,
    );
  }
  const size = data.length / part.count;
  return { dims: dims.slice(1), data: data.subarray(part.index * size, (part.index + 1) * size) };
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
