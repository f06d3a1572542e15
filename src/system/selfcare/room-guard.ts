import { statfs } from "node:fs/promises";
import type { Readable } from "node:stream";
import { fail } from "../../base/contract/fail.ts";

/** An intake of large bodies. */
interface Intake<O, T> {
  take(source: Readable, options: O): Promise<T>;
  remove(id: string): Promise<void>;
}

/** Shortest time between two readings of the disk, in milliseconds of the process's time. */
const askMs = 1000;

/**
 * Refuses large bodies before the disk is full, so that space remains for the store, for evidence
 * and for the ends of jobs. Small requests pass: the store has a reserve of its own.
 */
export class RoomGuard {
  readonly #parts: RoomGuardParts;
  #asked: { atMs: number; freeBytes: Promise<number> } | undefined;
  #refused = 0;

  constructor(parts: RoomGuardParts) {
    this.#parts = parts;
  }

  /** Number of bodies refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Returns `intake` with the guard; `take` rejects with `storage_full` when there is no room. */
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

  /** A failed reading refuses nothing: the write itself will fail. */
  async #ask(): Promise<number> {
    try {
      const { freeBytes = freeOnDisk } = this.#parts;
      return await freeBytes(this.#parts.dir);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }
}

/** Dependencies of `RoomGuard`. */
export interface RoomGuardParts {
  /** A directory on the guarded disk. */
  dir: string;
  /** Bytes to keep free. */
  keptBytes: number;
  monoMs(): number;
  /** Free bytes on the disk; the system's figure by default. */
  freeBytes?: (dir: string) => Promise<number>;
}

/** Returns the free bytes on the disk of `dir`; rejects with the system's error. */
export async function freeOnDisk(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
