import { type ChildProcess, spawn } from "node:child_process";
import { Readable, type Writable } from "node:stream";
import { type Clock, systemClock } from "../../base/core/clock.ts";
import type { GatehouseError } from "../../base/core/errors.ts";
import { fail } from "../../base/contract/fail.ts";

/** The start options of one ffmpeg (or ffprobe) process. */
export interface FfmpegProcessOptions {
  /** Program to run, looked up in `/usr/local/bin:/usr/bin:/bin` unless it is a path. */
  program?: "ffmpeg" | "ffprobe" | (string & {});
  /** The whole argument list after the fixed `-nostdin -hide_banner -loglevel warning`. */
  args: readonly string[];
  /** Open a pipe to the process' standard input; otherwise it reads nothing. */
  stdin?: boolean;
  /** Strings that must never leave this class: it replaces them in the stored stderr. */
  secrets?: readonly string[];
  /** From SIGTERM to SIGKILL; default 2 s. */
  killAfterMs?: number;
  clock?: Clock;
}

/** The exit of the process. */
export interface FfmpegExit {
  /** Exit status, or null when a signal ended it or it never started. */
  code: number | null;
  signal: NodeJS.Signals | null;
  /** True when `stop()` was called before the end. */
  stopped: boolean;
  /** Set when the program could not be started at all. */
  spawnError: GatehouseError | null;
}

/** Bytes of stderr kept: the newest lines stay. */
const stderrBytes = 8192;
const searchPath = "/usr/local/bin:/usr/bin:/bin";

/**
 * One supervised child process without a shell. Its environment holds a search path and nothing else, stderr
 * is kept in a ring of 8 KiB with `secrets` and URL user info blanked, and `stop()` is SIGTERM followed by
 * SIGKILL. A missing or crashing program never throws: `exited` reports it.
 */
export class FfmpegProcess {
  readonly #options: FfmpegProcessOptions;
  readonly #clock: Clock;
  readonly #child: ChildProcess;
  readonly #exit = Promise.withResolvers<FfmpegExit>();
  #stderr = "";
  #isStopped = false;

  /** Resolves once, when the process is gone and its pipes are closed; never rejects. */
  readonly exited = this.#exit.promise;

  /** The output of the process; must be read, or it blocks. Empty when it could not be started. */
  readonly stdout: Readable;

  /** Starts the process. */
  static start(options: FfmpegProcessOptions): FfmpegProcess {
    const program = options.program ?? "ffmpeg";
    const quiet = ["-hide_banner", "-loglevel", "warning"];
    const fixed = program.endsWith("ffprobe") ? quiet : ["-nostdin", ...quiet];
    const child = spawn(program, [...fixed, ...options.args], {
      shell: false,
      stdio: [options.stdin ? "pipe" : "ignore", "pipe", "pipe"],
      env: { PATH: searchPath, LC_ALL: "C", AV_LOG_FORCE_NOCOLOR: "1" },
    });
    const started = new FfmpegProcess(child, options);
    started.#watch(program);
    return started;
  }

  private constructor(child: ChildProcess, options: FfmpegProcessOptions) {
    this.#child = child;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    // Without file descriptors left there are no pipes at all.
    this.stdout = child.stdout ?? Readable.from([]);
  }

  /** Undefined when the program could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Only with `stdin: true`. */
  get stdin(): Writable {
    return this.#child.stdin!;
  }

  /** The newest complaints, oldest first, without secrets; at most 8 KiB. */
  stderrTail(): string {
    return redact(this.#stderr, this.#options.secrets ?? []).trim();
  }

  /** Ends the process and waits until it is gone. Idempotent. */
  async stop(): Promise<void> {
    if (!this.#isStopped) {
      this.#isStopped = true;
      this.#child.kill("SIGTERM");
      const timer = this.#clock.after(this.#options.killAfterMs ?? 2000, () => {
        this.#child.kill("SIGKILL");
      });
      // A process that blocks on a full pipe notices the signal only when the pipe closes.
      this.#child.stdout?.destroy();
      void this.exited.then(() => timer.cancel());
    }
    await this.exited;
  }

  #watch(program: string): void {
    const child = this.#child;
    // The exit status reports a missing reader or writer; the pipe's own error adds nothing.
    child.stdin?.on("error", () => {});
    child.stdout?.on("error", () => {});
    child.stderr?.on("error", () => {});
    child.stderr?.setEncoding("utf8").on("data", (text: string) => this.#keep(text));
    let spawnError: GatehouseError | null = null;
    child.once("error", (cause) => {
      spawnError ??= fail("child_failed", `${program}: cannot be started. Check its installation`, {
        cause,
      });
      if (child.pid === undefined) finish(null, null);
    });
    const finish = (code: number | null, signal: NodeJS.Signals | null): void =>
      this.#exit.resolve({ code, signal, stopped: this.#isStopped, spawnError });
    child.once("close", finish);
  }

  #keep(text: string): void {
    this.#stderr += text;
    if (this.#stderr.length <= 2 * stderrBytes) return;
    const cut = this.#stderr.slice(-stderrBytes);
    // A line cut in half could hold half a secret.
    this.#stderr = cut.slice(cut.indexOf("\n") + 1);
  }
}

/** Blanks each of `secrets` (also URL-encoded) and the user info of every URL in `text`. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text.replace(/([a-z]+:\/\/)[^\s/@]*@/gi, "$1***@");
  for (const secret of secrets) {
    if (secret === "") continue;
    clean = clean.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***");
  }
  return clean;
}
