import { readFile } from "node:fs/promises";
import { writeFileAtomic } from "../../base/core/atomic-file.ts";

/**
 * A moment in the life of the machine: an id that changes with each boot, and the seconds since
 * then.
 */
export interface BootTime {
  id: string;
  upSec: number;
}

interface StartFile {
  v: 1;
  /** Starts that crashed, or run now; oldest first. */
  starts: { boot: string; upSec: number }[];
}

/** Bound of the stored starts; more never matter. */
const maxStarts = 20;

/**
 * Stores in a file which starts of the process crashed. Times count from the boot, so that setting
 * the clock changes nothing, and starts before the last boot do not count: a power cut is not a
 * crash.
 */
export class StartLog {
  readonly #path: string;
  readonly #boot: () => Promise<BootTime>;

  constructor(path: string, boot: () => Promise<BootTime>) {
    this.#path = path;
    this.#boot = boot;
  }

  /**
   * Notes this start; resolves with the number of starts of the last `windowSec` that crashed.
   * Rejects with the system's error when the file cannot be written.
   */
  async begin(windowSec: number): Promise<number> {
    const now = await this.#boot();
    const starts = (await this.#read()).filter(
      ({ boot, upSec }) => boot === now.id && now.upSec - upSec <= windowSec,
    );
    await this.#write([...starts, { boot: now.id, upSec: now.upSec }].slice(-maxStarts));
    return starts.length;
  }

  /** The process ends cleanly or has run long enough: earlier crashes no longer count. */
  async clear(): Promise<void> {
    await this.#write([]);
  }

  async #read(): Promise<StartFile["starts"]> {
    try {
      const file = JSON.parse(await readFile(this.#path, "utf8")) as StartFile;
      return file.v === 1 && Array.isArray(file.starts) ? file.starts : [];
    } catch {
      // No file yet, or one that a full disk left empty: nothing is known.
      return [];
    }
  }

  async #write(starts: StartFile["starts"]): Promise<void> {
    const file: StartFile = { v: 1, starts };
    await writeFileAtomic(this.#path, JSON.stringify(file));
  }
}
