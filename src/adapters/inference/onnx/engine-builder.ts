import { type ChildProcess, spawn } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { SerialLane } from "../../../base/concurrency/serial-lane.ts";
import { describeError } from "../../../base/core/errors.ts";
import type { EngineProgress } from "../../../perception/models/executor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";
import type { EngineCache } from "./engine-cache.ts";

/** A build that takes longer has failed: the longest that NVIDIA's forum reports for a large net is 20 minutes. */
const buildTimeoutMs = 30 * 60_000;
/** Lowest priority of a process. */
const lowestPriority = 19;
/** Characters of the builder's complaint that are kept. */
const maxReason = 500;

const program = fileURLToPath(new URL("engine-build-main.ts", import.meta.url));

/** Starts the process that builds the model's engine with the variables of `env`. */
export type StartBuild = (model: InstalledModel, env: Record<string, string>) => ChildProcess;

/** Starts `engine-build-main.ts` at the lowest priority; it ends with the group of this process. */
export const startBuild: StartBuild = (model, env) => {
  const child = spawn(process.execPath, [program, JSON.stringify(model)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    if (child.pid !== undefined) setPriority(child.pid, lowestPriority);
  } catch {
    // It has ended already.
  }
  return child;
};

/** The cache, and how builds start. */
export interface EngineBuilderOptions {
  cache: EngineCache;
  start?: StartBuild;
  timeoutMs?: number;
}

/** Builds engines in a second process, one at a time, while another executor serves the model. */
export class EngineBuilder {
  readonly #options: EngineBuilderOptions;
  /** By the engine's folder. */
  readonly #builds = new Map<string, Promise<void>>();
  readonly #lane = new SerialLane();

  constructor(options: EngineBuilderOptions) {
    this.#options = options;
  }

  /** The state of the model's engine; begins to build a missing one. Never rejects. */
  async progress(model: InstalledModel): Promise<EngineProgress> {
    const { cache } = this.#options;
    const folder = cache.folderOf(model);
    if (this.#builds.has(folder)) return { state: "building", reason: null };
    const found = await cache.stateOf(model);
    if (found.state === "ready") return { state: "ready", reason: null };
    if (found.state === "failed") return { state: "failed", reason: found.reason };
    if (!this.#builds.has(folder)) this.#begin(model, folder);
    return { state: "building", reason: null };
  }

  /** Resolves when no build runs or waits. */
  async idle(): Promise<void> {
    while (this.#builds.size > 0) await Promise.all(this.#builds.values());
  }

  #begin(model: InstalledModel, folder: string): void {
    const build = this.#lane.run(() => this.#build(model));
    this.#builds.set(folder, build);
    void build.finally(() => this.#builds.delete(folder));
  }

  async #build(model: InstalledModel): Promise<void> {
    const { cache } = this.#options;
    try {
      await cache.begin(model);
      await cache.end(model, await this.#run(model));
    } catch {
      // The disk is full or not writable: the engine is missing, and the next look begins again.
    }
  }

  /** Returns why the build failed; undefined when it ended well. */
  #run(model: InstalledModel): Promise<string | undefined> {
    const { cache, start = startBuild, timeoutMs = buildTimeoutMs } = this.#options;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    let child: ChildProcess;
    try {
      child = start(model, cache.environmentOf(model));
    } catch (error) {
      return Promise.resolve(describeError(error));
    }
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-maxReason);
    });
    const timer = setTimeout(() => {
      complaint = `the build took longer than ${timeoutMs / 1000} s`;
      child.kill("SIGKILL");
    }, timeoutMs);
    child.once("error", ({ message }) => resolve(message));
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(undefined);
      else resolve(complaint.trim() || `the builder ended with ${signal ?? `code ${code}`}`);
    });
    return promise;
  }
}
