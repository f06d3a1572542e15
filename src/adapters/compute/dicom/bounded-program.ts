import { spawn } from "node:child_process";
import { timeLimit } from "../../../base/concurrency/time-limit.ts";

/** Address space and processor time of one conversion: 50 megapixels of 16 bits need a third. */
const addressBytes = 1024 * 1024 * 1024;
const cpuSec = 20;
const deadlineMs = 30_000;
const maxOutBytes = 64 * 1024 * 1024;
/** Of a file that it writes: 50 megapixels of three samples of 16 bits. */
const maxFileBytes = 320 * 1024 * 1024;

/** The outcome of a program. */
export type ProgramEnd =
  | { kind: "done"; out: Buffer }
  | { kind: "missing" }
  | { kind: "failed" }
  /** It took too long. */
  | { kind: "late"; cause: unknown };

/**
 * Runs a program on untrusted bytes, bounded in memory, time and output. What it writes to stderr may quote
 * them, and is dropped. Rejects with the reason of `signal` only.
 */
export async function runBounded(
  command: readonly [program: string, ...args: string[]],
  input: Uint8Array,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const limits = [`--as=${addressBytes}`, `--cpu=${cpuSec}`, `--fsize=${maxFileBytes}`];
  const child = spawn("prlimit", [...limits, ...command], {
    stdio: ["pipe", "pipe", "pipe"],
    signal: timeLimit(deadlineMs, signal),
    killSignal: "SIGKILL",
  });
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  const out: Buffer[] = [];
  let outBytes = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    outBytes += chunk.length;
    if (outBytes > maxOutBytes) child.kill("SIGKILL");
    else out.push(chunk);
  });
  // Read, so that the pipe does not fill.
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  child.once("error", (cause) => {
    if (signal.aborted) reject(signal.reason as Error);
    else if ((cause as { code?: unknown }).code === "ENOENT") resolve({ kind: "missing" });
    else resolve({ kind: "late", cause });
  });
  child.once("close", (code) => {
    // prlimit answers 127 when there is no such program.
    if (code === 127) resolve({ kind: "missing" });
    else if (code === 0) resolve({ kind: "done", out: Buffer.concat(out) });
    else resolve({ kind: "failed" });
  });
  child.stdin.end(input);
  return await promise;
}
