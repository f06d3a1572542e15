import assert from "node:assert/strict";
import { test } from "node:test";
import { Fmp4Parser } from "../../../../src/adapters/ffmpeg/fmp4-parser.ts";
import { fitPicture } from "../../../../src/adapters/inference/onnx/fit.ts";
import type { ColourMatrix } from "../../../../src/cameras/source.ts";
import { decoderArgs } from "../../../../src/adapters/vision/child/decoding/decoder-args.ts";
import { ModelPixels } from "../../../../src/adapters/vision/child/decoding/model-pixels.ts";
import { NutDemuxer } from "../../../../src/adapters/vision/child/decoding/nut-demuxer.ts";
import { makeClip, runFfmpeg } from "../../../support/cameras/video-fragments.ts";

const input = {
  name: "images",
  width: 160,
  height: 96,
  layout: "nhwc",
  dtype: "uint8",
  colour: "rgb",
  fit: "letterbox-topleft",
  pad: 114,
} as const;
const fit = fitPicture(input, 320, 180);
/** Mean difference to ffmpeg's own RGB that chroma of half the height makes at this picture's hard edges. */
const NEAR_LEVELS = 4;

/** A film of one second, coded as told, with its header and what the ingest reads in that. */
async function film(coding: string): Promise<{ bytes: Buffer; said: ColourMatrix | undefined }> {
  const clip = await makeClip({ seconds: 1, fps: 5, output: coding.split(" ").filter(Boolean) });
  const bytes = Buffer.concat([clip.init.bytes, ...clip.fragments.map((one) => one.bytes)]);
  const [init] = new Fmp4Parser().push(bytes);
  assert.ok(init?.type === "init");
  return { bytes, said: init.colourMatrix };
}

/** The last frame as the decoder makes it for a net. */
async function decoded(bytes: Buffer, matrix: ColourMatrix, readAs = matrix): Promise<Uint8Array> {
  const choice = { fpsCap: null, afterPtsSec: null, masks: [] };
  const nut = await runFfmpeg(decoderArgs({ kind: "model", input, fit, matrix }, choice), bytes);
  let last: Buffer | undefined;
  const onFrame = (frame: Buffer): void => void (last = frame);
  new NutDemuxer({ allocate: (size) => Buffer.alloc(size), onFrame }).push(nut);
  return ModelPixels.load({ input, fit, matrix: readAs }).read(last!);
}

/** The same frame as ffmpeg turns it into RGB by itself. */
async function byFfmpeg(bytes: Buffer): Promise<Uint8Array> {
  const scale = `scale=${fit.widthPx}:${fit.heightPx}:flags=bilinear,format=rgb24`;
  const filter = `${scale},pad=${input.width}:${input.height}:0:0:color=0x727272`;
  const args = ["-i", "pipe:0", "-vf", filter, "-f", "rawvideo", "-"];
  return (await runFfmpeg(args, bytes)).subarray(-input.width * input.height * 3);
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((sum, level, at) => sum + Math.abs(level - b[at]!), 0) / a.length;
}

test("a net gets the colours that the video says it has, in whichever way they are coded", async () => {
  const hd =
    "-vf scale=out_color_matrix=bt709 -colorspace bt709 -color_primaries bt709 -color_trc bt709";
  for (const { coding, says } of [
    { coding: "", says: undefined },
    { coding: hd, says: "bt709" },
    {
      coding: "-colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m",
      says: "bt601",
    },
    // Full range, and a matrix that the header does not tell.
    { coding: "-vf scale=out_range=full -color_range pc", says: undefined },
    { coding: "-vf scale=out_color_matrix=bt709 -colorspace bt709", says: undefined },
  ] as const) {
    const { bytes, said } = await film(coding);
    assert.equal(said, says, coding);
    const expected = await byFfmpeg(bytes);
    for (const matrix of ["bt601", "bt709"] as const) {
      const difference = meanDifference(await decoded(bytes, matrix), expected);
      assert.ok(
        difference < NEAR_LEVELS,
        `${coding}, handed on as ${matrix}: ${difference} levels`,
      );
    }
  }
  const { bytes } = await film("");
  const misread = meanDifference(await decoded(bytes, "bt601", "bt709"), await byFfmpeg(bytes));
  assert.ok(misread > 1.5 * NEAR_LEVELS, `the check sees a wrong matrix: ${misread} levels`);
});
