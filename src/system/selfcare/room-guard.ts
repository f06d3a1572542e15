import { statfs } from "node:fs/promises";
import type { Readable } from "node:stream";
import { fail } from "../../base/contract/fail.ts";

/** A way in for large things. */
interface Intake<O, T> {
  take(source: Readable, options: O): Promise<T>;
  remove(id: string): Promise<void>;
}

/** The disk is asked at most this often, in milliseconds of the process's time. */
const askMs = 1000;

/**
 * Refuses large bodies before the disk is full, so that what is left stays for the store, for
 * evidence and for the ends of jobs. Small requests pass: the store has a reserve of its own.
 */
export class RoomGuard {
  readonly #parts: RoomGuardParts;
  #asked: { atMs: number; freeBytes: Promise<number> } | undefined;
  #refused = 0;

  constructor(parts: RoomGuardParts) {
    this.#parts = parts;
  }

  /** Bodies refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** `intake` behind the guard; `take` rejects with `storage_full` where there is no room. */
  guard<O extends { limitBytes: number }, T>(intake: Intake<O, T>): Intake<O, T> {
    return {
      take: async (source, options) => {
        await this.#assertRoom(options.limitBytes);
        return await intake.take(source, options);
      },
      remove: (id) => intake.remove(id),
    };
  }

  async #assertRoom(bytes: number): Promise<void> {
    if ((await this.#free()) - bytes >= this.#parts.keptBytes) return;
    this.#refused += 1;
    throw fail(
      "storage_full",
      "body: the disk has no room for a large body. Free space on the disk",
    );
  }

  async #free(): Promise<number> {
    const nowMs = this.#parts.monoMs();
    if (!this.#asked || nowMs - this.#asked.atMs >= askMs) {
      this.#asked = { atMs: nowMs, freeBytes: this.#ask() };
    }
    return await this.#asked.freeBytes;
  }

  /** A disk that does not tell refuses nothing: the write itself will. */
  async #ask(): Promise<number> {
    try {
      const { freeBytes = freeOnDisk } = this.#parts;
      return await freeBytes(this.#parts.dir);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
}

/** The parts of the guard. */
export interface RoomGuardParts {
  /** A directory on the disk that is guarded. */
  dir: string;
  /** Bytes that stay free. */
  keptBytes: number;
  monoMs(): number;
  /** Default asks the system. */
  freeBytes?: (dir: string) => Promise<number>;
}

/** Bytes that are free on the disk of `dir`; rejects with the system's error. */
export async function freeOnDisk(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
