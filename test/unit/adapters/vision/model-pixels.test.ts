import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  ModelPixels,
  planarBytes,
} from "../../../../src/adapters/vision/child/decoding/model-pixels.ts";
import { assemble } from "../../../../scripts/wasm.ts";

const input = {
  name: "images",
  width: 64,
  height: 48,
  layout: "nhwc",
  dtype: "uint8",
  colour: "rgb",
  fit: "letterbox-topleft",
  pad: 114,
} as const;

const weights = { bt601: [0.299, 0.114], bt709: [0.2126, 0.0722] } as const;

/** Red, green and blue of one pixel by ITU-T H.273, unrounded. */
function exactly(matrix: keyof typeof weights, [y, cb, cr]: readonly number[]): number[] {
  const [red, blue] = weights[matrix];
  const luma = ((y! - 16) * 255) / 219;
  const [b, r] = [cb!, cr!].map((level) => ((level - 128) * 255) / 112) as [number, number];
  const green = 1 - red - blue;
  const exact = [
    luma + r * (1 - red),
    luma - (b * (1 - blue) * blue + r * (1 - red) * red) / green,
    luma + b * (1 - blue),
  ];
  return exact.map((level) => Math.max(0, Math.min(255, level)));
}

/** Every combination of levels comes up sooner or later: steps without a common factor with 256. */
function someLevels(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, at) => (at * 2_654_435_761) >>> 21);
}

test("each pixel has the colour of its planes and the padding stays, whatever the picture's size", () => {
  for (const matrix of ["bt601", "bt709"] as const) {
    for (const [widthPx, heightPx] of [
      [64, 48],
      [63, 47],
      [32, 6],
      [17, 48],
      [7, 3],
      [1, 1],
    ] as const) {
      const fit = {
        offsetXPx: (64 - widthPx) >> 1,
        offsetYPx: (48 - heightPx) >> 1,
        widthPx,
        heightPx,
      };
      const planes = someLevels(planarBytes(fit));
      const pixels = ModelPixels.load({ input, fit, matrix }).read(planes);
      const across = Math.ceil(widthPx / 2);
      for (let at = 0; at < pixels.length; at += 3) {
        const x = ((at / 3) % 64) - fit.offsetXPx;
        const y = Math.floor(at / 192) - fit.offsetYPx;
        const isInside = x >= 0 && x < widthPx && y >= 0 && y < heightPx;
        const colourAt = widthPx * heightPx + (y >> 1) * across + (x >> 1);
        const coded = [y * widthPx + x, colourAt, colourAt + across * Math.ceil(heightPx / 2)];
        const expected = isInside
          ? exactly(
              matrix,
              coded.map((place) => planes[place]!),
            )
          : [114, 114, 114];
        for (const [channel, level] of expected.entries()) {
          const found = pixels[at + channel]!;
          assert.ok(
            Math.abs(found - level) < 0.6,
            `${widthPx}x${heightPx} at ${x},${y}: ${found}, ${level}`,
          );
        }
      }
    }
  }
});

test("a net that asks for blue first gets it first", () => {
  const fit = { offsetXPx: 0, offsetYPx: 0, widthPx: 64, heightPx: 48 };
  const planes = someLevels(planarBytes(fit));
  const rgb = ModelPixels.load({ input, fit, matrix: "bt601" }).read(planes);
  const bgr = ModelPixels.load({ input: { ...input, colour: "bgr" }, fit, matrix: "bt601" }).read(
    planes,
  );
  assert.deepEqual(
    bgr,
    rgb.map((_, at) => rgb[at + 2 - 2 * (at % 3)]!),
  );
});

test("the WebAssembly that runs is the one of its source", async () => {
  const path = "src/adapters/vision/child/decoding/yuv-to-rgb";
  const built = Buffer.from(await assemble(`${path}.wat`));
  assert.ok(built.equals(readFileSync(`${path}.wasm`)), "run scripts/node scripts/wasm.ts");
});
