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

  /** Makes the input ready for the job's transaction; a large one is on disk when this resolves. */
  async keep(input: JsonObject): Promise<StoredInput> {
    const text = JSON.stringify(input);
    if (text.length <= maxInlineBytes / 4) return { v: 1, input };
    const bytes = Buffer.from(text);
    if (bytes.length <= maxInlineBytes) return { v: 1, input };
    return { v: 1, blobId: await this.#parts.blobs.put(bytes) };
  }

  /** The input; undefined when it is gone. */
  async load(job: Job): Promise<JsonObject | undefined> {
    const stored = this.#parts.jobs.input(job);
    if (!stored || "input" in stored) return stored?.input;
    const bytes = await this.#parts.blobs.get(stored.blobId);
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as JsonObject);
  }

  /** Removes a blob that no job refers to any more; what is left behind goes at the next start. */
  async drop(stored: StoredInput | undefined): Promise<void> {
    if (!stored || "input" in stored) return;
    try {
      await this.#parts.blobs.remove(stored.blobId);
    } catch (error) {
      this.#parts.log.warn({ error: describeError(error) }, "an input could not be removed");
    }
  }

  /** Removes blobs that no job refers to: left by a process that died before or after its write. */
  async sweep(): Promise<void> {
    for (const blobId of await this.#parts.blobs.list()) {
      if (!this.#parts.jobs.refersTo(blobId)) await this.drop({ v: 1, blobId });
    }
  }
}
