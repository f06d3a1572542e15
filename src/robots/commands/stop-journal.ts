import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
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
 * starts, so that it can be written on a full disk. Written off the event loop, which must not wait for
 * a disk, one entry after the other. What no longer fits is refused.
 */
export class StopJournal {
  readonly #path: string;
  #file: FileHandle | undefined;
  #entries: JournalEntry[] = [];
  readonly #lane = new SerialLane();

  constructor(path: string) {
    this.#path = path;
  }

  /** Entries that wait to be written to the store. */
  get waiting(): number {
    return this.#entries.length;
  }

  /**
   * Opens or makes the file; what an earlier process left there is in `entries`. Fails with
   * `storage_full` when its space cannot be taken.
   */
  async open(): Promise<void> {
    this.#entries = this.#read();
    this.#file = await open(this.#path, existsSync(this.#path) ? "r+" : "w+", 0o600);
    // Real bytes in every slot: a hole in the file would need space later.
    if (this.#entries.length === 0) await this.remove(0);
  }

  /** Resolves once the entry is on the disk; with false when there is no room or the disk refuses. */
  async add(entry: JournalEntry): Promise<boolean> {
    return await this.#inOrder(async (file) => {
      const line = lineOf(entry);
      if (!line || this.#entries.length >= slots) return false;
      try {
        await file.write(line, 0, slotBytes, this.#entries.length * slotBytes);
        await file.sync();
      } catch {
        return false;
      }
      this.#entries.push(entry);
      return true;
    }, false);
  }

  /** Every entry that waits, oldest first. */
  entries(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  /** Removes the `count` oldest entries; the space stays taken. Fails with `storage_full`. */
  async remove(count: number): Promise<void> {
    await this.#inOrder(async (file) => {
      const rest = this.#entries.slice(count);
      const blank = Buffer.alloc(slotBytes * slots, " ");
      rest.forEach((entry, slot) => lineOf(entry)?.copy(blank, slot * slotBytes));
      try {
        await file.write(blank, 0, blank.length, 0);
        await file.sync();
      } catch (error) {
        throw fail(
          "storage_full",
          "journal of stops: cannot be written. Free space on the data disk",
          { cause: error },
        );
      }
      this.#entries = rest;
    }, undefined);
  }

  /** Waits for what is being written, then closes; idempotent. */
  async close(): Promise<void> {
    await this.#lane.idle();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Runs `work` after what came before; `closed` is the answer while the file is not open. */
  #inOrder<T>(work: (file: FileHandle) => Promise<T>, closed: T): Promise<T> {
    return this.#lane.run(async () => (this.#file ? await work(this.#file) : closed));
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

/** An entry as it fills its slot; undefined for one that is too long. */
function lineOf(entry: JournalEntry): Buffer | undefined {
  const text = Buffer.from(`${JSON.stringify(entry)}\n`);
  if (text.length > slotBytes) return undefined;
  const line = Buffer.alloc(slotBytes, " ");
  text.copy(line);
  line[slotBytes - 1] = 0x0a;
  return line;
}
