import { fail } from "../../contract/fail.ts";
import { describeError } from "../../core/errors.ts";
import type { Logger } from "../../core/logger.ts";
import { maySweep } from "../../core/orphans.ts";
import type { BlobStore } from "./blob-port.ts";
import type { Job, JsonObject } from "../job.ts";
import type { JobSeal } from "./job-seal.ts";
import type { JobStore, StoredInput } from "../job-store.ts";
import type { PreparedJob } from "../operation.ts";

type PreparedInput = Pick<PreparedJob, "input" | "blobIds" | "isInputSealed">;

/** Largest input in the store, in bytes of JSON; larger ones lie in files beside it. */
const maxInlineBytes = 64 * 1024;

/** The full inputs of jobs: small ones in the store, large ones in blobs. */
export class JobInputs {
  readonly #parts: { blobs: BlobStore; jobs: JobStore; log: Logger; seal: JobSeal };

  constructor(parts: { blobs: BlobStore; jobs: JobStore; log: Logger; seal: JobSeal }) {
    this.#parts = parts;
  }

  /**
   * Prepares the input for the job's transaction; a large one is on disk when this resolves.
   * `blobIds`: blobs on the disk that it names.
   */
  async keep(job: Job, prepared: PreparedInput): Promise<StoredInput> {
    const { blobs, seal } = this.#parts;
    const { input, blobIds: attached = [], isInputSealed = false } = prepared;
    const more = attached.length === 0 ? {} : { attached: [...attached] };
    const isSealed = isInputSealed || seal.covers(job.type);
    const text = JSON.stringify(input);
    const isSmall = text.length <= maxInlineBytes / 4;
    const bytes = isSmall ? undefined : Buffer.from(text);
    if (!bytes || bytes.length <= maxInlineBytes) {
      return isSealed
        ? { v: 1, sealed: seal.input(job, input), ...more }
        : { v: 1, input, ...more };
    }
    const blobId = await blobs.put(isSealed ? seal.inputBytes(job, bytes) : bytes);
    return { v: 1, blobId, ...(isSealed ? { isSealed } : {}), ...more };
  }

  /** Returns the input; undefined when it is gone. */
  async load(job: Job): Promise<JsonObject | undefined> {
    const { blobs, jobs, seal } = this.#parts;
    const stored = jobs.input(job);
    if (!stored || "input" in stored) return stored?.input;
    if ("sealed" in stored) return seal.openedInput(job, stored.sealed);
    const bytes = await blobs.get(stored.blobId);
    if (!bytes) {
      const now = jobs.input(job);
      // `sealOldInputs` has moved it to another blob meanwhile.
      const hasMoved = now !== undefined && "blobId" in now && now.blobId !== stored.blobId;
      return hasMoved ? await this.load(job) : undefined;
    }
    const isSealed = stored.isSealed === true || seal.covers(job.type);
    const opened = isSealed ? seal.openedInputBytes(job, bytes) : bytes;
    return JSON.parse(Buffer.from(opened).toString()) as JsonObject;
  }

  /** Returns a blob that the job's input names; rejects with `input_unreadable` when it is gone. */
  async blob(job: Job, id: string): Promise<Uint8Array> {
    const { blobs, seal } = this.#parts;
    const bytes = await blobs.get(id);
    if (!bytes) throw fail("input_unreadable", "input: is no longer stored. Submit the job again");
    return seal.covers(job.type) ? seal.openedBlob(id, bytes) : bytes;
  }

  /** Removes blobs that no job refers to any more; the next start removes leftovers. */
  async drop(blobIds: readonly string[]): Promise<void> {
    for (const id of blobIds) {
      try {
        await this.#parts.blobs.remove(id);
      } catch (error) {
        this.#parts.log.warn({ error: describeError(error) }, "an input could not be removed");
      }
    }
  }

  /**
   * Removes blobs that no job refers to: a process died before or after its write. Keeps them when
   * there are too many for that.
   */
  async sweep(): Promise<void> {
    const { blobs, jobs, log } = this.#parts;
    const all = await blobs.list();
    const orphans = all.filter((blobId) => !jobs.refersTo(blobId));
    if (maySweep(orphans.length, all.length)) await this.drop(orphans);
    else
      log.error(
        { blobs: orphans.length, of: all.length },
        "too many blobs have no job: all are kept",
      );
  }
}
