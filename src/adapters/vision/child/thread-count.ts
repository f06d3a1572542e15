import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Detector } from "../../inference/onnx/detector.ts";
import { OnnxExecutor } from "../../inference/onnx/onnx-executor.ts";
import { frameBytes } from "../../inference/onnx/tensor.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";

/** Name of the file of measured thread counts in the state directory. */
export const threadsFile = "inference-threads.json";

/** Most threads that are tried: models for one camera's frames gain nothing beyond. */
const maxThreads = 4;
/** More threads must be so many times faster than fewer: the decoders need the cores too. */
const minSpeedUp = 1.25;
/**
 * A model that finishes within a frame of a 30 fps camera keeps one thread: a second one costs gatehouse-nano
 * a sixth more processor time (docs/development/benchmarks.md), which the decoders need.
 */
const quickRunMs = 33;
const timedRuns = 7;
const minScore = 0.4;
/** Most counts that the file keeps, oldest out; one per model and box. */
const maxStoredCounts = 100;

/** The directory of measured counts (undefined: none is stored), and the machine's cores. */
export interface ThreadCountOptions {
  stateDir: string | undefined;
  cores: number;
}

/**
 * Threads for a model's runs on this box: measured the first time a file is used, then read from
 * the state directory. A count counts for one file (its sha256) on a box with as many cores.
 */
export class ThreadCounts {
  readonly #options: ThreadCountOptions;

  constructor(options: ThreadCountOptions) {
    this.#options = options;
  }

  /** Never rejects for an unreadable or unwritable file: it measures again. */
  async countFor(model: InstalledModel): Promise<number> {
    const { cores } = this.#options;
    if (cores === 1) return 1;
    const countByKey = await this.#read();
    const key = keyOf(model, cores);
    const known = countByKey.get(key);
    if (known !== undefined) return known;
    const threads = await measureThreads(model, Math.min(maxThreads, cores));
    countByKey.set(key, threads);
    await this.#write([...countByKey].slice(-maxStoredCounts));
    return threads;
  }

  async #read(): Promise<Map<string, number>> {
    const { stateDir } = this.#options;
    if (stateDir === undefined) return new Map();
    try {
      const text = await readFile(join(stateDir, threadsFile), "utf8");
      const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
      return new Map(entries.filter((one): one is [string, number] => isCount(one[1])));
    } catch {
      return new Map();
    }
  }

  async #write(entries: readonly (readonly [string, number])[]): Promise<void> {
    const { stateDir } = this.#options;
    if (stateDir === undefined) return;
    const path = join(stateDir, threadsFile);
    try {
      await mkdir(stateDir, { recursive: true });
      await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(entries)));
      await rename(`${path}.new`, path);
    } catch {
      // A full disk costs a measurement at the next start, nothing else.
    }
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxThreads;
}

function keyOf({ manifest }: InstalledModel, cores: number): string {
  const input = createHash("sha256").update(JSON.stringify(manifest.input)).digest("hex");
  return `${manifest.name} ${manifest.sha256} ${input.slice(0, 8)} ${cores}`;
}

/**
 * Returns one for a quick model, else the count from which more threads gain less than a quarter. Rejects as
 * loading does.
 */
async function measureThreads(model: InstalledModel, most: number): Promise<number> {
  let best = 1;
  let bestMs = await frameMs(model, 1);
  if (bestMs <= quickRunMs) return best;
  for (const threads of new Set([2, most])) {
    const ms = await frameMs(model, threads);
    if (bestMs < ms * minSpeedUp) continue;
    best = threads;
    bestMs = ms;
  }
  return best;
}

async function frameMs(model: InstalledModel, threads: number): Promise<number> {
  const detector = await Detector.load(model, new OnnxExecutor({ threads }));
  const frame = new Uint8Array(frameBytes(detector.input)).fill(114);
  const times: number[] = [];
  for (let run = 0; run < timedRuns; run += 1) {
    await detector.detect([frame], minScore);
    times.push(detector.runMs);
  }
  await detector.close();
  return times.toSorted((a, b) => a - b)[timedRuns >> 1]!;
}
