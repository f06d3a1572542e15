import { encodePng } from "../../../base/core/png.ts";

const sidePx = 128;
const green = [24, 92, 74];
const amber = [240, 170, 40];
const white = [255, 255, 255];

/** Returns a drawn logo, an umbrella in green and amber on white, as a PNG of 128 × 128 pixels; constant. */
export async function drawnLogo(): Promise<Buffer> {
  const bytes = Buffer.alloc(sidePx * sidePx * 3);
  for (let y = 0; y < sidePx; y += 1) {
    for (let x = 0; x < sidePx; x += 1) {
      bytes.set(colourAt(x - sidePx / 2, y - sidePx / 2), (y * sidePx + x) * 3);
    }
  }
  return await encodePng({ widthPx: sidePx, heightPx: sidePx, channels: 3, bytes });
}

/** The canopy is the upper half of a disc in four parts, the handle a bar below its middle. */
function colourAt(x: number, y: number): readonly number[] {
  if (y <= 0 && Math.hypot(x, y) < 52) return Math.floor((x + 52) / 26) % 2 === 0 ? green : amber;
  return y > 0 && y < 48 && Math.abs(x) < 4 ? green : white;
}
