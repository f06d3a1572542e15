import { access } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { fail } from "../../contract/fail.ts";
import type { ModelInput } from "../../contract/model-manifest.ts";
import { describeError } from "../../core/errors.ts";
import type { ModelGolden } from "./golden.ts";
import type { InstalledModel } from "../../models/installed-model.ts";
import { OnnxModel } from "./onnx-model.ts";

/** What is known of one installed model. */
export interface ModelState {
  name: string;
  labels: readonly string[];
  input: ModelInput;
  state: "installed" | "loaded" | "refused";
  /** Why it was refused, or how long it took to load. */
  note: string;
}

/**
 * The installed models, loaded when first asked for and kept. A model that was refused
 * stays refused until the store is made anew.
 */
export class ModelStore {
  readonly #models: readonly InstalledModel[];
  readonly #threads: number;
  readonly #checkGolden: ModelGolden;
  readonly #loads = new Map<string, Promise<OnnxModel>>();
  readonly #states = new Map<string, ModelState>();

  /** `checkGolden` compares a loaded model with its golden picture; it rejects when they differ. */
  constructor(
    models: readonly InstalledModel[],
    options: { threads: number; checkGolden: ModelGolden },
  ) {
    this.#models = models;
    this.#threads = options.threads;
    this.#checkGolden = options.checkGolden;
  }

  /** Takes over what `old` has loaded under an unchanged manifest, whatever became of its file. */
  adopt(old: ModelStore): void {
    for (const model of this.#models) {
      const { name } = model.manifest;
      const state = old.#states.get(name);
      const isSame = old.#models.some((one) => isDeepStrictEqual(one, model));
      if (!isSame || state?.state !== "loaded") continue;
      this.#states.set(name, state);
      this.#loads.set(name, old.#loads.get(name)!);
    }
  }

  /** Looks which files are there; loads nothing. */
  async open(): Promise<void> {
    for (const { manifest, filePath } of this.#models) {
      if (this.#states.has(manifest.name)) continue;
      const isThere = await access(filePath).then(
        () => true,
        () => false,
      );
      this.#states.set(manifest.name, {
        name: manifest.name,
        labels: manifest.labels.filter((label) => label !== ""),
        input: manifest.input,
        state: isThere ? "installed" : "refused",
        note: isThere ? "loaded when first needed" : `the file ${manifest.file} is not there`,
      });
    }
  }

  states(): ModelState[] {
    return [...this.#states.values()];
  }

  /** The model `name`, loaded. Rejects with `model_unavailable` and the reason. */
  load(name: string): Promise<OnnxModel> {
    const model = this.#models.find((one) => one.manifest.name === name);
    if (!model) {
      return Promise.reject(fail("model_unavailable", `no model ${name} is installed`));
    }
    const known = this.#loads.get(name);
    if (known) return known;
    const load = this.#load(model);
    this.#loads.set(name, load);
    return load;
  }

  /** The first installed model that loads, in the order of the manifests; undefined without any. */
  async loadFirst(): Promise<OnnxModel | undefined> {
    for (const { manifest } of this.#models) {
      try {
        return await this.load(manifest.name);
      } catch {
        // Its state says why; the next one may do.
      }
    }
    return undefined;
  }

  async #load(model: InstalledModel): Promise<OnnxModel> {
    const state = this.#states.get(model.manifest.name)!;
    const startMs = performance.now();
    try {
      const loaded = await OnnxModel.load(model, this.#threads);
      await this.#checkGolden(loaded, model);
      state.state = "loaded";
      const seconds = ((performance.now() - startMs) / 1000).toFixed(2);
      state.note = `ONNX Runtime on the CPU, threads: ${this.#threads}; loaded and tested in ${seconds} s`;
      return loaded;
    } catch (error) {
      state.state = "refused";
      state.note = describeError(error);
      throw error;
    }
  }
}
