import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fitOf,
  type MarkDraft,
  type Point,
} from "../../../console/source/views/camera/calibration-points.ts";

function mark(image: Point, map: Point): MarkDraft {
  return { image, map };
}

/** A ground seen at an angle: rows farther away are higher and narrower. */
const square = [
  mark([0.1, 0.9], [0, 0]),
  mark([0.9, 0.9], [8, 0]),
  mark([0.7, 0.4], [8, 12]),
  mark([0.3, 0.4], [0, 12]),
];

test("four marks give a ground without a figure for its error; a fifth gives the error in metres", () => {
  const four = fitOf(square);
  assert.equal(four.errorsM?.length, 4);
  assert.equal(four.rmsM, undefined);
  const five = fitOf([...square, mark([0.5, 0.9], [4.6, 0])]);
  assert.equal(five.errorsM?.length, 5);
  assert.ok(five.rmsM! > 0.05 && five.rmsM! < 0.6, `${five.rmsM}`);
});

test("a mark without a place on the map does not count", () => {
  const fit = fitOf([{ image: [0.5, 0.5], map: undefined }, ...square]);
  assert.deepEqual(fit.indexes, [1, 2, 3, 4]);
  assert.ok(fit.errorsM);
});

test("three marks on a line are named, in the picture or on the map", () => {
  const [a, b, c] = square as [MarkDraft, MarkDraft, MarkDraft];
  const inPicture = fitOf([a, b, c, mark([0.5, 0.9], [4, 0])]);
  assert.equal(inPicture.errorsM, undefined);
  assert.deepEqual(inPicture.line, [0, 1, 3]);
  const onMap = fitOf([a, b, mark([0.3, 0.5], [16, 0]), c]);
  assert.deepEqual(onMap.line, [0, 1, 2]);
});
