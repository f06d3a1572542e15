import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { ComputeMessage, ComputeRequest, ComputeResults } from "./protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { type ChildExit, ChildHandle } from "../child-process/child-handle.ts";
import { forkDisposable } from "../child-process/start-child.ts";

const entry = fileURLToPath(new URL("./child/main.ts", import.meta.url));

/** JavaScript heap of a child in MiB: pictures live outside of it, pages inside. */
const defaultHeapMib = 128;
const pageHeapMib = 320;
/** Resident memory beyond which a child is killed: a 50-megapixel picture needs about half. */
const maxRssBytes = 768 * 1024 * 1024;
const rssCheckMs = 50;
/** Linux pages, `getconf PAGESIZE` on every board we support. */
const pageBytes = 4096;

/** The input of a child, for the words of its failures; pages need a larger heap. */
export type ComputeSubject = "picture" | "page" | "input";

/** Signals that a process brings on itself; any other was sent by another process. */
const ownSignals: ReadonlySet<string> = new Set([
  "SIGSEGV",
  "SIGBUS",
  "SIGABRT",
  "SIGILL",
  "SIGFPE",
  "SIGTRAP",
  "SIGSYS",
]);

/** The process of a request died or could not be started. */
export class ComputeChildDied extends Error {
  /** False when the process was killed by another one or could not be started. */
  readonly isCrash: boolean;

  constructor(isCrash: boolean, cause?: unknown) {
    super(isCrash ? "the helper process crashed" : "the helper process was killed", { cause });
    this.isCrash = isCrash;
  }
}

/** One disposable process for untrusted work, one request at a time. */
export class ComputeChild {
  readonly #clock: Clock;
  readonly #process: ChildHandle<ComputeRequest, ComputeMessage>;
  readonly #subject: ComputeSubject;
  #current: PromiseWithResolvers<unknown> | undefined;
  #isAlive = true;
  #isLoaded = false;
  #killReason: string | undefined;

  private constructor(
    clock: Clock,
    subject: ComputeSubject,
    process: ChildHandle<ComputeRequest, ComputeMessage>,
  ) {
    this.#clock = clock;
    this.#subject = subject;
    this.#process = process;
  }

  /** Starts the process; a failure to start shows in the first request. */
  static start(clock: Clock, subject: ComputeSubject): ComputeChild {
    const heapMib = subject === "page" ? pageHeapMib : defaultHeapMib;
    const process = forkDisposable(entry, [`--max-old-space-size=${heapMib}`]);
    const child = new ComputeChild(clock, subject, new ChildHandle(process));
    void child.#process.listen((answer) => child.#receive(answer)).then((exit) => child.#end(exit));
    return child;
  }

  /** False once the process ended or was killed. */
  get isAlive(): boolean {
    return this.#isAlive;
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
    const deadline = this.#clock.after(deadlineMs, () => this.#killFor("takes too long to read"));
    const memory = this.#clock.every(rssCheckMs, () => void this.#checkMemory());
    this.#process.send(request);
    // While the process still runs, its exit gives the reason.
    if (this.#process.exit) this.#end(this.#process.exit);
    try {
      return (await current.promise) as ComputeResults[R["call"]];
    } finally {
      deadline.cancel();
      memory.cancel();
      this.#current = undefined;
    }
  }

  kill(): void {
    this.#isAlive = false;
    this.#process.kill();
  }

  #killFor(reason: string): void {
    this.#killReason ??= reason;
    this.kill();
  }

  async #checkMemory(): Promise<void> {
    // Linux: the second field of statm is the resident size in pages. Elsewhere there is no file.
    const text = await readFile(`/proc/${this.#process.pid}/statm`, "utf8").catch(() => "");
    if (Number(text.split(" ")[1] ?? 0) * pageBytes > maxRssBytes) {
      this.#killFor("needs too much memory");
    }
  }

  #receive(answer: ComputeMessage): void {
    this.#isLoaded = true;
    if ("loaded" in answer) return;
    if (answer.ok) this.#current?.resolve(answer.value);
    else this.#current?.reject(fail(answer.code, answer.message, { retryable: false }));
  }

  #end(exit: ChildExit): void {
    this.#isAlive = false;
    const isOwnEnd = exit.code !== null || (exit.signal !== null && ownSignals.has(exit.signal));
    // One that was not even loaded did not crash over its input.
    const isCrash = this.#isLoaded && isOwnEnd;
    const error =
      this.#killReason === undefined
        ? new ComputeChildDied(isCrash, exit)
        : fail("input_unreadable", `${this.#subject}: ${this.#killReason}. Use a smaller one`);
    this.#current?.reject(error);
  }
}
