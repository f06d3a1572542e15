import assert from "node:assert/strict";
import { test } from "node:test";
import { boxToNorm, fitPicture } from "../../../../../src/adapters/inference/onnx/fit.ts";
import {
  groupOfClass,
  iou,
  suppress,
} from "../../../../../src/adapters/inference/onnx/heads/nms.ts";
import { TensorWriter } from "../../../../../src/adapters/inference/onnx/tensor.ts";
import type { ModelInput } from "../../../../../src/perception/models/model-manifest.ts";
import { fc } from "../../../../support/box/properties.ts";

const square = { width: 416, height: 416 };

test("a box drawn on the picture comes back from the model's input where it was", () => {
  const sides = fc.integer({ min: 16, max: 8000 });
  const fits = fc.constantFrom("letterbox-topleft", "letterbox-centre", "stretch");
  fc.assert(
    fc.property(sides, sides, fits, (widthPx, heightPx, rule) => {
      fc.pre(widthPx / heightPx < 100 && heightPx / widthPx < 100);
      const fit = fitPicture({ ...square, fit: rule }, widthPx, heightPx);
      assert.ok(fit.widthPx >= 1 && fit.offsetXPx + fit.widthPx <= 416);
      assert.ok(fit.heightPx >= 1 && fit.offsetYPx + fit.heightPx <= 416);
      const box = boxToNorm(
        {
          x1: fit.offsetXPx + 0.25 * fit.widthPx,
          y1: fit.offsetYPx + 0.5 * fit.heightPx,
          x2: fit.offsetXPx + 0.75 * fit.widthPx,
          y2: fit.offsetYPx + 2 * fit.heightPx,
        },
        fit,
      );
      const expected = [0.25, 0.5, 0.75, 1];
      assert.ok(box?.every((side, index) => Math.abs(side - expected[index]!) < 1e-9));
    }),
  );
});

test("boxes outside of the picture, or not of numbers, are no boxes", () => {
  const fit = fitPicture({ ...square, fit: "letterbox-topleft" }, 1280, 720);
  assert.equal(boxToNorm({ x1: 0, y1: 300, x2: 50, y2: 400 }, fit), undefined);
  assert.equal(boxToNorm({ x1: Number.NaN, y1: 0, x2: 50, y2: 40 }, fit), undefined);
});

const labels = ["person", "car", "truck"];
const box = { x1: 0, y1: 0, x2: 10, y2: 10 };

test("a vehicle is a car or a truck, a person before it stays", () => {
  const kept = suppress(
    [
      { ...box, score: 0.5, classIndex: 2 },
      { ...box, score: 0.9, classIndex: 1 },
      { ...box, score: 0.4, classIndex: 0 },
    ],
    groupOfClass(labels),
    0.6,
  );
  assert.deepEqual(
    kept.map((one) => one.classIndex),
    [1, 0],
  );
});

test("a box that lies almost whole in a better one of its class is the same thing", () => {
  const body = { x1: 0, y1: 0, x2: 10, y2: 30, score: 0.9, classIndex: 0 };
  const torso = { x1: 1, y1: 5, x2: 11, y2: 15, score: 0.6, classIndex: 0 };
  const groups = groupOfClass(labels);
  assert.deepEqual(suppress([torso, body], groups, 0.6), [body]);
  assert.equal(suppress([body, { ...torso, x1: 3, x2: 13 }], groups, 0.6).length, 2, "70 % inside");
  assert.equal(
    suppress([body, { ...torso, classIndex: 1 }], groups, 0.6).length,
    2,
    "another class",
  );
});

test("a box that has almost the whole of a better one of its class in it is not one more thing", () => {
  const groups = groupOfClass(labels);
  const near = { x1: 0, y1: 10, x2: 10, y2: 20, score: 0.8, classIndex: 1 };
  const far = { x1: 9, y1: 2, x2: 15, y2: 8, score: 0.6, classIndex: 1 };
  const around = { x1: 0, y1: 2, x2: 15, y2: 20, score: 0.7, classIndex: 1 };
  assert.deepEqual(suppress([around, far, near], groups, 0.6), [near, far]);
  assert.equal(
    suppress([near, { ...around, x1: 3 }], groups, 0.6).length,
    2,
    "70 % of the better one inside",
  );
  assert.equal(
    suppress([near, { ...around, classIndex: 2 }], groups, 0.6).length,
    2,
    "another class",
  );
});

test("a car in front of a truck stays", () => {
  const truck = { x1: 0, y1: 0, x2: 60, y2: 40, score: 0.9, classIndex: 2 };
  const car = { x1: 10, y1: 20, x2: 30, y2: 38, score: 0.6, classIndex: 1 };
  assert.equal(suppress([truck, car], groupOfClass(labels), 0.6).length, 2);
});

test("suppression looks at the best 300 and keeps at most 100", () => {
  const many = Array.from({ length: 5000 }, (_, index) => ({
    x1: index * 20,
    y1: 0,
    x2: index * 20 + 10,
    y2: 10,
    score: 1 - index / 5000,
    classIndex: 0,
  }));
  const kept = suppress(many.toReversed(), groupOfClass(labels), 0.6);
  assert.equal(kept.length, 100);
  assert.equal(kept[0]!.score, 1);
});

test("overlap is intersection over union", () => {
  assert.equal(iou(box, box), 1);
  assert.equal(iou(box, { x1: 5, y1: 0, x2: 15, y2: 10 }), 1 / 3);
  assert.equal(iou(box, { x1: 10, y1: 0, x2: 20, y2: 10 }), 0);
});

const input: ModelInput = {
  ...square,
  name: "x",
  width: 96,
  height: 32,
  layout: "nchw",
  dtype: "float32",
  colour: "rgb",
  fit: "stretch",
};

test("pixels become planes with scale, mean and deviation of their channel", () => {
  const frame = new Uint8Array(96 * 32 * 3).map((_, at) => (at % 3) * 100);
  const writer = new TensorWriter({ ...input, scale: 0.5, mean: [1, 2, 3], std: [1, 2, 4] });
  const data = writer.write([frame, frame]);
  const plane = 96 * 32;
  assert.deepEqual(writer.dims(2), [2, 3, 32, 96]);
  assert.deepEqual([data[0], data[plane], data[2 * plane], data[3 * plane]], [-1, 24, 24.25, -1]);
  assert.equal(data[plane - 1], -1);
});

test("a single frame of bytes goes in without a copy", () => {
  const frame = new Uint8Array(96 * 32 * 3 + 500);
  const data = new TensorWriter({ ...input, layout: "nhwc", dtype: "uint8" }).write([frame]);
  assert.equal(data.buffer, frame.buffer);
  assert.equal(data.length, 96 * 32 * 3);
});
