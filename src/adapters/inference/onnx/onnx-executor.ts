import { access, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Ort from "onnxruntime-node";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError } from "../../../base/core/errors.ts";
import type {
  EngineProgress,
  Executor,
  InputTensor,
  LoadedModel,
  ModelOutput,
} from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { withFeatureOutputs } from "../onnx-graph/feature-outputs.ts";
import { checkWeights } from "../../../perception/models/weights.ts";
import { ModelRuns } from "../model-runs.ts";

/** Execution providers in the order in which they are tried. */
export const onnxProviders = ["tensorrt", "cuda", "cpu"] as const;
/** The execution provider of ONNX Runtime. */
export type OnnxProvider = (typeof onnxProviders)[number];

/** The run options of ONNX Runtime. */
export interface OnnxExecutorOptions {
  /** Default `cpu`. */
  provider?: OnnxProvider;
  /** Threads that share one run on the CPU, or a function that knows the number per model. */
  threads: number | ((model: InstalledModel) => Promise<number>);
  /** Engines of TensorRT, built beforehand; without them it builds one during each load. */
  engines?: OnnxEngines;
}

/** Engines as the executor needs them. */
export interface OnnxEngines {
  /** The state of the model's engine; begins to build a missing one. */
  progress(model: InstalledModel): Promise<EngineProgress>;
  /** Variables of this process with which a session reads the engine. */
  environmentOf(model: InstalledModel): Promise<Record<string, string>>;
}

const libraries: Record<OnnxProvider, string | undefined> = {
  tensorrt: "libonnxruntime_providers_tensorrt.so",
  cuda: "libonnxruntime_providers_cuda.so",
  cpu: undefined,
};

/** TensorRT builds its engine for the GPU that it finds, which takes minutes on a small one. */
const patienceMs: Record<OnnxProvider, number> = {
  tensorrt: 600_000,
  cuda: 120_000,
  cpu: 30_000,
};

/** The directory of the package's libraries; a GPU's lie beside the one of the CPU. */
function libraryDir(): string {
  const main = createRequire(import.meta.url).resolve("onnxruntime-node");
  return join(main, "../../bin/napi-v6", process.platform, process.arch);
}

/** Runs ONNX files with ONNX Runtime inside this process. */
export class OnnxExecutor implements Executor {
  readonly name: string;
  readonly patienceMs: number;
  /** True with engines: they are built meanwhile. */
  readonly mayAppear: boolean;
  readonly #provider: OnnxProvider;
  readonly #threads: OnnxExecutorOptions["threads"];
  readonly #engines: OnnxEngines | undefined;

  constructor(options: OnnxExecutorOptions) {
    this.#provider = options.provider ?? "cpu";
    this.#threads = options.threads;
    this.#engines = options.engines;
    this.mayAppear = options.engines !== undefined;
    this.patienceMs = patienceMs[this.#provider];
    this.name = this.#provider === "cpu" ? "onnx" : `onnx-${this.#provider}`;
  }

  /** A missing library is found by looking: the attempt would print native noise. */
  async obstacle(model: InstalledModel): Promise<string | undefined> {
    const { manifest, filePath } = model;
    if (!manifest.file.endsWith(".onnx")) return "the model is not an ONNX file";
    if (!(await isThere(filePath))) return `the file ${manifest.file} is not there`;
    const library = libraries[this.#provider];
    if (library !== undefined && !(await isThere(join(libraryDir(), library)))) {
      return `not installed: onnxruntime-node has no ${library}`;
    }
    return engineObstacle(await this.#engines?.progress(model));
  }

  async engine(model: InstalledModel): Promise<EngineProgress | undefined> {
    const library = libraries[this.#provider];
    const isInstalled = library !== undefined && (await isThere(join(libraryDir(), library)));
    return isInstalled ? await this.#engines?.progress(model) : undefined;
  }

  async load(model: InstalledModel): Promise<LoadedModel> {
    const { manifest, filePath } = model;
    try {
      await checkWeights([filePath], manifest.sha256);
      const threads =
        typeof this.#threads === "number" ? this.#threads : await this.#threads(model);
      const ort = await import("onnxruntime-node");
      ort.env.logLevel = "fatal";
      // No busy waiting: it starves the decoders that share the cores.
      const edited = model.withFeatures ? withFeatureOutputs(await readFile(filePath)) : undefined;
      const options = {
        executionProviders: [this.#provider],
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        logSeverityLevel: 4,
        extra: { session: { intra_op: { allow_spinning: "0" } } },
      } as const;
      // The provider reads its variables while the session is created; the binding passes it none of its options.
      Object.assign(process.env, await this.#engines?.environmentOf(model));
      const { InferenceSession } = ort;
      const session = edited
        ? await InferenceSession.create(edited.bytes, options)
        : await InferenceSession.create(filePath, options);
      const place =
        this.#provider === "cpu" ? `on the CPU, threads: ${threads}` : `with ${this.#provider}`;
      const note = `ONNX Runtime ${place}`;
      return new OnnxModel(ort, session, { input: manifest.input, note, ...edited });
    } catch (cause) {
      const reason = describeError(cause).replaceAll(filePath, manifest.file);
      throw fail("model_unavailable", reason, { cause });
    }
  }
}

class OnnxModel implements LoadedModel {
  readonly note: string;
  readonly features: readonly string[];
  readonly #ort: typeof Ort;
  readonly #session: Ort.InferenceSession;
  readonly #input: ModelInput;
  readonly #runs = new ModelRuns();
  /** Outputs of the last run, which are valid until the next. */
  #outputs: readonly ModelOutput[] = [];

  constructor(
    ort: typeof Ort,
    session: Ort.InferenceSession,
    model: { input: ModelInput; note: string; features?: readonly string[] },
  ) {
    this.#ort = ort;
    this.#session = session;
    this.#input = model.input;
    this.note = model.note;
    this.features = model.features ?? [];
  }

  run(input: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    return this.#runs.run(() => this.#run(input));
  }

  close(): Promise<void> {
    return this.#runs.close(() => this.#session.release());
  }

  async #run({ data, dims }: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    const tensor =
      data instanceof Float32Array
        ? new this.#ort.Tensor("float32", data, dims)
        : new this.#ort.Tensor("uint8", data, dims);
    this.#freeOutputs();
    const tensors = await this.#session.run({ [this.#input.name]: tensor });
    const outputs = new Map<string, ModelOutput>();
    for (const name of this.#session.outputNames) {
      const found = tensors[name];
      if (!found || !(found.data instanceof Float32Array)) {
        throw fail(
          "model_unavailable",
          `output ${name}: is not float32. Export the model in float32`,
        );
      }
      outputs.set(name, { dims: found.dims, data: found.data });
    }
    this.#outputs = [...outputs.values()];
    return outputs;
  }

  /**
   * Disposes of the binding's new buffers after each run. Left to the garbage collector they made it mark the
   * whole heap once a second.
   */
  #freeOutputs(): void {
    for (const { data } of this.#outputs) {
      if (data.buffer instanceof ArrayBuffer) data.buffer.transfer(0);
    }
    this.#outputs = [];
  }
}

/** Returns why an engine cannot be used now, as an outcome of a trial. */
export function engineObstacle(engine: EngineProgress | undefined): string | undefined {
  if (engine === undefined || engine.state === "ready") return undefined;
  if (engine.state === "building") return "its engine is being built";
  return `its engine could not be built: ${engine.reason}`;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
