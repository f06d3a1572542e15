import { access } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Detector } from "../../inference/onnx/detector.ts";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";
import { describeError } from "../../../base/core/errors.ts";
import type {
  EngineProgress,
  Executor,
  TriedExecutor,
} from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import type { ExecutorChoice } from "./executor-choice.ts";

/** The state of one installed model. */
export interface ModelState {
  name: string;
  labels: readonly string[];
  input: ModelInput;
  state: "installed" | "loaded" | "refused";
  /** Name of the executor that runs it; null unless it is loaded. */
  executor: string | null;
  /** The reason of a refusal, or the executor and the time of loading. */
  note: string;
  /** The outcome of each executor's load; empty before. */
  tried: readonly TriedExecutor[];
  /** The engine of an executor that needs one; null where none does. */
  engine: EngineProgress | null;
}

/** The choice of executors, as the store uses it. */
export interface ModelStoreOptions {
  /** Loads a model with the best executor. */
  choose: (model: InstalledModel) => Promise<ExecutorChoice>;
  /** True for models that an executor can run without a file on this box. */
  runsElsewhere: (model: InstalledModel) => boolean;
}

/**
 * The installed models, loaded at their first use and kept. A model that was refused stays refused until the
 * store is created again or a missing server answers; one whose executor failed is loaded again at its next
 * use.
 */
export class ModelStore {
  readonly #models: readonly InstalledModel[];
  readonly #options: ModelStoreOptions;
  readonly #loads = new Map<string, Promise<Detector>>();
  /** Executors that would have been tried, had they answered. */
  readonly #awaited = new Map<string, readonly Executor[]>();
  readonly #states = new Map<string, ModelState>();
  /** Models that are to describe their boxes. */
  readonly #describing = new Set<string>();

  constructor(models: readonly InstalledModel[], options: ModelStoreOptions) {
    this.#models = models;
    this.#options = options;
  }

  /** Takes over what `old` has loaded under an unchanged manifest, whatever became of its file. */
  adopt(old: ModelStore): void {
    for (const model of this.#models) {
      const { name } = model.manifest;
      const state = old.#states.get(name);
      const isSame = old.#models.some((one) => isDeepStrictEqual(one, model));
      if (!isSame || state?.state !== "loaded") continue;
      if (old.#describing.has(name)) this.#describing.add(name);
      this.#states.set(name, state);
      this.#loads.set(name, old.#loads.get(name)!);
      const awaited = old.#awaited.get(name);
      if (awaited) this.#awaited.set(name, awaited);
    }
  }

  /** Looks which files are there; loads nothing. */
  async open(): Promise<void> {
    for (const model of this.#models) {
      const { manifest, filePath } = model;
      if (this.#states.has(manifest.name)) continue;
      const isThere = await access(filePath).then(
        () => true,
        () => this.#options.runsElsewhere(model),
      );
      this.#states.set(manifest.name, {
        name: manifest.name,
        labels: manifest.labels.filter((label) => label !== ""),
        input: manifest.input,
        state: isThere ? "installed" : "refused",
        executor: null,
        note: isThere ? "loaded when first needed" : `the file ${manifest.file} is not there`,
        tried: [],
        engine: null,
      });
    }
  }

  states(): ModelState[] {
    return [...this.#states.values()];
  }

  /**
   * From its next load on the model `name` describes its boxes. One that is loaded without is loaded again when next
   * asked for; feeds that use it keep it until they are opened again.
   */
  describe(name: string): void {
    if (this.#describing.has(name) || !this.#states.has(name)) return;
    this.#describing.add(name);
    this.#loads.delete(name);
  }

  /** The model `name`, loaded. Rejects with `model_unavailable` and the reason. */
  load(name: string): Promise<Detector> {
    const model = this.#models.find((one) => one.manifest.name === name);
    if (!model) {
      return Promise.reject(
        fail("model_unavailable", `model: ${name} is not installed. Install it`),
      );
    }
    const known = this.#loads.get(name);
    if (known) return known;
    const load = this.#load(model);
    this.#loads.set(name, load);
    return load;
  }

  /** The first installed model that loads, in the order of the manifests; undefined without any. */
  async loadFirst(): Promise<Detector | undefined> {
    for (const { manifest } of this.#models) {
      try {
        return await this.load(manifest.name);
      } catch {
        // Its state has the reason; the next one may work.
      }
    }
    return undefined;
  }

  /**
   * The executor of `detector` failed: the next caller gets the best one of that moment. Says
   * whether the model was forgotten; one that was already is left alone.
   */
  async forget(detector: Detector, reason: string): Promise<boolean> {
    const { name } = detector;
    const current = await this.#loads.get(name)?.catch(() => undefined);
    if (current !== detector) return false;
    this.#reset(name, reason);
    await detector.close();
    return true;
  }

  #reset(name: string, reason: string): void {
    this.#loads.delete(name);
    this.#awaited.delete(name);
    const state = this.#states.get(name)!;
    state.state = "installed";
    state.executor = null;
    state.note = `chosen again when next needed, because ${reason}`;
  }

  /**
   * Asks the executors that could not run a model when it was loaded. When one can now, the choice is made again,
   * and a loaded model changes between two frames. Resolves with true when any state changed.
   */
  async recheck(): Promise<boolean> {
    let changed = false;
    for (const [name, executors] of this.#awaited) {
      const model = this.#models.find((one) => one.manifest.name === name)!;
      const obstacles = await Promise.all(executors.map((one) => one.obstacle(model)));
      if (await this.#noteEngine(model, executors)) changed = true;
      const back = executors.find((_, at) => obstacles[at] === undefined);
      const load = this.#loads.get(name);
      if (!back || !load) continue;
      const detector = await load.catch(() => undefined);
      if (this.#loads.get(name) !== load) continue;
      if (detector) await this.#chooseAgain(model, detector);
      else this.#reset(name, `${back.name} answers now`);
      changed = true;
    }
    return changed;
  }

  /** Makes the choice again beside the running detector, which goes on as the better one. */
  async #chooseAgain(model: InstalledModel, running: Detector): Promise<void> {
    const { name } = model.manifest;
    const startMs = performance.now();
    const choice = await this.#options.choose(this.#variantOf(model));
    const { result, awaited } = choice;
    if (awaited.length > 0) this.#awaited.set(name, awaited);
    else this.#awaited.delete(name);
    if ("refusal" in result) return;
    await running.takeOver(result.detector);
    this.#noteLoaded(name, { ...choice, result }, startMs);
  }

  /** Notes the state of the model's engine; true when it changed. */
  async #noteEngine(model: InstalledModel, executors: readonly Executor[]): Promise<boolean> {
    const state = this.#states.get(model.manifest.name)!;
    const former = state.engine;
    for (const executor of executors) {
      const engine = await executor.engine?.(this.#variantOf(model));
      if (engine) state.engine = engine;
    }
    return !isDeepStrictEqual(former, state.engine);
  }

  /** The form of the model that is to be loaded. */
  #variantOf(model: InstalledModel): InstalledModel {
    return this.#describing.has(model.manifest.name) ? { ...model, withFeatures: true } : model;
  }

  #noteLoaded(name: string, { result, tried }: LoadedDetector, startMs: number): void {
    const state = this.#states.get(name)!;
    const { detector, executor, ms } = result;
    const seconds = ((performance.now() - startMs) / 1000).toFixed(2);
    state.tried = tried;
    state.state = "loaded";
    state.executor = executor;
    state.note = `${detector.note}; ${ms.toFixed(1)} ms a frame, ${why(tried)}; ready in ${seconds} s`;
  }

  async #load(model: InstalledModel): Promise<Detector> {
    const state = this.#states.get(model.manifest.name)!;
    const startMs = performance.now();
    try {
      const choice = await this.#options.choose(this.#variantOf(model));
      const { result, tried, awaited } = choice;
      if (awaited.length > 0) this.#awaited.set(model.manifest.name, awaited);
      await this.#noteEngine(model, awaited);
      state.tried = tried;
      if ("refusal" in result) throw result.refusal;
      this.#noteLoaded(model.manifest.name, { ...choice, result }, startMs);
      return result.detector;
    } catch (error) {
      state.state = "refused";
      state.executor = null;
      state.note = describeError(error);
      throw error;
    }
  }
}

type LoadedDetector = ExecutorChoice & {
  result: { detector: Detector; executor: string; ms: number };
};

/** Returns the reason for the choice, in a few words. */
function why(tried: readonly TriedExecutor[]): string {
  const right = tried.filter(({ ms }) => ms !== null).length;
  return right > 1
    ? `the fastest of ${right} that answer right`
    : "the only one that answers right";
}
