import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { DestinationStream } from "pino";

/** Bound of one file, in bytes; with its predecessor the log takes twice as much. */
const maxFileBytes = 16 * 1024 * 1024;

/**
 * The log as a file, readable by its owner only. The first line makes missing directories and
 * appends to an existing file; at 16 MiB the file becomes `<file>.1` in the place of an earlier
 * one, and another begins. A line that the disk refuses is lost.
 */
export class LogFile implements DestinationStream {
  readonly #file: string;
  readonly #maxBytes: number;
  #fd: number | undefined;
  #bytes = 0;

  constructor(file: string, maxBytes = maxFileBytes) {
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  /** Writes one line before it returns: the last lines before a crash are the ones that matter. */
  write(line: string): void {
    try {
      this.#bytes += writeSync(this.#opened(), line);
    } catch {
      // A full disk: the appliance raises an alarm for it, and the next line may fit again.
    }
  }

  /** Returns the file to write to: the open one while it has room. */
  #opened(): number {
    if (this.#fd !== undefined && this.#bytes < this.#maxBytes) return this.#fd;
    if (this.#fd !== undefined) {
      closeSync(this.#fd);
      this.#fd = undefined;
      renameSync(this.#file, `${this.#file}.1`);
    }
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    this.#fd = openSync(this.#file, "a", 0o600);
    this.#bytes = fstatSync(this.#fd).size;
    return this.#fd;
  }
}
