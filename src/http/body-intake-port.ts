import type { Readable } from "node:stream";
import type { ReceivedBlob } from "../base/jobs/inputs/received-blob.ts";

/** How one body is taken in. */
export interface IntakeOptions {
  /** Fields whose long strings become blobs: `input.data`, `reference_images[]`. */
  blobFields: readonly string[];
  /** Bytes of the whole body; one more is `request_too_large`. */
  limitBytes: number;
  /** Blobs are encrypted as they come in. */
  isSealed?: boolean;
}

/** A body of which only what is small is left. */
export interface TakenBody {
  /** The JSON with a token for each blob; at most 1 MiB, not parsed. */
  json: Buffer;
  /** Bytes of the whole body as it came. */
  receivedBytes: number;
  blobs: readonly ReceivedBlob[];
}

/**
 * Takes in large bodies in bounded memory and without holding up the event loop. Rejects with
 * `body_too_deep`, `invalid_json`, `request_too_large` (also for more than 1 MiB outside of blobs),
 * `request_timeout` when the sender is too slow, `storage_full`, `store_failed`, `malformed_request`
 * when the sender leaves; then nothing of the body is left.
 */
export interface BodyIntake {
  take(source: Readable, options: IntakeOptions): Promise<TakenBody>;
  /** Removes a blob that no job refers to. */
  remove(id: string): Promise<void>;
}
