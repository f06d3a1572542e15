import { availableParallelism } from "node:os";
import { byLength, longFactor, type TestFile } from "./rings.ts";
import { type FileResult, runFile } from "./run-file.ts";

/** What all files of a run share. */
export interface RunOptions {
  root: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Each file's and each test's limit instead of their ring's, in milliseconds. */
  limitMs?: number;
  testLimitMs?: number;
  /** Gets each result as soon as it is there. */
  onResult: (result: FileResult) => void;
}

/** Files at once: most wait a good part of their time, for a camera, a process or a timer. */
const concurrency = Math.min(8, Math.max(2, availableParallelism() * 2));

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
 * Runs the files, at most `concurrency` at once. Half of the workers take the longest file that is
 * left and the others the innermost: what starts whole appliances runs beside what needs little, the
 * quick rings report early, and the run ends with short files.
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
