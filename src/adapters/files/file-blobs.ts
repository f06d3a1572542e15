import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fail } from "../../base/contract/fail.ts";
import { unfinishedPrefix, writeFileAtomic } from "../../base/core/atomic-file.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Part } from "../../base/core/parts.ts";
import type { BlobStore } from "../../base/jobs/inputs/blob-port.ts";

const idPattern = /^[0-9a-f-]{36}$/;
const noSpaceCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Blobs as files of one folder, each named by its id. */
export class FileBlobs implements BlobStore, Part {
  readonly #dir: string;

  /** The folder is made by `start`, with mode 0700. */
  constructor(options: { dir: string }) {
    this.#dir = options.dir;
  }

  /** Creates the folder and removes partial files of the previous process. */
  async start(): Promise<void> {
    await mkdir(this.#dir, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.#dir)) {
      if (name.startsWith(unfinishedPrefix)) await rm(join(this.#dir, name), { force: true });
    }
  }

  async put(bytes: Uint8Array): Promise<string> {
    const id = uuidv7();
    try {
      await writeFileAtomic(join(this.#dir, id), bytes);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (noSpaceCodes.has(code))
        throw fail("storage_full", "disk: is full. Free space", { cause: error });
      throw fail("store_failed", "body: cannot be stored. See the log for the cause", {
        cause: error,
      });
    }
    return id;
  }

  /** Returns the blob's path, even for a missing blob; for processes that read it themselves. */
  fileOf(id: string): string {
    return this.#path(id);
  }

  async get(id: string): Promise<Uint8Array | undefined> {
    const path = this.#path(id);
    try {
      return await readFile(path);
    } catch (error) {
      if ((error as { code?: unknown }).code === "ENOENT") return undefined;
      throw fail("store_failed", "body: cannot be read from the disk. Send it again", {
        cause: error,
      });
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  async list(): Promise<string[]> {
    return (await readdir(this.#dir)).filter((name) => idPattern.test(name));
  }

  #path(id: string): string {
    if (!idPattern.test(id)) throw fail("internal_error", "this is no id of a blob");
    return join(this.#dir, id);
  }
}
