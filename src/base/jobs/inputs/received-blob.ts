import { createHash } from "node:crypto";

/**
 * A long base64 string of a request that was taken out of its body while the body came in: decoded,
 * in a file beside the store. In the body stands `token` in its place, which no sender can know.
 */
export interface ReceivedBlob {
  /** Id of the file as `BlobStore` knows it; there is none while `fault` is set. */
  id: string;
  token: string;
  /** Size after decoding, in bytes. */
  bytes: number;
  /** SHA-256 of the string itself, in hex. */
  textSha256: string;
  /** The first 160 bytes after decoding, for telling the kind of content. */
  head: Uint8Array;
  /** The media type of a data URL; null for bare base64, "" for a data URL without one. */
  claimedType: string | null;
  fault: BlobFault | null;
}

/** Why a string has no file: no base64 (line breaks and blanks aside), a data URL of another kind, or too large. */
export type BlobFault = "not_base64" | "not_base64_url" | "too_large" | "too_many";

/**
 * The blobs of one request. Whoever has taken them decides which are kept; the others are removed
 * by `discard`.
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

  /** The blob for which `text` stands in the body; undefined for any other string. */
  of(text: string): ReceivedBlob | undefined {
    return this.#byToken.get(text);
  }

  /** Makes the caller their owner; false when the request is over and they are gone. */
  take(): boolean {
    if (this.#state === "discarded") return false;
    this.#state = "taken";
    return true;
  }

  /** Says that a stored job refers to these now. */
  keep(ids: readonly string[]): void {
    for (const id of ids) this.#kept.add(id);
  }

  /** The end of the request: nobody took them, so they go. */
  async end(): Promise<void> {
    if (this.#state === "waiting") await this.discard();
  }

  /** Removes every blob that is not kept. Idempotent; what it cannot remove goes at the next start. */
  async discard(): Promise<void> {
    this.#state = "discarded";
    const ids = [...this.#byToken.values()].map(({ id }) => id).filter((id) => !this.#kept.has(id));
    await Promise.allSettled(ids.map((id) => this.#remove(id)));
  }
}

/** What stands for a long string where two requests are compared: a blob and its text give the same. */
export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
