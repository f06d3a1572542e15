import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ComputeAnswer, ComputeRequest, ComputeResults } from "./child/protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { GatehouseError } from "../../base/core/errors.ts";

const ENTRY = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** JavaScript heap of a child in MiB: pictures live outside of it, pages inside. */
const HEAP_MIB = 128;
const PAGE_HEAP_MIB = 320;
/** Resident memory beyond which a child is killed: a 50-megapixel picture needs about half. */
const MAX_RSS_BYTES = 768 * 1024 * 1024;
const RSS_CHECK_MS = 50;
/** Linux pages, `getconf PAGESIZE` on every board we support. */
const PAGE_BYTES = 4096;

/** What children read, for the words of their failures; pages need a larger heap. */
export type ComputeSubject = "picture" | "page" | "input";

/** Signals by which a process ends for what it did itself; by any other somebody else ended it. */
const ownSignals: ReadonlySet<string> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGABRT",
  "SIGILL",
  "SIGFPE",
  "SIGTRAP",
  "SIGSYS",
]);

/** The process of a request died, or never began, without having been told to. */
export class ComputeChildDied extends Error {
  /** Whether it crashed; false when it was killed or could not be started. */
  readonly isCrash: boolean;

  constructor(isCrash: boolean, cause?: unknown) {
    super(isCrash ? "the helper process crashed" : "the helper process was killed", { cause });
    this.isCrash = isCrash;
  }
}

/** One disposable process for untrusted work, one request at a time. */
export class ComputeChild {
  readonly #clock: Clock;
  readonly #child: ChildProcess;
  #current: PromiseWithResolvers<unknown> | undefined;
  #alive = true;
  #killedFor: string | undefined;
  /** What the child reads, for the words of its failures. */
  readonly #subject: ComputeSubject;

  constructor(clock: Clock, subject: ComputeSubject = "picture") {
    this.#clock = clock;
    this.#subject = subject;
    const heapMib = subject === "page" ? PAGE_HEAP_MIB : HEAP_MIB;
    this.#child = fork(ENTRY, [], {
      serialization: "advanced",
      execArgv: [`--max-old-space-size=${heapMib}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.#child.on("message", (answer) => this.#settle(answer as ComputeAnswer));
    this.#child.on("error", (error) => this.#gone(false, error));
    this.#child.once("exit", (_code, signal) =>
      this.#gone(signal === null || ownSignals.has(signal)),
    );
  }

  /** False once the process is gone or has been killed. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /**
   * Does one request. When it takes longer than `deadlineMs` or needs too much memory it rejects with
   * `input_unreadable`, when the process dies otherwise with `ComputeChildDied`; this child is dead then.
   */
  async run<R extends ComputeRequest>(
    request: R,
    deadlineMs: number,
  ): Promise<ComputeResults[R["call"]]> {
    const current = Promise.withResolvers<unknown>();
    this.#current = current;
    const deadline = this.#clock.after(deadlineMs, () => this.#kill("takes too long to read"));
    const memory = this.#clock.every(RSS_CHECK_MS, () => void this.#checkMemory());
    this.#child.send(request, (error) => {
      // The end of the process says why, and comes right after.
      if (error && !this.#alive) this.#gone(false, error);
    });
    try {
      return (await current.promise) as ComputeResults[R["call"]];
    } finally {
      deadline.cancel();
      memory.cancel();
      this.#current = undefined;
    }
  }

  kill(): void {
    this.#alive = false;
    this.#child.kill("SIGKILL");
  }

  #kill(reason: string): void {
    this.#killedFor ??= reason;
    this.kill();
  }

  async #checkMemory(): Promise<void> {
    // Linux: the second field of statm is the resident size in pages. Elsewhere there is no file.
    const text = await readFile(`/proc/${this.#child.pid}/statm`, "utf8").catch(() => "");
    if (Number(text.split(" ")[1] ?? 0) * PAGE_BYTES > MAX_RSS_BYTES) {
      this.#kill("needs too much memory");
    }
  }

  #settle(answer: ComputeAnswer): void {
    if (answer.ok) this.#current?.resolve(answer.value);
    else this.#current?.reject(new GatehouseError(answer.code, answer.message));
  }

  #gone(isCrash: boolean, cause?: unknown): void {
    this.#alive = false;
    const error =
      this.#killedFor === undefined
        ? new ComputeChildDied(isCrash, cause)
        : fail("input_unreadable", `the ${this.#subject} ${this.#killedFor}`);
    this.#current?.reject(error);
  }
}
