import { fail } from "../contract/fail.ts";
import { describeError } from "../core/errors.ts";
import type { Logger } from "../core/logger.ts";
import type { BlobStore } from "./blob-port.ts";
import type { Job, JsonObject } from "./job.ts";
import type { JobStore, StoredInput } from "./job-store.ts";

/** Inputs larger than this lie beside the store, in bytes of JSON. */
const maxInlineBytes = 64 * 1024;

/** The full inputs of jobs: small ones in the store, large ones in blobs. */
export class JobInputs {
  readonly #parts: { blobs: BlobStore; jobs: JobStore; log: Logger };

  constructor(parts: { blobs: BlobStore; jobs: JobStore; log: Logger }) {
    this.#parts = parts;
  }

  /**
   * Makes the input ready for the job's transaction; a large one is on disk when this resolves.
   * `attached`: blobs on the disk that it names.
   */
  async keep(input: JsonObject, attached: readonly string[] = []): Promise<StoredInput> {
    const more = attached.length === 0 ? {} : { attached: [...attached] };
    const text = JSON.stringify(input);
    if (text.length <= maxInlineBytes / 4) return { v: 1, input, ...more };
    const bytes = Buffer.from(text);
    if (bytes.length <= maxInlineBytes) return { v: 1, input, ...more };
    return { v: 1, blobId: await this.#parts.blobs.put(bytes), ...more };
  }

  /** The input; undefined when it is gone. */
  async load(job: Job): Promise<JsonObject | undefined> {
    const stored = this.#parts.jobs.input(job);
    if (!stored || "input" in stored) return stored?.input;
    const bytes = await this.#parts.blobs.get(stored.blobId);
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as JsonObject);
  }

  /** A blob that an input names; rejects with `input_unreadable` when it is gone. */
  async blob(id: string): Promise<Uint8Array> {
    const bytes = await this.#parts.blobs.get(id);
    if (!bytes) throw fail("input_unreadable", "the job's input is no longer stored");
    return bytes;
  }

  /** Removes blobs that no job refers to any more; what is left behind goes at the next start. */
  async drop(blobIds: readonly string[]): Promise<void> {
    for (const id of blobIds) {
      try {
        await this.#parts.blobs.remove(id);
      } catch (error) {
        this.#parts.log.warn({ error: describeError(error) }, "an input could not be removed");
      }
    }
  }

  /** Removes blobs that no job refers to: left by a process that died before or after its write. */
  async sweep(): Promise<void> {
    for (const blobId of await this.#parts.blobs.list()) {
      if (!this.#parts.jobs.refersTo(blobId)) await this.drop([blobId]);
    }
  }
}
