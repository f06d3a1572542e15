import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { fail } from "../contract/fail.ts";
import type { ChainEntry } from "./chain.ts";

/** An entry of an organisation's chain that could not be written to the store yet. */
export interface JournalEntry {
  org: string;
  entry: ChainEntry;
}

const slotBytes = 2048;
const slots = 128;

/**
 * Where stops are written down while the store cannot be: a file whose space is taken when the box
 * starts, so that it can be written on a full disk. Synchronous on purpose: a few entries, and each
 * is on the disk when `add` returns. What no longer fits is refused.
 */
export class StopJournal {
  readonly #path: string;
  #fd: number | undefined;
  #next = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Entries that wait to be written to the store. */
  get waiting(): number {
    return this.#next;
  }

  /**
   * Opens or makes the file; what an earlier process left there is in `entries`. Fails with
   * `storage_full` when its space cannot be taken.
   */
  open(): void {
    this.#next = this.#read().length;
    this.#fd = openSync(this.#path, existsSync(this.#path) ? "r+" : "w+", 0o600);
    // Real bytes in every slot: a hole in the file would need space later.
    if (this.#next === 0) this.clear();
  }

  /** Writes the entry through to the disk; false when there is no room or the disk refuses. */
  add(entry: JournalEntry): boolean {
    const line = Buffer.alloc(slotBytes, " ");
    const text = Buffer.from(`${JSON.stringify(entry)}\n`);
    if (this.#fd === undefined || this.#next >= slots || text.length > slotBytes) return false;
    text.copy(line);
    line[slotBytes - 1] = 0x0a;
    try {
      writeSync(this.#fd, line, 0, slotBytes, this.#next * slotBytes);
      fsyncSync(this.#fd);
    } catch {
      return false;
    }
    this.#next += 1;
    return true;
  }

  /** Every entry that waits, oldest first. */
  entries(): JournalEntry[] {
    return this.#read();
  }

  /** Empties the file; its space stays taken. */
  clear(): void {
    if (this.#fd === undefined) return;
    const blank = Buffer.alloc(slotBytes * slots, " ");
    try {
      writeSync(this.#fd, blank, 0, blank.length, 0);
      fsyncSync(this.#fd);
    } catch (error) {
      throw fail("storage_full", "the journal of stops cannot be written", { cause: error });
    }
    this.#next = 0;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #read(): JournalEntry[] {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch {
      return [];
    }
    return text.split("\n").flatMap((line) => {
      try {
        return line.trim() === "" ? [] : [JSON.parse(line) as JournalEntry];
      } catch {
        // A slot that a power cut left half written.
        return [];
      }
    });
  }
}
