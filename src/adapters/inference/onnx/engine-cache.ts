import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";

/** Bytes that engines may take together; the one used longest ago goes first. */
export const maxEngineBytes = 2 * 2 ** 30;

/** What an engine depends on besides its model. */
export interface EngineSetting {
  /** Version of the GPU's driver. */
  driver: string;
  /** Versions of ONNX Runtime and TensorRT. */
  runtime: string;
  precision: "fp16" | "fp32";
}

/** The state of one engine; `failed` stays until the folder is deleted or the setting changes. */
export type EngineState = { state: "missing" | "ready" } | { state: "failed"; reason: string };

/** The folder of the engines, their setting, and the most bytes that they may take. */
export interface EngineCacheOptions {
  dir: string;
  setting: EngineSetting;
  maxBytes?: number;
}

const readyFile = "ready";
const failedFile = "failed";

/**
 * Engines that TensorRT built, one folder for each model, driver, versions and precision. An engine counts only once
 * its build has ended well, so that a crash leaves nothing that looks finished.
 */
export class EngineCache {
  readonly #options: EngineCacheOptions;

  constructor(options: EngineCacheOptions) {
    this.#options = options;
  }

  /** The folder of the model's engine. */
  folderOf({ manifest, withFeatures = false }: InstalledModel): string {
    const { dir, setting } = this.#options;
    const { driver, runtime, precision } = setting;
    const parts = [manifest.sha256, withFeatures, driver, runtime, precision];
    return join(dir, createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32));
  }

  /** Variables that make ONNX Runtime's TensorRT provider read and write the model's engine. */
  environmentOf(model: InstalledModel): Record<string, string> {
    return {
      ORT_TENSORRT_ENGINE_CACHE_ENABLE: "1",
      ORT_TENSORRT_CACHE_PATH: this.folderOf(model),
      ORT_TENSORRT_FP16_ENABLE: this.#options.setting.precision === "fp16" ? "1" : "0",
    };
  }

  /** Looks which state the model's engine has; notes that a ready one is used. */
  async stateOf(model: InstalledModel): Promise<EngineState> {
    const folder = this.folderOf(model);
    const reason = await textOf(join(folder, failedFile));
    if (reason !== undefined) return { state: "failed", reason };
    const ready = join(folder, readyFile);
    if ((await textOf(ready)) === undefined) return { state: "missing" };
    const now = new Date();
    await utimes(ready, now, now).catch(() => undefined);
    return { state: "ready" };
  }

  /** Empties the model's folder for a build. */
  async begin(model: InstalledModel): Promise<void> {
    const folder = this.folderOf(model);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }

  /** Notes the end of a build, with the reason of a failure, and evicts engines above the bound. */
  async end(model: InstalledModel, reason?: string): Promise<void> {
    const folder = this.folderOf(model);
    if (reason === undefined) await writeFile(join(folder, readyFile), "");
    else await this.#fail(model, reason);
    await this.#evict(folder);
  }

  async #fail(model: InstalledModel, reason: string): Promise<void> {
    await this.begin(model);
    await writeFile(join(this.folderOf(model), failedFile), reason);
  }

  async #evict(newest: string): Promise<void> {
    const { dir, maxBytes = maxEngineBytes } = this.#options;
    const names = await readdir(dir);
    const folders = await Promise.all(names.map((name) => measure(join(dir, name))));
    let bytes = folders.reduce((sum, folder) => sum + folder.bytes, 0);
    for (const folder of folders.toSorted((a, b) => a.usedMs - b.usedMs)) {
      if (bytes <= maxBytes) return;
      if (folder.path === newest) continue;
      await rm(folder.path, { recursive: true, force: true });
      bytes -= folder.bytes;
    }
  }
}

async function measure(path: string): Promise<{ path: string; bytes: number; usedMs: number }> {
  let bytes = 0;
  let usedMs = 0;
  for (const name of await readdir(path).catch(() => [])) {
    const { size, mtimeMs } = await stat(join(path, name));
    bytes += size;
    usedMs = Math.max(usedMs, mtimeMs);
  }
  return { path, bytes, usedMs };
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}
