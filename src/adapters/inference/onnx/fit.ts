import type { BoxNorm } from "../../../base/contract/geometry.ts";
import type { BoxPx } from "./heads/nms.ts";
import type { ModelInput } from "../../../perception/models/model-manifest.ts";

/** The picture's place inside the model's input, in its pixels. */
export interface Fit {
  offsetXPx: number;
  offsetYPx: number;
  widthPx: number;
  heightPx: number;
}

/** Smallest side of a reported box, as a fraction of the picture. */
const minSideNorm = 1e-4;

/**
 * Places a picture of `widthPx` × `heightPx` in `input` by its `fit` rule. Sides are even where they can be:
 * ffmpeg scales to an odd width at more than twice the cost.
 */
export function fitPicture(
  input: Pick<ModelInput, "width" | "height" | "fit">,
  widthPx: number,
  heightPx: number,
): Fit {
  const { width, height, fit } = input;
  if (fit === "stretch") return { offsetXPx: 0, offsetYPx: 0, widthPx: width, heightPx: height };
  const scale = Math.min(width / widthPx, height / heightPx);
  const scaledWidth = Math.min(width, evenSide(widthPx * scale));
  const scaledHeight = Math.min(height, evenSide(heightPx * scale));
  const centre = fit === "letterbox-centre";
  return {
    offsetXPx: centre ? (width - scaledWidth) >> 1 : 0,
    offsetYPx: centre ? (height - scaledHeight) >> 1 : 0,
    widthPx: scaledWidth,
    heightPx: scaledHeight,
  };
}

function evenSide(side: number): number {
  return Math.max(2, 2 * Math.round(side / 2));
}

/**
 * Returns a box of the model's input as fractions of the picture, clipped to it; undefined when it is outside
 * of the picture or a coordinate is not finite.
 */
export function boxToNorm(box: BoxPx, fit: Fit): BoxNorm | undefined {
  const x1 = clip01((box.x1 - fit.offsetXPx) / fit.widthPx);
  const y1 = clip01((box.y1 - fit.offsetYPx) / fit.heightPx);
  const x2 = clip01((box.x2 - fit.offsetXPx) / fit.widthPx);
  const y2 = clip01((box.y2 - fit.offsetYPx) / fit.heightPx);
  return x2 - x1 > minSideNorm && y2 - y1 > minSideNorm ? [x1, y1, x2, y2] : undefined;
}

/** `value` within 0–1; NaN stays NaN, so that comparisons with it fail. */
function clip01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
