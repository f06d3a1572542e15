import { existsSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fail } from "../../base/contract/fail.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import type { ChainEntry } from "./chain.ts";

/** An entry of an organisation's chain that waits for the store. */
export interface JournalEntry {
  org: string;
  entry: ChainEntry;
}

const slotBytes = 2048;
const slots = 128;

/**
 * Records stops while the store fails: a file with space reserved at the start, so that writing works on a
 * full disk. It writes outside the event loop, which must not wait for a disk, one entry after the other. It
 * refuses entries that no longer fit.
 */
export class StopJournal {
  readonly #path: string;
  #file: FileHandle | undefined;
  #entries: JournalEntry[] = [];
  readonly #lane = new SerialLane();

  constructor(path: string) {
    this.#path = path;
  }

  /** Entries that wait for the store. */
  get waiting(): number {
    return this.#entries.length;
  }

  /**
   * Opens or creates the file; `entries` holds those of an earlier process. Fails with `storage_full` when it
   * cannot reserve the space.
   */
  async open(): Promise<void> {
    this.#entries = this.#read();
    this.#file = await open(this.#path, existsSync(this.#path) ? "r+" : "w+", 0o600);
    // Real bytes in every slot, because a sparse file would need space later.
    if (this.#entries.length === 0) await this.remove(0);
  }

  /** Resolves with true once the entry is on the disk, with false when there is no room or the disk refuses. */
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

  /** Every waiting entry, oldest first. */
  entries(): readonly JournalEntry[] {
    return [...this.#entries];
  }

  /** Removes the `count` oldest entries; the space stays reserved. Fails with `storage_full`. */
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

  /** Waits for the current write, then closes; idempotent. */
  async close(): Promise<void> {
    await this.#lane.idle();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Runs `work` after earlier work; returns `closed` while the file is not open. */
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
        // Skips a slot that a power cut left half written.
        return [];
      }
    });
  }
}

/** Formats an entry for its slot; undefined for one that is too long. */
function lineOf(entry: JournalEntry): Buffer | undefined {
  const text = Buffer.from(`${JSON.stringify(entry)}\n`);
  if (text.length > slotBytes) return undefined;
  const line = Buffer.alloc(slotBytes, " ");
  text.copy(line);
  line[slotBytes - 1] = 0x0a;
  return line;
}
