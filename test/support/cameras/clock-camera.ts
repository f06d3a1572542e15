import { startLiveCamera } from "./live-camera.ts";

/** Size of the clock camera's picture. */
export const clockPicture = { widthPx: 640, heightPx: 360 } as const;

const { widthPx, heightPx } = clockPicture;
const bits = 32;
const blockPx = 20;
/** Low contrast, so that the blocks are no motion and nothing is drawn over them. */
const darkLevel = 83;
const lightLevel = 97;

/** A camera whose frames carry the wall time of their making. */
export interface ClockCamera {
  readonly url: string;
  stop(): void;
}

/** What else a clock camera does. */
export interface ClockCameraOptions {
  /** Default 15. */
  fps?: number;
  /** Seconds between key frames; default 1. */
  gopSec?: number;
  /** Left edge of a bright square in the frame made at `timeMs`; undefined draws none. */
  squareX?: (timeMs: number) => number | undefined;
}

/** Gray frame with the low 32 bits of `timeMs` in its top row and, maybe, the moving square. */
function drawFrame(timeMs: number, squareX: number | undefined): Buffer {
  const frame = Buffer.alloc(widthPx * heightPx, 90);
  for (let bit = 0; bit < bits; bit += 1) {
    const level = Math.floor(timeMs / 2 ** bit) % 2 === 1 ? lightLevel : darkLevel;
    for (let y = 0; y < blockPx; y += 1) {
      frame.fill(level, y * widthPx + bit * blockPx, y * widthPx + (bit + 1) * blockPx);
    }
  }
  if (squareX !== undefined) {
    for (let y = 180; y < 260; y += 1)
      frame.fill(230, y * widthPx + squareX, y * widthPx + squareX + 60);
  }
  return frame;
}

/**
 * The time that a picture of the clock camera carries, read from the luma of any size of it.
 * Ambiguous only beyond 2^32 ms (49 days).
 */
export function readClock(
  picture: { widthPx: number; lumaAt: (x: number, y: number) => number },
  nowMs = Date.now(),
): number {
  const scale = picture.widthPx / widthPx;
  let low = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const x = Math.floor((bit + 0.5) * blockPx * scale);
    if (picture.lumaAt(x, Math.floor(0.5 * blockPx * scale)) > (darkLevel + lightLevel) / 2) {
      low += 2 ** bit;
    }
  }
  return nowMs - (((nowMs % 2 ** 32) - low + 2 ** 32) % 2 ** 32);
}

/** Starts the camera on loopback; its frames are made, coded and sent in real time. */
export async function startClockCamera(options: ClockCameraOptions = {}): Promise<ClockCamera> {
  const { fps = 15, gopSec = 1, squareX = () => undefined } = options;
  return await startLiveCamera({
    ...clockPicture,
    pixels: "gray",
    fps,
    gopSec,
    draw: (nowMs) => drawFrame(nowMs, squareX(nowMs)),
  });
}
