import { createHash } from "node:crypto";

/**
 * A long base64 string of a request, decoded into a file beside the store while the body arrives.
 * The body has `token` in its place, which no client can guess.
 */
export interface ReceivedBlob {
  /** Id of the file in `BlobStore`; without meaning while `fault` is set. */
  id: string;
  token: string;
  /** Size after decoding, in bytes. */
  bytes: number;
  /** SHA-256 of the string itself, in hex. */
  textSha256: string;
  /** The first 160 bytes after decoding, which show the type of content. */
  head: Uint8Array;
  /** The media type of a data URL; null for bare base64, "" for a data URL without one. */
  claimedType: string | null;
  fault: BlobFault | null;
}

/**
 * The reason why a string has no file: not base64 (line breaks and blanks aside), a data URL of
 * another kind, or too large.
 */
export type BlobFault = "not_base64" | "not_base64_url" | "too_large" | "too_many";

/**
 * The blobs of one request. The code that takes them decides which to keep; `discard` removes the
 * others.
 */
export class ReceivedBlobs {
  readonly #byToken: ReadonlyMap<string, ReceivedBlob>;
  readonly #remove: (id: string) => Promise<void>;
  readonly #kept = new Set<string>();
  #state: "waiting" | "taken" | "discarded" = "waiting";

  constructor(blobs: readonly ReceivedBlob[], remove: (id: string) => Promise<void>) {
    this.#byToken = new Map(blobs.map((blob) => [blob.token, blob]));
    this.#remove = remove;
  }

  /** Returns the blob that `text` represents in the body; undefined for any other string. */
  of(text: string): ReceivedBlob | undefined {
    return this.#byToken.get(text);
  }

  /** Makes the caller their owner; false when the request has ended and they are gone. */
  take(): boolean {
    if (this.#state === "discarded") return false;
    this.#state = "taken";
    return true;
  }

  /** Marks blobs that a stored job refers to now. */
  keep(ids: readonly string[]): void {
    for (const id of ids) this.#kept.add(id);
  }

  /** Ends the request: removes the blobs if no caller took them. */
  async end(): Promise<void> {
    if (this.#state === "waiting") await this.discard();
  }

  /** Removes every blob that is not kept. Idempotent; the next start removes leftovers. */
  async discard(): Promise<void> {
    this.#state = "discarded";
    const ids = [...this.#byToken.values()].map(({ id }) => id).filter((id) => !this.#kept.has(id));
    await Promise.allSettled(ids.map((id) => this.#remove(id)));
  }
}

/** Returns a digest of a long string for comparing requests: a blob and its text give the same. */
export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
