import assert from "node:assert/strict";
import { test } from "node:test";
import { detrHead } from "../../../../../src/adapters/inference/onnx/heads/detr.ts";
import type { Outputs } from "../../../../../src/adapters/inference/onnx/heads/head.ts";
import { nanodetHead } from "../../../../../src/adapters/inference/onnx/heads/nanodet.ts";
import { picodetHead } from "../../../../../src/adapters/inference/onnx/heads/picodet.ts";
import { yoloxHead } from "../../../../../src/adapters/inference/onnx/heads/yolox.ts";
import type { Candidate } from "../../../../../src/adapters/inference/onnx/heads/nms.ts";

/** A net for 64 × 64 pictures of two classes; one level of stride 32, thus 2 × 2 cells. */
const context = { inputWidthPx: 64, inputHeightPx: 64, classes: 2 };
const strides = [32];

function outputs(...tensors: [name: string, dims: number[], data: number[]][]): Outputs {
  return new Map(
    tensors.map(([name, dims, data]) => [name, { dims, data: Float32Array.from(data) }]),
  );
}

function rounded(candidates: Candidate[]): Candidate[] {
  return candidates.map((one) => ({
    ...one,
    x1: Math.round(one.x1 * 100) / 100 + 0,
    y1: Math.round(one.y1 * 100) / 100 + 0,
    x2: Math.round(one.x2 * 100) / 100 + 0,
    y2: Math.round(one.y2 * 100) / 100 + 0,
    score: Math.round(one.score * 1000) / 1000,
  }));
}

test("YOLOX boxes count from their cell, with exponential sizes", () => {
  const empty = [0, 0, 0, 0, 0, 0, 0];
  const cell = [0.5, 0.25, Math.log(0.5), Math.log(0.25), 0.8, 0.1, 0.9];
  const data = [...empty, ...empty, ...empty, ...cell];
  const read = yoloxHead({ strides }, context);
  assert.deepEqual(rounded(read(outputs(["out", [4, 7], data]), 0.3)), [
    { x1: 40, y1: 36, x2: 56, y2: 44, score: 0.72, classIndex: 1 },
  ]);
  assert.deepEqual(read(outputs(["out", [4, 7], data]), 0.73), []);
});

/** Eight bins per side with all weight on one of them. */
function sides(left: number, top: number, right: number, bottom: number): number[] {
  return [left, top, right, bottom].flatMap((distance) =>
    Array.from({ length: 8 }, (_, bin) => (bin === distance ? 50 : 0)),
  );
}

test("NanoDet-Plus scores may be probabilities already", () => {
  const cells = [0.1, 0.6, 0.2, 0.1].map((score) => [0, score, ...sides(1, 1, 1, 1)]);
  const read = nanodetHead({ strides, scores: "probabilities" }, context);
  const found = read(outputs(["out", [4, 34], cells.flat()]), 0.5);
  assert.deepEqual(
    rounded(found).map(({ score, classIndex }) => [score, classIndex]),
    [[0.6, 1]],
  );
});

test("NanoDet-Plus boxes are read alike from either layout", () => {
  const cells = [
    [-9, -9, ...sides(0, 0, 0, 0)],
    [-9, 2, ...sides(1, 0, 1, 2)],
    [-9, -9, ...sides(0, 0, 0, 0)],
    [-9, -9, ...sides(0, 0, 0, 0)],
  ];
  const rows = cells.flat();
  const columns = cells[0]!.flatMap((_, channel) => cells.map((cell) => cell[channel]!));
  const read = nanodetHead({ strides }, context);
  const expected = [{ x1: 0, y1: 0, x2: 64, y2: 64, score: 0.881, classIndex: 1 }];
  assert.deepEqual(rounded(read(outputs(["out", [4, 34], rows]), 0.5)), expected);
  assert.deepEqual(rounded(read(outputs(["out", [34, 4], columns]), 0.5)), expected);
});

test("PicoDet boxes start half a cell in", () => {
  const scores = [0, 0, 0, 0, 0.6, 0.1, 0, 0];
  const distances = [
    ...sides(0, 0, 0, 0),
    ...sides(0, 0, 0, 0),
    ...sides(0, 1, 1, 0),
    ...sides(0, 0, 0, 0),
  ];
  const read = picodetHead({ strides }, context);
  const found = read(outputs(["s", [4, 2], scores], ["d", [4, 32], distances]), 0.5);
  assert.deepEqual(rounded(found), [{ x1: 16, y1: 16, x2: 48, y2: 48, score: 0.6, classIndex: 0 }]);
});

test("DETR boxes are centres and sizes of the whole input; no object is no box", () => {
  const boxes = [0.5, 0.5, 0.25, 0.5, 0.1, 0.1, 0.1, 0.1];
  const expected = { x1: 24, y1: 16, x2: 40, y2: 48, classIndex: 1 };
  const sigmoid = detrHead({ boxes: "b", logits: "l", activation: "sigmoid" }, context);
  assert.deepEqual(
    rounded(sigmoid(outputs(["b", [2, 4], boxes], ["l", [2, 2], [-5, 2, -5, -5]]), 0.5)),
    [{ ...expected, score: 0.881 }],
  );
  const softmax = detrHead({ boxes: "b", logits: "l", activation: "softmax" }, context);
  const logits = [0, 3, 1, 0, 3, 6];
  assert.deepEqual(rounded(softmax(outputs(["b", [2, 4], boxes], ["l", [2, 3], logits]), 0.5)), [
    { ...expected, score: 0.844 },
  ]);
});

test("outputs of another shape are refused by what was found and what was expected", () => {
  const wrong = outputs(["out", [3, 5], Array.from({ length: 15 }, () => 0)]);
  const heads = [
    yoloxHead({ strides }, context),
    nanodetHead({ strides }, context),
    picodetHead({ strides }, context),
    detrHead({ boxes: "out", logits: "out", activation: "sigmoid" }, context),
    detrHead({ boxes: "absent", logits: "out", activation: "sigmoid" }, context),
  ];
  for (const read of heads) {
    assert.throws(() => read(wrong, 0.5), { code: "model_unavailable" });
  }
});
