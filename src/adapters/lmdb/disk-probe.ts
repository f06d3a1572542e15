import { open } from "node:fs/promises";
import { join } from "node:path";

const probeBytes = 4096;

/**
 * Writes a page through to the disk of the data directory, off the event loop, to learn whether the disk
 * takes writes. One attempt at a time: on a disk that does not answer, it is under way until the disk does.
 */
export class DiskProbe {
  readonly #path: string;
  #running: Promise<unknown> | undefined;

  constructor(dataDir: string) {
    this.#path = join(dataDir, "probe");
  }

  /** True while an attempt waits for the disk. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves with undefined when the disk accepted the page, else with its error. Never rejects. */
  async run(): Promise<unknown> {
    this.#running ??= this.#write().finally(() => {
      this.#running = undefined;
    });
    return await this.#running;
  }

  async #write(): Promise<unknown> {
    try {
      const file = await open(this.#path, "w", 0o600);
      try {
        await file.write(Buffer.alloc(probeBytes, "."));
        await file.sync();
      } finally {
        await file.close();
      }
      return undefined;
    } catch (error) {
      return error;
    }
  }
}
