import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cellsOf } from "../../../../src/robots/maps/grid-cells.ts";
import { type GridReading, readGridFile } from "../../../../src/robots/maps/grid-file.ts";
import { unknownCell } from "../../../../src/robots/maps/map-terms.ts";
import { isPgm, readPgm } from "../../../../src/robots/maps/pgm.ts";
import { GatehouseError } from "../../../../src/base/core/errors.ts";
import { mapYaml, pgm } from "../../../support/robots/map-files.ts";

const all = () => undefined;
const reading = (more: Partial<GridReading> = {}): GridReading => ({
  mode: "trinary",
  isNegated: false,
  freeBelow: 0.25,
  occupiedAbove: 0.65,
  ...more,
});
const grey = (samples: number[], most = 255) =>
  ({
    widthPx: samples.length,
    heightPx: 1,
    channels: 1,
    hasOpacity: false,
    most,
    samples,
  }) as const;

test("a map_server file is read with its mode, its thresholds and its turned origin", () => {
  const text = mapYaml({ mode: "scale", origin: "[-1.5, 2, 0.7853981]", negate: "true" });
  assert.deepEqual(readGridFile(text, "yaml"), {
    image: "hall.pgm",
    resolutionM: 0.05,
    origin: { xM: -1.5, yM: 2, yawRad: 0.785_398_1 },
    reading: { mode: "scale", isNegated: true, freeBelow: 0.25, occupiedAbove: 0.65 },
  });
  const old = mapYaml().replace(/mode.*\n/, "");
  assert.equal(readGridFile(old, "yaml").reading.mode, "trinary", "older files name no mode");
});

for (const [field, value, said] of [
  ["resolution", ".nan", /^yaml\.resolution: is NaN\./],
  ["resolution", "0", /^yaml\.resolution: is 0 m\./],
  ["resolution", "fine", /^yaml\.resolution: is "fine"\./],
  ["origin", "[0, 0]", /^yaml\.origin: does not have three values\./],
  ["origin", "[0, .inf, 0]", /^yaml\.origin\[1\]: is Infinity\./],
  ["free_thresh", "0.7", /^yaml\.free_thresh: 0\.7 and occupied_thresh 0\.65 /],
  ["occupied_thresh", "1.5", /^yaml\.free_thresh: 0\.25 and occupied_thresh 1\.5 /],
  ["negate", "2", /^yaml\.negate: is 2\./],
  ["mode", "binary", /^yaml\.mode: is "binary"\./],
  ["image", "''", /^yaml\.image: names no picture\./],
] as const) {
  test(`${field}: ${value} is refused by the name of its field`, () => {
    const read = () => readGridFile(mapYaml({ [field]: value }), "yaml");
    assert.throws(read, (error: GatehouseError) => {
      assert.equal(error.code, "invalid_request_body");
      assert.match(error.message, said);
      return true;
    });
  });
}

test("any text is read, or refused as a field of the request", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 300 }), fc.json()), (text) => {
      try {
        readGridFile(text, "yaml");
      } catch (error) {
        assert.equal(GatehouseError.find(error)?.code, "invalid_request_body", text);
      }
    }),
    { numRuns: 2000 },
  );
});

test("pixels become cells by the rules of nav2_map_server in each mode", () => {
  const shades = [0, 50, 128, 205, 254, 255];
  const cells = (how: Partial<GridReading>) => [...cellsOf(grey(shades), reading(how))];
  const unknown = unknownCell;
  assert.deepEqual(cells({}), [100, 100, unknown, 0, 0, 0]);
  assert.deepEqual(cells({ freeBelow: 0.196 }), [100, 100, unknown, unknown, 0, 0]);
  assert.deepEqual(cells({ isNegated: true }), [0, 0, unknown, 100, 100, 100]);
  assert.deepEqual(cells({ mode: "scale" }), [100, 100, 62, 0, 0, 0]);
  assert.deepEqual(cells({ mode: "raw" }), [0, 50, unknown, unknown, unknown, unknown]);
  assert.deepEqual(
    [...cellsOf(grey([0, 32_768, 65_535], 65_535), reading())],
    [100, unknown, 0],
    "16 bits",
  );
});

test("opacity counts as nav2_map_server counts it: averaged in trinary, unknown in scale", () => {
  const pixels = {
    widthPx: 2,
    heightPx: 1,
    channels: 4,
    hasOpacity: true,
    most: 255,
    samples: [0, 0, 0, 255, 255, 255, 255, 0],
  } as const;
  assert.deepEqual([...cellsOf(pixels, reading())], [100, unknownCell]);
  assert.deepEqual([...cellsOf(pixels, reading({ mode: "scale" }))], [100, unknownCell]);
});

test("a PGM is read with comments, in text, and with 16 bits", () => {
  assert.deepEqual([...readPgm(pgm(2, 2, [1, 2, 3, 4]), all).samples], [1, 2, 3, 4]);
  assert.deepEqual([...readPgm(pgm(2, 1, [1, 60_000], 65_535), all).samples], [1, 60_000]);
  const text = Buffer.from("P2 # made by hand\n2 2\n9\n1 2\n 3 9\n");
  const { widthPx, heightPx, most, samples } = readPgm(text, all);
  assert.deepEqual([widthPx, heightPx, most, [...samples]], [2, 2, 9, [1, 2, 3, 9]]);
});

test("a PGM whose header and samples do not agree is refused with both counts", () => {
  const refused = (bytes: Buffer, said: RegExp) =>
    assert.throws(() => readPgm(bytes, all), { code: "input_unreadable", message: said });
  refused(pgm(3, 2, [1, 2, 3, 4]), /it has 4 bytes of samples; its header says 6/);
  refused(pgm(1, 2, [1, 2, 3, 4]), /it has 4 bytes of samples; its header says 2/);
  refused(Buffer.from("P2\n2 2\n9\n1 2 3\n"), /it has 3 samples; its header says 4/);
  refused(Buffer.from("P2\n1 1\n9\n10\n"), /a sample is above its maximum grey value 9/);
  refused(Buffer.from("P5\n2\n"), /its header has fewer than three numbers/);
  refused(pgm(1, 1, [0], 70_000), /its maximum grey value is 70000/);
});

test("any bytes after a PGM's mark are read or refused as unreadable", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom("P2", "P5"), (bytes, mark) => {
      const file = Buffer.concat([Buffer.from(mark), bytes]);
      assert.ok(isPgm(file));
      const check = (widthPx: number, heightPx: number): void => {
        if (widthPx * heightPx > 1e6 || widthPx === 0 || heightPx === 0)
          throw new GatehouseError("input_unreadable", "too large", {});
      };
      try {
        readPgm(file, check);
      } catch (error) {
        assert.equal(GatehouseError.find(error)?.code, "input_unreadable");
      }
    }),
    { numRuns: 3000 },
  );
});
