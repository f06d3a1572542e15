import type { ComputeRequest, ComputeResults } from "./protocol.ts";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Overlay, PrivacyMasks } from "../../perception/core/vision-port.ts";
import { ComputeChild, ComputeChildDied, type ComputeSubject } from "./compute-child.ts";

/** The parts that the pool is built from. */
export interface ComputePoolOptions {
  clock: Clock;
  /** Children at once; default 2. */
  maxChildren?: number;
  /** Requests that may wait; further ones are refused with `overloaded`. Default 16. */
  maxWaiting?: number;
  /** Time for one request; default 8 s. */
  deadlineMs?: number;
  /** The kind of input that the children read: pages need more memory of their own kind. Default `picture`. */
  subject?: ComputeSubject;
}

/** Requests after which a child is replaced, so that nothing a picture left behind stays. */
const requestsPerChild = 50;
/** Children that a request is given to, one after the other, when they die on it. */
const maxAttempts = 3;
/** An unused child ends after this long. */
const idleTimeoutMs = 30_000;

interface Idle {
  child: ComputeChild;
  requests: number;
  expiry: Timer;
}

/** Runs untrusted work in disposable child processes: few at once, each bounded in time and memory. */
export class ComputePool implements Part {
  readonly #clock: Clock;
  readonly #maxChildren: number;
  readonly #maxWaiting: number;
  readonly #deadlineMs: number;
  readonly #subject: ComputeSubject;
  readonly #waiting: (() => void)[] = [];
  readonly #working = new Set<ComputeChild>();
  #idle: Idle[] = [];
  #running = 0;
  #isStopped = false;

  constructor(options: ComputePoolOptions) {
    this.#clock = options.clock;
    this.#maxChildren = options.maxChildren ?? 2;
    this.#maxWaiting = options.maxWaiting ?? 16;
    this.#deadlineMs = options.deadlineMs ?? 8_000;
    this.#subject = options.subject ?? "picture";
  }

  /** Ends all children and rejects their work. */
  stop(): void {
    this.#isStopped = true;
    for (const { child, expiry } of this.#idle) {
      expiry.cancel();
      child.kill();
    }
    this.#idle = [];
    for (const child of this.#working) child.kill();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /**
   * Decodes one untrusted picture to the model's input. Rejects with `input_unreadable` for anything
   * that is not one readable JPEG, PNG or WebP picture of at most 50 megapixels.
   */
  prepare(
    bytes: Uint8Array,
    input: Extract<ComputeRequest, { call: "prepare" }>["input"],
    masks: PrivacyMasks,
  ): Promise<ComputeResults["prepare"]> {
    return this.run({ call: "prepare", bytes, input, masks, maxPixels: limits.picturePixels });
  }

  /** The picture with masks painted and `overlay` drawn on it, as a JPEG at most `maxWidthPx` wide. */
  annotate(
    bytes: Uint8Array,
    form: { masks: PrivacyMasks; overlay: Overlay; maxWidthPx: number },
  ): Promise<Uint8Array> {
    const maxPixels = limits.picturePixels;
    return this.run({ call: "annotate", bytes, ...form, maxPixels });
  }

  /** A small JPEG of the picture, of at most `maxBytes`. */
  thumbnail(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> {
    return this.run({ call: "thumbnail", bytes, maxBytes, maxPixels: limits.picturePixels });
  }

  /**
   * Does one request of any kind, in its turn. A child that dies is replaced and the request done again; when it
   * killed the third one too it rejects with `input_unreadable`, and with `internal_error` where others did that.
   */
  async run<R extends ComputeRequest>(request: R): Promise<ComputeResults[R["call"]]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(request);
      } catch (error) {
        if (!(error instanceof ComputeChildDied)) throw error;
        if (this.#isStopped)
          throw fail("shutting_down", "box: is stopping. Try again after its start", {
            cause: error,
          });
        if (attempt === maxAttempts) throw this.#gaveUp(error);
      }
    }
  }

  #gaveUp(died: ComputeChildDied): Error {
    if (died.isCrash) {
      const message = `${this.#subject}: cannot be read without harm. Use another one`;
      return fail("input_unreadable", message, { cause: died });
    }
    const message = `${this.#subject}: the process that reads it did not start or was ended repeatedly. Try again`;
    return fail("internal_error", message, { retryable: true, cause: died });
  }

  async #once<R extends ComputeRequest>(request: R): Promise<ComputeResults[R["call"]]> {
    await this.#turn();
    const { child, requests } = this.#take();
    this.#working.add(child);
    try {
      return await child.run(request, this.#deadlineMs);
    } finally {
      this.#working.delete(child);
      this.#giveBack(child, requests + 1);
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= this.#maxChildren) {
      if (this.#waiting.length >= this.#maxWaiting) {
        throw fail("overloaded", `${this.#subject}: too many wait. Try again`);
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    if (this.#isStopped) throw fail("shutting_down", "box: is stopping. Try again after its start");
    this.#running += 1;
  }

  #take(): { child: ComputeChild; requests: number } {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      idle.expiry.cancel();
      if (idle.child.isAlive) return idle;
    }
    return { child: ComputeChild.start(this.#clock, this.#subject), requests: 0 };
  }

  #giveBack(child: ComputeChild, requests: number): void {
    if (!child.isAlive) return;
    if (this.#isStopped || requests >= requestsPerChild) {
      child.kill();
      return;
    }
    const expiry = this.#clock.after(idleTimeoutMs, () => {
      this.#idle = this.#idle.filter((one) => one.child !== child);
      child.kill();
    });
    this.#idle.push({ child, requests, expiry });
  }
}
