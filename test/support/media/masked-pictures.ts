import type { Footage } from "../../../src/cameras/recording/footage.ts";
import { type Clip, makeClip, runFfmpeg } from "../cameras/video-fragments.ts";

/** A slanted area in the middle of a picture, as fractions of it. */
export const slantedMask: [number, number][] = [
  [0.3, 0.3],
  [0.7, 0.4],
  [0.6, 0.8],
  [0.35, 0.7],
];

const [widthPx, heightPx] = [320, 180];

/** White pictures, so that whatever is not painted is bright. */
export function whiteClip(seconds: number): Promise<Clip> {
  const input = ["-f", "lavfi", "-i", `color=c=white:size=${widthPx}x${heightPx}:rate=10`];
  return makeClip({ input, seconds });
}

/** All bytes of a recording. */
export async function bytesOf(footage: Footage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of footage.read(0, footage.sizeBytes - 1)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Whether the point lies in the (convex, clockwise) mask. */
function isInside(x: number, y: number): boolean {
  return slantedMask.every(([x1, y1], at) => {
    const [x2, y2] = slantedMask[(at + 1) % slantedMask.length]!;
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) >= 0;
  });
}

/** Grey levels that tell of a mask. */
export interface Extremes {
  /** The brightest pixel under the mask. */
  under: number;
  /** The darkest pixel well away from it. */
  away: number;
}

/** Looks at every frame of `bytes`, which ffmpeg reads as `format` (a demuxer's name). */
export async function extremes(bytes: Uint8Array, format: string): Promise<Extremes> {
  const args = `-f ${format} -i pipe:0 -f rawvideo -pix_fmt gray -s ${widthPx}x${heightPx} -`;
  const grey = await runFfmpeg(args.split(" "), bytes);
  let under = 0;
  let away = 255;
  for (let at = 0; at < grey.length; at += 1) {
    const x = ((at % widthPx) + 0.5) / widthPx;
    const y = ((Math.floor(at / widthPx) % heightPx) + 0.5) / heightPx;
    if (isInside(x, y)) under = Math.max(under, grey[at]!);
    else if (x < 0.2 || x > 0.8 || y < 0.2 || y > 0.9) away = Math.min(away, grey[at]!);
  }
  return { under, away };
}

/** Whether the area is covered and the rest is not. */
export function isCovered({ under, away }: Extremes): boolean {
  return under < 40 && away > 200;
}
