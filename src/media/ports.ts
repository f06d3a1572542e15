import type { BrandIdentity } from "./brands/brand-document.ts";
import type { Job } from "../base/jobs/job.ts";
import type { Picture } from "../uplink/requests.ts";

/** A stored brand as picture generation uses it. */
export interface GroundingBrand {
  name: string;
  identity: BrandIdentity;
  /** The logo as PNG, JPEG or WebP; null without one. */
  logo: { bytes: Uint8Array; mime: string } | null;
}

/** Stored brands. Every call is bound to one organisation. */
export interface MediaBrands {
  exists(org: string, id: string): boolean;
  /** Returns undefined for an unknown brand, and for one of another organisation. */
  grounding(org: string, id: string): Promise<GroundingBrand | undefined>;
}

/** Jobs as operations that build on them need them. */
export interface SourceJobReader {
  /** Returns undefined for an unknown job, and for one of another organisation. */
  get(org: string, id: string): Job | undefined;
  /** True when the organisation had such a job that is no longer stored. */
  isGone(org: string, id: string): boolean;
  /** Calls `listener` with the id of every job that ends from now on. */
  ended(listener: (jobId: string) => void): void;
}

/** Fetches pictures that callers name by address, through the box's guarded client. */
export interface PictureDownloads {
  /**
   * Throws `forbidden_address` for an address that the box never contacts, and `invalid_request_body` for
   * anything but an https address; both name `param`.
   */
  check(url: string, param: string): void;
  /**
   * Returns the bytes at `url`, at most `maxBytes`. Rejects with `input_blocked_address`, with
   * `input_unreachable` (retryable where a later try may succeed), with `input_unreadable` for more
   * bytes, with `Postponement` while the box has no network, and with the reason of `signal`.
   */
  fetch(url: string, limits: { maxBytes: number; signal: AbortSignal }): Promise<Uint8Array>;
}

/** A generated picture, as stored. */
export interface KeptPicture extends Picture {
  widthPx: number;
  heightPx: number;
}
