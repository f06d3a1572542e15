import { availableParallelism, loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";
import { byLength, longFactor, type TestFile } from "./rings.ts";
import { type FileResult, runFile } from "./run-file.ts";

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

/** Runs one file within the limits of its ring. */
export async function runOne(file: TestFile, options: RunOptions): Promise<FileResult> {
  const { root, environment, signal, limitMs, testLimitMs } = options;
  const factor = environment["TEST_LONG"] === "1" ? longFactor : 1;
  const result = await runFile(file.path, {
    root,
    environment,
    signal,
    limitMs: limitMs ?? file.ring.fileLimitMs * factor,
    testLimitMs: testLimitMs ?? file.ring.testLimitMs * factor,
  });
  options.onResult(result);
  return result;
}

/**
 * Runs the files, at most `concurrency` at once, fewer on a machine that does much else. Half of the
 * workers take the longest remaining file and the others the innermost: files with whole appliances
 * run beside light ones, the quick rings report early, and the run ends with short files.
 */
export async function runAll(
  files: readonly TestFile[],
  options: RunOptions,
): Promise<FileResult[]> {
  const left = byLength(files);
  const results: FileResult[] = [];
  const isOver = (): boolean => left.length === 0 || options.signal.aborted;
  const worker = async (at: number): Promise<void> => {
    for (await room(at, isOver); !isOver(); await room(at, isOver)) {
      const next = at % 2 === 0 ? left.pop() : left.shift();
      results.push(await runOne(next!, options));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, at) => worker(at)));
  return results;
}
