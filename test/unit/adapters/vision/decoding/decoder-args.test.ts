import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decoderArgs,
  type DecodedPicture,
} from "../../../../../src/adapters/vision/child/decoding/decoder-args.ts";
import { fitPicture } from "../../../../../src/adapters/inference/onnx/fit.ts";

const choice = { fpsCap: 5, afterPtsSec: null, masks: [] };
const input = { width: 416, height: 416, fit: "letterbox-topleft" } as const;
const model: DecodedPicture = {
  kind: "model",
  input: { ...input, name: "images", colour: "bgr", layout: "nchw", dtype: "float32" } as never,
  fit: fitPicture(input as never, 1280, 720),
  matrix: "bt601",
};

function skipsLoopFilter(picture: DecodedPicture, hardware: readonly string[] = []): boolean {
  const args = decoderArgs(picture, choice, hardware);
  const at = args.indexOf("-skip_loop_filter");
  return at >= 0 && args[at + 1] === "all" && at < args.indexOf("-i");
}

test("only pictures that nobody but a model sees are decoded without the loop filter", () => {
  assert.ok(skipsLoopFilter(model));
  assert.ok(!skipsLoopFilter({ kind: "view", widthPx: 640, heightPx: 360 }));
  assert.ok(!skipsLoopFilter({ kind: "grid", grid: { columns: 96, rows: 54 } }));
});

test("decoders in hardware get no options that are for software", () => {
  assert.ok(!skipsLoopFilter(model, ["-hwaccel", "vaapi"]));
});
