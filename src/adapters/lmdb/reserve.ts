import { open, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Free space that must be left besides the reserve before writes are taken again, in bytes. */
const marginBytes = 4 * 1024 * 1024;

/**
 * A file of real zeros beside the store. When the disk fills up it is removed, so that purges and the
 * ends of running jobs can still be written; it is put back as soon as there is room for it again.
 */
export class Reserve {
  readonly #dir: string;
  readonly #path: string;
  readonly #bytes: number;

  constructor(dir: string, bytes: number) {
    this.#dir = dir;
    this.#path = join(dir, "reserve");
    this.#bytes = bytes;
  }

  /** Makes the reserve whole; false when there is no room for it and a margin. */
  async fill(): Promise<boolean> {
    const present = await stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
    if (present === this.#bytes) return true;
    await rm(this.#path, { force: true });
    if ((await this.freeBytes()) < this.#bytes + marginBytes) return false;
    try {
      await this.#write();
      return true;
    } catch {
      await this.release();
      return false;
    }
  }

  /** Gives the space back to the disk; idempotent. */
  async release(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  /** Space on the disk that an unprivileged process may use, in bytes. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir);
    return bavail * bsize;
  }

  async #write(): Promise<void> {
    const zeros = Buffer.alloc(Math.min(this.#bytes, 1024 * 1024));
    const file = await open(this.#path, "w", 0o600);
    try {
      for (let left = this.#bytes; left > 0; left -= zeros.length) {
        await file.write(zeros, 0, Math.min(left, zeros.length));
      }
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
