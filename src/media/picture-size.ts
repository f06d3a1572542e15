import type { MediaOutput } from "./generation-document.ts";
import type { SizePx, WantedPicture } from "./picture-port.ts";
import { aspectRatios } from "./media-terms.ts";

/** Side of the square with about as many pixels as a picture of the resolution. */
const sides = { "1K": 1024, "2K": 2048, "4K": 4096 } as const;

/** Sides are multiples of this many times the ratio's own numbers: even, as video needs them. */
const stepPx = 8;

/** True when the picture takes the shape of the first reference: with a resolution and without a ratio. */
export function followsReference({ aspect_ratio: ratio, resolution }: MediaOutput): boolean {
  return resolution !== undefined && ratioOf(ratio) === null;
}

/**
 * Returns the target of a request: the aspect for any ratio but `auto`; with a resolution
 * also the size, which has about the pixels of 1024², 2048² or 4096², and exactly the ratio. A
 * resolution without a ratio takes that of `like`, the first reference, else 1:1.
 */
export function wantedPicture(output: MediaOutput, like?: SizePx): WantedPicture {
  const ratio = ratioOf(output.aspect_ratio);
  const { resolution } = output;
  if (resolution === undefined) return { aspect: ratio && ratio[0] / ratio[1], size: null };
  const [across, down] = ratio ?? shapeOf(like);
  const unit = sides[resolution] / Math.sqrt(across * down);
  if (!ratio && like) return sized(stepped(unit * across), stepped(unit * down));
  const times = stepped(unit);
  return sized(across * times, down * times);
}

/** Returns the ratio for the endpoint: the caller's, or the one nearest to the target shape. */
export function requestedRatio(
  { aspect_ratio: ratio }: MediaOutput,
  target: WantedPicture,
): string {
  if (ratioOf(ratio) || target.aspect === null) return ratio ?? aspectRatios[0];
  const { aspect } = target;
  const distance = (name: string): number => {
    const [across, down] = ratioOf(name) ?? [Infinity, 1];
    return Math.abs(Math.log(across / down / aspect));
  };
  return aspectRatios.toSorted((a, b) => distance(a) - distance(b))[0]!;
}

function shapeOf(like: SizePx | undefined): [number, number] {
  return like ? [like.widthPx, like.heightPx] : [1, 1];
}

function stepped(side: number): number {
  return Math.max(1, Math.round(side / stepPx)) * stepPx;
}

function sized(widthPx: number, heightPx: number): WantedPicture {
  return { aspect: widthPx / heightPx, size: { widthPx, heightPx } };
}

/** Returns the contract's aspect ratio of a size, within a hundredth; `auto` when none fits. */
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
