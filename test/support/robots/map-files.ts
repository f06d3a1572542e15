import { encodePng } from "../../../src/base/core/png.ts";

/** The YAML of a `map_server` file, as `map_saver_cli` writes it; `more` replaces or adds lines. */
export function mapYaml(more: Record<string, string> = {}): string {
  const fields = {
    image: "hall.pgm",
    mode: "trinary",
    resolution: "0.05",
    origin: "[-1, -2, 0]",
    negate: "0",
    occupied_thresh: "0.65",
    free_thresh: "0.25",
    ...more,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");
}

/** A binary PGM of these grey samples, row after row from the top, with a comment as GIMP and ROS write one. */
export function pgm(widthPx: number, heightPx: number, samples: readonly number[], most = 255) {
  const head = Buffer.from(`P5\n# CREATOR: map_saver\n${widthPx} ${heightPx}\n${most}\n`);
  const wide = most > 255;
  const body = Buffer.alloc(samples.length * (wide ? 2 : 1));
  for (const [at, sample] of samples.entries()) {
    if (wide) body.writeUInt16BE(sample, at * 2);
    else body[at] = sample;
  }
  return Buffer.concat([head, body]);
}

/** A grey PNG of these samples. */
export async function greyPng(widthPx: number, heightPx: number, samples: readonly number[]) {
  return await encodePng({ widthPx, heightPx, channels: 1, bytes: Uint8Array.from(samples) });
}

/** A room of walls around free floor, in grey samples of a `map_server` picture. */
export function room(widthPx: number, heightPx: number): number[] {
  return Array.from({ length: widthPx * heightPx }, (_, at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const isWall = x === 0 || y === 0 || x === widthPx - 1 || y === heightPx - 1;
    return isWall ? 0 : 254;
  });
}
