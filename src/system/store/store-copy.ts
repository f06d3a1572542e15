import type { storeCopyStates } from "../wire/system.ts";
import { mkdir, open, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unfinishedPrefix } from "../../base/core/atomic-file.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";

/** The operations on the store and the disk that the part uses. */
export interface StoreCopyParts {
  dataDir: string;
  clock: Clock;
  log: Logger;
  /** Where the copy is kept, and when the one there was made. */
  copy: { file: string; madeAtMs(): Promise<number | undefined> };
  /** Writes a copy of the last committed state to the new folder `dir`; durable when it resolves. */
  copyTo(dir: string): Promise<void>;
  /** Reads the copy in `dir` from end to end; null for a sound one, else what is wrong with it. */
  problemOf(dir: string, signal: AbortSignal): Promise<string | null>;
  /** True when the disk takes another file of the size of the store. */
  hasRoom(): Promise<boolean>;
}

/** The result of the last attempt. */
export interface StoreCopyState {
  state: (typeof storeCopyStates)[number];
  /** When the copy that is kept was made; null without one. */
  madeAtMs: number | null;
  /** The problem, in one sentence; null without one. */
  problem: string | null;
}

/** How often the part looks whether a copy is due, and so the time after a start of the first, in milliseconds. */
export const copyLookMs = 10 * 60_000;
/** A copy of this age is replaced. */
const copyAgeMs = 24 * 3_600_000;
/** After a copy that failed or was unsound. */
const retryMs = 3_600_000;
const lowReason = "The disk has no room for a copy of the store: free space on it";

/**
 * Keeps one checked copy of the store in the data directory: once a day it writes a new one under a
 * temporary name, has it read from end to end, and lets it take the place of the former only when it
 * is sound.
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

  /** Removes what a killed process left, and looks every ten minutes from then on. */
  async start(): Promise<void> {
    await this.#clear();
    const madeAtMs = await this.#parts.copy.madeAtMs();
    if (madeAtMs !== undefined) this.#state = { state: "ok", madeAtMs, problem: null };
    this.#timer = this.#parts.clock.every(copyLookMs, () => this.#look());
  }

  /** Gives up the check under way; idempotent. */
  async stop(): Promise<void> {
    this.#timer?.cancel();
    this.#abort.abort();
    await this.#running;
  }

  /** The copy that is kept, and what became of the last attempt. */
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
    // A time that is still to come is that of a clock which was set back.
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
