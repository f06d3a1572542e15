import type { Picture } from "../uplink/requests.ts";

/** A size in pixels. */
export interface SizePx {
  widthPx: number;
  heightPx: number;
}

/** A picture's bytes, or its file: a large one need not pass through this process. */
export type PictureSource = Uint8Array | { file: string };

/** The target of a generated picture. */
export interface WantedPicture {
  /** Width over height; null accepts any. */
  aspect: number | null;
  /** Exactly this size; null accepts any size with the aspect. */
  size: SizePx | null;
}

/** A picture that fits its target. */
export interface FinishedPicture extends Picture, SizePx {
  /** Its size before changes. */
  sourceSize: SizePx;
  /** The changes; empty when the bytes are unchanged. */
  changes: ("cropped" | "scaled")[];
}

/**
 * Reads untrusted pictures in a process of their own. Both calls reject with
 * `input_unreadable` for anything but a single readable JPEG, PNG or WebP of at most 50 megapixels.
 */
export interface MediaPictures {
  /**
   * Prepares a picture for an endpoint: upright, in sRGB, at most 2048 pixels at a side and 2 MB, without metadata
   * (a photo's place and camera), as a JPEG, or a PNG or WebP where something is transparent.
   */
  reference(from: PictureSource): Promise<Picture & SizePx>;
  /** Decodes the whole picture once, then crops and scales it to the target. */
  finish(bytes: Uint8Array, target: WantedPicture): Promise<FinishedPicture>;
}
