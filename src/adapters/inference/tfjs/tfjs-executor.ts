import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError } from "../../../base/core/errors.ts";
import type {
  Executor,
  InputTensor,
  LoadedModel,
  ModelOutput,
} from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import { checkWeights } from "../../../perception/models/weights.ts";
import {
  loadTfjs,
  type Tfjs,
  type TfjsModel,
  tfjsObstacle,
  type TfjsTensor,
} from "./tfjs-runtime.ts";
import { ModelRuns } from "../model-runs.ts";

interface ModelJson {
  modelTopology: unknown;
  signature?: { outputs?: Record<string, { name: string }> };
  weightsManifest: { paths: string[]; weights: unknown[] }[];
}

/**
 * Runs TF.js graph models (`model.json` with its shards beside it) where TF.js is installed. The
 * manifest's sha256 is that of `model.json` followed by the shards in its order.
 */
export class TfjsExecutor implements Executor {
  readonly name = "tfjs";
  readonly patienceMs = 60_000;
  readonly mayAppear = false;
  readonly #from: string;

  /** `from` is a file beside the `node_modules` with TF.js; default this installation. */
  constructor(from: string = fileURLToPath(import.meta.url)) {
    this.#from = from;
  }

  obstacle({ manifest }: InstalledModel): Promise<string | undefined> {
    if (!manifest.file.endsWith(".json")) return Promise.resolve("the model is not a TF.js model");
    return Promise.resolve(tfjsObstacle(this.#from));
  }

  async load({ manifest, filePath }: InstalledModel): Promise<LoadedModel> {
    try {
      const json = JSON.parse(await readFile(filePath, "utf8")) as ModelJson;
      const shards = json.weightsManifest.flatMap((group) => group.paths);
      const paths = shards.map((path) => shardPath(filePath, path));
      await checkWeights([filePath, ...paths], manifest.sha256);
      const tf = await loadTfjs(this.#from);
      const weights = Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
      const model = await tf.loadGraphModel({
        load: () => Promise.resolve(artifacts(json, weights)),
      });
      return new LoadedTfjsModel(tf, model, { input: manifest.input, outputs: outputNames(json) });
    } catch (cause) {
      throw fail("model_unavailable", describeError(cause), { cause });
    }
  }
}

class LoadedTfjsModel implements LoadedModel {
  readonly note: string;
  readonly #tf: Tfjs;
  readonly #model: TfjsModel;
  readonly #input: ModelInput;
  readonly #outputs: readonly string[];
  readonly #runs = new ModelRuns();
  #isDynamic = false;

  constructor(
    tf: Tfjs,
    model: TfjsModel,
    names: { input: ModelInput; outputs: readonly string[] },
  ) {
    this.#tf = tf;
    this.#model = model;
    this.#input = names.input;
    this.#outputs = names.outputs;
    this.note = `TF.js, backend ${tf.getBackend()}`;
  }

  run(input: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    return this.#runs.run(() => this.#run(input));
  }

  close(): Promise<void> {
    return this.#runs.close(() => this.#model.dispose());
  }

  async #run({ data, dims }: InputTensor): Promise<ReadonlyMap<string, ModelOutput>> {
    // TF.js has no bytes: pictures of them are its 32-bit integers.
    const numbers = data instanceof Float32Array ? data : Int32Array.from(data);
    const dtype = data instanceof Float32Array ? "float32" : "int32";
    const input = this.#tf.tensor(numbers, dims, dtype);
    let results: TfjsTensor[] = [];
    try {
      results = [await this.#execute({ [this.#input.name]: input })].flat();
      return await this.#read(results);
    } finally {
      for (const tensor of [input, ...results]) tensor.dispose();
    }
  }

  /** Asking for the asynchronous way where it is not needed prints a warning each time. */
  async #execute(inputs: Record<string, TfjsTensor>): Promise<TfjsTensor | TfjsTensor[]> {
    if (!this.#isDynamic) {
      try {
        return this.#model.execute(inputs);
      } catch (error) {
        if (!describeError(error).includes("executeAsync")) throw error;
        this.#isDynamic = true;
      }
    }
    return this.#model.executeAsync(inputs);
  }

  async #read(results: readonly TfjsTensor[]): Promise<Map<string, ModelOutput>> {
    const outputs = new Map<string, ModelOutput>();
    for (const [at, tensor] of results.entries()) {
      const name = this.#outputs[at] ?? `output_${at}`;
      const data = await tensor.data();
      if (!(data instanceof Float32Array)) {
        throw fail(
          "model_unavailable",
          `output ${name}: is ${tensor.dtype}. Export the model in float32`,
        );
      }
      outputs.set(name, { dims: [...tensor.shape], data });
    }
    return outputs;
  }
}

/** Weights lie beside the model: a path that leads elsewhere is refused. */
function shardPath(filePath: string, shard: string): string {
  const folder = dirname(resolve(filePath));
  const path = join(folder, shard);
  if (path.startsWith(join(folder, "/"))) return path;
  throw fail(
    "model_unavailable",
    "model file: names weights outside its folder. Move the weights beside it",
  );
}

function outputNames({ signature }: ModelJson): string[] {
  return Object.keys(signature?.outputs ?? {});
}

function artifacts(json: ModelJson, weights: Buffer): Record<string, unknown> {
  const { modelTopology, signature, weightsManifest } = json;
  const bytes = new Uint8Array(weights);
  return {
    modelTopology,
    signature,
    weightSpecs: weightsManifest.flatMap((group) => group.weights),
    weightData: bytes.buffer,
  };
}
