/**
 * Where job inputs live that are too large for the store (above 64 KiB). A blob is whole and on disk
 * once `put` resolves; who refers to it keeps that in the store.
 */
export interface BlobStore {
  /** Stores a copy of `bytes` under a new id; rejects with `storage_full` on a full disk. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, owned by the caller; undefined for an unknown id. */
  get(id: string): Promise<Uint8Array | undefined>;
  /** Idempotent. */
  remove(id: string): Promise<void>;
  /** Ids of all blobs, for the sweep of orphans at the start. */
  list(): Promise<string[]>;
}
