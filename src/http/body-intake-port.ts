import type { Readable } from "node:stream";
import type { ReceivedBlob } from "../base/jobs/inputs/received-blob.ts";

/** Options for taking in one body. */
export interface IntakeOptions {
  /** Fields whose long strings become blobs: `input.data`, `reference_images[]`. */
  blobFields: readonly string[];
  /** Limit of the whole body in bytes; one more is `request_too_large`. */
  limitBytes: number;
  /** True to encrypt blobs as they arrive. */
  isSealed?: boolean;
}

/** A body without its long strings. */
export interface TakenBody {
  /** The JSON with a token for each blob; at most 1 MiB, not parsed. */
  json: Buffer;
  /** Size of the whole body as received. */
  receivedBytes: number;
  blobs: readonly ReceivedBlob[];
}

/**
 * Takes in large bodies in bounded memory and without blocking the event loop. Rejects with
 * `body_too_deep`, `invalid_json`, `request_too_large` (also for more than 1 MiB outside of blobs),
 * `request_timeout` when the client is too slow, `storage_full`, `store_failed`, or
 * `malformed_request` when the client disconnects; then it keeps nothing of the body.
 */
export interface BodyIntake {
  take(source: Readable, options: IntakeOptions): Promise<TakenBody>;
  /** Removes a blob that no job refers to. */
  remove(id: string): Promise<void>;
}
