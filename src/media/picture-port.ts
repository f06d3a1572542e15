import type { Picture } from "../uplink/requests.ts";

/** A size in pixels. */
export interface SizePx {
  widthPx: number;
  heightPx: number;
}

/** A picture's bytes, or the file that they are in: a large one need not go through this process. */
export type PictureSource = Uint8Array | { file: string };

/** What a generated picture has to be. */
export interface WantedPicture {
  /** Width over height; null takes what came. */
  aspect: number | null;
  /** Exactly this size; null takes the size that came, as far as the aspect allows. */
  size: SizePx | null;
}

/** A picture that is as it was wanted. */
export interface FinishedPicture extends Picture, SizePx {
  /** How it came, before anything was done to it. */
  sourceSize: SizePx;
  /** What was done: nothing means that the bytes are those that came. */
  changes: ("cropped" | "scaled")[];
}

/**
 * Pictures that strangers made, read where they can do no harm. Both calls reject with
 * `input_unreadable` for what is no single readable JPEG, PNG or WebP of at most 50 megapixels.
 */
export interface MediaPictures {
  /**
   * A picture for sending on: upright, in sRGB, at most 2048 pixels at a side and 2 MB, without metadata
   * (a photo's place and camera), as a JPEG, or a PNG or WebP where something is transparent.
   */
  reference(from: PictureSource): Promise<Picture & SizePx>;
  /** The whole picture decoded once, then cropped and scaled where it is not as wanted. */
  finish(bytes: Uint8Array, target: WantedPicture): Promise<FinishedPicture>;
}
