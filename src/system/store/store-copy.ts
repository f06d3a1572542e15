import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unfinishedPrefix, syncFolder } from "../../base/core/atomic-file.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { storeCopyStates } from "./store-terms.ts";

/** The operations on the store and the disk that the part uses. */
export interface StoreCopyParts {
  dataDir: string;
  clock: Clock;
  log: Logger;
  /** Path of the copy, and the time of its making. */
  copy: { file: string; madeAtMs(): Promise<number | undefined> };
  /**
   * Writes a copy of the last committed state to the new folder `dir`; durable when it resolves.
   */
  copyTo(dir: string): Promise<void>;
  /**
   * Reads the copy in `dir` from end to end; resolves with null for a sound one, else with the
   * fault.
   */
  problemOf(dir: string, signal: AbortSignal): Promise<string | null>;
  /** True when the disk has room for another file of the size of the store. */
  hasRoom(): Promise<boolean>;
}

/** The result of the last attempt. */
export interface StoreCopyState {
  state: (typeof storeCopyStates)[number];
  /** Time of the kept copy; null without one. */
  madeAtMs: number | null;
  /** The problem, in one sentence; null without one. */
  problem: string | null;
}

/**
 * Period of checking whether a copy is due, and time from a start to the first check, in
 * milliseconds.
 */
export const copyLookMs = 10 * 60_000;
/** Age at which a copy is replaced. */
const copyAgeMs = 24 * 3_600_000;
/** Delay after a failed or unsound copy. */
const retryMs = 3_600_000;
const lowReason = "The disk has no room for a copy of the store: free space on it";

/**
 * Keeps one checked copy of the store in the data directory: once a day it writes a new one under a
 * temporary name, reads it from end to end, and replaces the former only when the new one is sound.
 */
export class StoreCopy implements Part {
  readonly #parts: StoreCopyParts;
  readonly #abort = new AbortController();
  #state: StoreCopyState = { state: "none", madeAtMs: null, problem: null };
  #notBeforeMs = 0;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: StoreCopyParts) {
    this.#parts = parts;
  }

  /** Removes the leftovers of a killed process, then checks every ten minutes. */
  async start(): Promise<void> {
    await this.#clear();
    const madeAtMs = await this.#parts.copy.madeAtMs();
    if (madeAtMs !== undefined) this.#state = { state: "ok", madeAtMs, problem: null };
    this.#timer = this.#parts.clock.every(copyLookMs, () => this.#look());
  }

  /** Aborts a running check; idempotent. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#abort.abort();
    await this.#running;
  }

  /** Returns the kept copy and the result of the last attempt. */
  describe(): StoreCopyState {
    return this.#state;
  }

  #look(): void {
    this.#running ??= this.#copyWhenDue()
      .catch((error: unknown) => this.#failed("failed", describeError(error)))
      .then((state) => {
        this.#state = state;
        this.#running = undefined;
      });
  }

  async #copyWhenDue(): Promise<StoreCopyState> {
    const { clock, copy } = this.#parts;
    if (clock.monoMs() < this.#notBeforeMs) return this.#state;
    const madeAtMs = await copy.madeAtMs();
    // A time in the future comes from a clock that was set back.
    const ageMs = clock.wallMs() - (madeAtMs ?? -Infinity);
    if (ageMs >= 0 && ageMs < copyAgeMs) return this.#state;
    if (await this.#parts.hasRoom()) return await this.#copy();
    return { ...this.#state, state: "disk_low", problem: lowReason };
  }

  async #copy(): Promise<StoreCopyState> {
    const { clock, copy, copyTo, problemOf, log } = this.#parts;
    const madeAtMs = clock.wallMs();
    try {
      await copyTo(this.#folder);
      const problem = await problemOf(this.#folder, this.#abort.signal);
      if (this.#abort.signal.aborted) return this.#state;
      if (problem !== null) return this.#failed("unsound", problem);
      const fresh = join(this.#folder, "data.mdb");
      await utimes(fresh, madeAtMs / 1000, madeAtMs / 1000);
      await mkdir(dirname(copy.file), { recursive: true, mode: 0o700 });
      await rename(fresh, copy.file);
      await syncFolder(dirname(copy.file));
      log.info({ file: copy.file }, "a checked copy of the store is kept");
      return { state: "ok", madeAtMs, problem: null };
    } finally {
      await this.#clear();
    }
  }

  #failed(state: "unsound" | "failed", problem: string): StoreCopyState {
    const { clock, log } = this.#parts;
    this.#notBeforeMs = clock.monoMs() + retryMs;
    log.error({ state, problem }, "the store could not be copied: the former copy stays");
    return { ...this.#state, state, problem };
  }

  get #folder(): string {
    return join(this.#parts.dataDir, `${unfinishedPrefix}store-copy`);
  }

  async #clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}
