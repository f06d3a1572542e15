import { availableParallelism, loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";
import { groups, longFactor, type TestFile } from "./rings.ts";
import { type FileResult, type GroupOptions, runGroup } from "./run-group.ts";

/** Options for all files of a run. */
export interface RunOptions {
  root: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** The limit of each file and each test, in place of their ring's, in milliseconds. */
  limitMs?: number;
  testLimitMs?: number;
  /** Called with each result. */
  onResult: (result: FileResult) => void;
}

const processors = availableParallelism();
/** Concurrent files: most spend two thirds of their time waiting for a camera, a process or a timer. */
const concurrency = Math.min(16, processors * 4);
/** Concurrent files while the machine does much else. */
const fewer = Math.min(8, processors * 2);
/** Load of each processor above which the machine does much else: these files alone make about three. */
const busyLoad = 4;
const lookMs = 1000;

/** Resolves when the machine has room for the file of the `at`-th worker. */
async function room(at: number, isOver: () => boolean): Promise<void> {
  while (at >= fewer && loadavg()[0]! > busyLoad * processors && !isOver())
    await setTimeout(lookMs);
}

/** Runs the files of a group within the limits of their ring; a file that ends the process early takes none with it. */
export async function runOne(
  group: readonly TestFile[],
  options: RunOptions,
): Promise<FileResult[]> {
  const all: FileResult[] = [];
  let left = group;
  while (left.length > 0 && !options.signal.aborted) {
    const run = await runGroup(
      left.map(({ path }) => path),
      limitsOf(left, options),
    );
    if (run.isBlameOpen) {
      for (const file of left) all.push(...(await runOne([file], options)));
      return all;
    }
    for (const result of run.results) options.onResult(result);
    all.push(...run.results);
    left = left.slice(run.results.length);
  }
  return all;
}

function limitsOf(group: readonly TestFile[], options: RunOptions): GroupOptions {
  const { root, environment, signal, limitMs, testLimitMs } = options;
  const { ring } = group[0]!;
  const factor = environment["TEST_LONG"] === "1" ? longFactor : 1;
  return {
    root,
    environment,
    signal,
    limitMs: (limitMs ?? ring.fileLimitMs * factor) * group.length,
    testLimitMs: testLimitMs ?? ring.testLimitMs * factor,
  };
}

/**
 * Runs the files, at most `concurrency` at once, fewer on a machine that does much else. Half of the
 * workers take the longest remaining group and the others the innermost: files with whole appliances
 * run beside light ones, the quick rings report early, and the run ends with short files.
 */
export async function runAll(
  files: readonly TestFile[],
  options: RunOptions,
): Promise<FileResult[]> {
  const left = groups(files);
  const results: FileResult[] = [];
  const isOver = (): boolean => left.length === 0 || options.signal.aborted;
  const worker = async (at: number): Promise<void> => {
    for (await room(at, isOver); !isOver(); await room(at, isOver)) {
      const next = at % 2 === 0 ? left.pop() : left.shift();
      results.push(...(await runOne(next!, options)));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, at) => worker(at)));
  return results;
}
