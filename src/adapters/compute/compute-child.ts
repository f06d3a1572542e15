import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type {
  ComputeAnswer,
  ComputeRequest,
  ComputeResults,
} from "../../children/compute/protocol.ts";
import { fail } from "../../contract/fail.ts";
import type { Clock } from "../../core/clock.ts";
import { GatehouseError } from "../../core/errors.ts";

const ENTRY = fileURLToPath(new URL("../../children/compute/main.ts", import.meta.url));

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

/** One disposable process for untrusted work, one request at a time. */
export class ComputeChild {
  readonly #clock: Clock;
  readonly #child: ChildProcess;
  #current: { settle: (answer: ComputeAnswer) => void } | undefined;
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
    this.#child.on("error", () => this.#gone());
    this.#child.once("exit", () => this.#gone());
  }

  /** False once the process is gone or has been killed. */
  get isAlive(): boolean {
    return this.#alive;
  }

  /**
   * Does one request. When it takes longer than `deadlineMs`, needs too much memory or kills the
   * process, it rejects with `input_unreadable`, and this child is dead.
   */
  async run<R extends ComputeRequest>(
    request: R,
    deadlineMs: number,
  ): Promise<ComputeResults[R["call"]]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const settle = (answer: ComputeAnswer): void => {
      if (answer.ok) resolve(answer.value);
      else reject(new GatehouseError(answer.code, answer.message));
    };
    this.#current = { settle };
    const deadline = this.#clock.after(deadlineMs, () => this.#kill("takes too long to read"));
    const memory = this.#clock.every(RSS_CHECK_MS, () => void this.#checkMemory());
    this.#child.send(request, (error) => {
      if (error) this.#gone();
    });
    try {
      return (await promise) as ComputeResults[R["call"]];
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
    this.#current?.settle(answer);
  }

  #gone(): void {
    this.#alive = false;
    const reason = this.#killedFor ?? "cannot be read without harm";
    const { code, message } = fail("input_unreadable", `the ${this.#subject} ${reason}`);
    this.#settle({ ok: false, code, message });
  }
}
