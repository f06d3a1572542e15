import type { MediaOutput } from "../contract/media.ts";
import type { SizePx, WantedPicture } from "./picture-port.ts";

/** Side of the square with as many pixels as a picture of the resolution has, about. */
const sides = { "1K": 1024, "2K": 2048, "4K": 4096 } as const;

/** Sides are multiples of this many times the ratio's own numbers: even, and good for video. */
const STEP = 8;

/**
 * What a picture must be to be what was asked: the aspect for any ratio but `auto`; with a resolution
 * also the size, which has exactly the ratio and about the pixels of 1024², 2048² or 4096². With
 * `auto` the resolution is left to the model.
 */
export function wantedPicture(output: MediaOutput): WantedPicture {
  const ratio = ratioOf(output.aspect_ratio);
  if (!ratio) return { aspect: null, size: null };
  const [across, down] = ratio;
  const aspect = across / down;
  if (output.resolution === undefined) return { aspect, size: null };
  const unit = sides[output.resolution] / Math.sqrt(across * down);
  const times = Math.max(1, Math.round(unit / STEP)) * STEP;
  return { aspect, size: { widthPx: across * times, heightPx: down * times } };
}

/** The aspect ratio of the contract that a size has, within a hundredth; `auto` when it has none. */
export function nearestRatio(size: SizePx, ratios: readonly string[]): string {
  const aspect = size.widthPx / size.heightPx;
  const found = ratios.find((name) => {
    const ratio = ratioOf(name);
    return ratio && Math.abs(ratio[0] / ratio[1] / aspect - 1) <= 0.01;
  });
  return found ?? "auto";
}

function ratioOf(name: string | undefined): [number, number] | null {
  const [, across, down] = /^(\d+):(\d+)$/.exec(name ?? "") ?? [];
  return across && down ? [Number(across), Number(down)] : null;
}
