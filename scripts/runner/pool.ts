import { availableParallelism } from "node:os";
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

/** Concurrent files: most spend half of their time waiting for a camera, a process or a timer. */
const concurrency = Math.min(12, availableParallelism() * 3);

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
 * Runs the files, at most `concurrency` at once. Half of the workers take the longest remaining
 * file and the others the innermost: files with whole appliances run beside light ones, the quick
 * rings report early, and the run ends with short files.
 */
export async function runAll(
  files: readonly TestFile[],
  options: RunOptions,
): Promise<FileResult[]> {
  const left = byLength(files);
  const results: FileResult[] = [];
  const worker = async (take: () => TestFile | undefined): Promise<void> => {
    for (let next = take(); next && !options.signal.aborted; next = take()) {
      results.push(await runOne(next, options));
    }
  };
  const takers = [() => left.pop(), () => left.shift()];
  await Promise.all(Array.from({ length: concurrency }, (_, at) => worker(takers[at % 2]!)));
  return results;
}
