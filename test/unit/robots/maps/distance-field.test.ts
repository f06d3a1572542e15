import assert from "node:assert/strict";
import { test } from "node:test";
import { DistanceField } from "../../../../src/robots/maps/distance-field.ts";
import { Occupancy } from "../../../../src/robots/maps/occupancy.ts";

test("a way around a wall is longer than the straight line, and lengths end on every resolution", () => {
  for (const resolutionM of [0.05, 0.1, 0.3, 0.07]) {
    const origin = { xM: 0, yM: 0, yawRad: 0 };
    const shape = { widthCells: 120, heightCells: 100, resolutionM, origin };
    const cells = new Uint8Array(120 * 100);
    // A wall from the bottom up to four fifths of the height.
    for (let row = 20; row < 100; row += 1) cells[row * 120 + 60] = 100;
    const at = (column: number, row: number): [number, number] => [
      column * resolutionM,
      row * resolutionM,
    ];
    const field = new DistanceField(shape, new Occupancy(shape, cells), at(20.5, 10.5));
    const near = field.lengthFrom(at(50.5, 10.5))! / resolutionM;
    const behind = field.lengthFrom(at(100.5, 10.5))! / resolutionM;
    assert.ok(near > 27 && near < 32, `${near}`);
    assert.ok(behind > 140 && behind < 200, `${behind}`);
    assert.equal(field.lengthFrom(at(500, 10)), undefined);
  }
});
