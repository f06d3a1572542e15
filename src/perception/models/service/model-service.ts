import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { resolveMediaFile } from "../../../cameras/media-file.ts";
import { fail, invalidField, messageAbout } from "../../../base/contract/fail.ts";
import type { Vision } from "../../core/vision-port.ts";
import { readCandidates } from "../install/candidates.ts";
import { readCatalogue } from "../catalogue.ts";
import type { HeadFlags } from "../install/described-model.ts";
import type { Downloads } from "../install/download-port.ts";
import { type ModelCandidate, installModel, type InstallParts } from "../install/install-model.ts";
import { type KnownModel, knownModels } from "../model-folders.ts";
import { type ModelRow, modelRows, type ModelUse } from "../model-rows.ts";
import type { ModelSpeeds } from "../model-speeds.ts";
import type { ModelWork } from "../install/model-work.ts";
import { maxModelBytes, receiveModel } from "../install/received-model.ts";
import { pullModel } from "../install/pull-model.ts";
import type { BoxModels, BoxModelsState } from "./box-models.ts";
import type { RunningStreams } from "../../streams/running-streams.ts";

/** The longest download. */
const pullDeadlineSec = 1800;

/** The parts of the service. */
export interface ModelServiceParts extends InstallParts {
  models: BoxModels;
  running: RunningStreams;
  speeds: ModelSpeeds;
  work: ModelWork;
  downloads: Downloads;
  vision: Pick<Vision, "status">;
  /** Folders whose files callers may name. */
  mediaDirs: () => readonly string[];
}

/** The models of the box and of its catalogue. */
export interface ModelList extends Pick<BoxModelsState, "default" | "chosen"> {
  models: readonly ModelRow[];
  /** The present or last download, installation or bench; null before the first. */
  work: ReturnType<ModelWork["last"]>;
}

/** The detectors of the box for API callers: list, pull, install, bench, use, remove. */
export class ModelService {
  readonly #parts: ModelServiceParts;

  constructor(parts: ModelServiceParts) {
    this.#parts = parts;
  }

  /** Every model of the box and of its catalogue; streams are those of `org`. */
  async list(org: string): Promise<ModelList> {
    const { folders, speeds, work, models } = this.#parts;
    const state = models.state();
    return {
      default: state.default,
      chosen: state.chosen,
      models: await modelRows(folders, speeds, this.#use(org)),
      work: work.last(),
    };
  }

  /** Downloads and installs a model of the catalogue in the background. Rejects with `not_found` and `conflict`. */
  async pull(name: string): Promise<void> {
    const { folders, work, downloads } = this.#parts;
    const { entries } = await readCatalogue(folders.shipped);
    if (!entries.some((entry) => entry.name === name)) {
      throw fail("not_found", `name: the catalogue has no model ${name}. Choose one that it lists`);
    }
    work.begin("pull", name, async (onProgress) => {
      const bounds = { timeout: pullDeadlineSec, maxMegabytes: maxModelBytes / 1e6 };
      const parts = { ...this.#parts, downloads, onProgress };
      await this.#installed(await pullModel(parts, name, bounds));
    });
  }

  /**
   * Installs a file of the box, such as one on a USB stick, in the background: a manifest, or an ONNX file with a
   * manifest beside it or described by `flags`. Rejects with `invalid_request_body` naming the field, and `conflict`.
   */
  async installFile(path: string, flags: HeadFlags): Promise<void> {
    const file = await resolveMediaFile(path, this.#parts.mediaDirs()).catch(() => {
      throw invalidField(
        "path",
        "there is no such file below a folder of media_dirs. Copy it there",
      );
    });
    const [candidate] = await this.#candidates(file, flags, "path");
    this.#install(candidate!);
  }

  /** Installs a caller's file in the background. Rejects like `receiveModel`, and with `conflict`. */
  async upload(body: Readable, flags: HeadFlags & { sha256?: string }): Promise<void> {
    const path = await receiveModel(this.#parts.folders.own, body, flags.sha256);
    try {
      const [candidate] = await this.#candidates(path, { source: "upload", ...flags }, "body");
      this.#install(candidate!);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Measures an installed model in the background. Rejects with `not_found` and `conflict`. */
  async bench(name: string): Promise<void> {
    const { work, trials, speeds } = this.#parts;
    const model = await this.#find(name);
    work.begin("bench", name, async () => {
      const rows = await trials.bench(model);
      const ms = Math.min(...rows.map(({ medianMs }) => medianMs));
      await speeds.keep(model.manifest, ms);
    });
  }

  /** Makes `name` the default of the site; null leaves it to the configuration. Rejects with `invalid_request_body`. */
  async use(name: string | null): Promise<void> {
    const { models } = this.#parts;
    await models.use(name).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw fail("invalid_request_body", messageAbout("name", reason), { param: "name", cause });
    });
  }

  /** Removes a model of the box. Rejects with `not_found`, and with `conflict` for one that is used or shipped. */
  async remove(name: string): Promise<void> {
    const { folders, models, speeds } = this.#parts;
    const { manifest, isShipped, filePath, goldenPath } = await this.#find(name);
    if (isShipped) {
      throw fail(
        "conflict",
        `name: ${name} comes with the installation. Use another model instead`,
      );
    }
    const { default: standard, used } = models.state();
    if (standard === name || used.includes(name)) {
      throw fail("conflict", `name: ${name} is in use. Choose another default and detector first`);
    }
    for (const path of [join(folders.own, `${manifest.name}.yaml`), filePath, goldenPath]) {
      if (path !== undefined) await rm(path, { force: true });
    }
    await speeds.forget(name);
    await models.reload();
  }

  async #candidates(path: string, flags: HeadFlags, field: string): Promise<ModelCandidate[]> {
    try {
      return await readCandidates(path, flags, this.#parts.editor);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw fail("invalid_request_body", messageAbout(field, reason), { param: field });
    }
  }

  #install(candidate: ModelCandidate): void {
    this.#parts.work.begin("install", candidate.manifest.name, async () => {
      await this.#installed(await installModel(this.#parts, candidate, { replace: true }));
    });
  }

  async #installed({ model, trial }: Awaited<ReturnType<typeof installModel>>): Promise<void> {
    await this.#parts.speeds.keep(model.manifest, trial.runMs);
    await this.#parts.models.reload();
  }

  async #find(name: string): Promise<KnownModel> {
    const known = await knownModels(this.#parts.folders);
    const model = known.find(({ manifest }) => manifest.name === name);
    if (model) return model;
    throw fail("not_found", `name: no model ${name} is installed. Choose an installed model`);
  }

  #use(org: string): ModelUse {
    const { models, running, vision } = this.#parts;
    const streams = new Map<string, string[]>();
    for (const { vision: detector, task } of running.of(org)) {
      const used = detector.model.used ?? "";
      streams.set(used, [...(streams.get(used) ?? []), task.streamId]);
    }
    const loaded = vision.status().models.flatMap(({ name, tried }) => {
      const ms = tried.find(({ outcome }) => outcome === "chosen")?.ms ?? null;
      return ms === null ? [] : [[name, ms] as const];
    });
    return {
      default: models.state().default,
      states: new Map(models.checks().map(({ name, state }) => [name, state])),
      streams,
      loadedMs: new Map(loaded),
      engines: new Map(vision.status().models.map(({ name, engine }) => [name, engine])),
      cameras: running.all().length,
    };
  }
}
