/**
 * Storage of job inputs that are too large for the store (above 64 KiB). A blob is complete and on
 * disk once `put` resolves; the caller stores the reference to it.
 */
export interface BlobStore {
  /** Stores a copy of `bytes` under a new id; rejects with `storage_full` on a full disk. */
  put(bytes: Uint8Array): Promise<string>;
  /** Returns the bytes, which the caller owns; undefined for an unknown id. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
  /** Returns the ids of all blobs, for the sweep of orphans at the start. */
  list(): Promise<string[]>;
}
