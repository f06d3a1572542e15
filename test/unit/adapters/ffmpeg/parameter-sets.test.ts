import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ParameterSetWatch } from "../../../../src/adapters/ffmpeg/parameter-sets.ts";
import { fc } from "../../../support/box/properties.ts";

function sample(...units: readonly number[][]): Buffer {
  return Buffer.concat(units.map((unit) => Buffer.from([0, 0, 0, unit.length, ...unit])));
}

suite("parameter sets inside frames", () => {
  test("an H.264 stream changes when its SPS does, and not before", () => {
    const watch = new ParameterSetWatch({ codec: "h264", nalLengthBytes: 4 });
    assert.equal(watch.hasChanged(sample([0x67, 1, 2], [0x68, 9], [0x65, 3])), false);
    assert.equal(watch.hasChanged(sample([0x41, 5])), false);
    assert.equal(watch.hasChanged(sample([0x67, 1, 2], [0x65, 3])), false);
    assert.equal(watch.hasChanged(sample([0x67, 1, 3], [0x65, 3])), true);
    assert.equal(watch.hasChanged(sample([0x67, 1, 3], [0x65, 3])), false);
  });

  test("an H.265 stream changes with its VPS or SPS", () => {
    const watch = new ParameterSetWatch({ codec: "hevc", nalLengthBytes: 4 });
    assert.equal(watch.hasChanged(sample([0x40, 1, 1], [0x42, 1, 2], [0x26, 1])), false);
    assert.equal(watch.hasChanged(sample([0x40, 1, 1], [0x42, 1, 9], [0x26, 1])), true);
  });

  test("whatever the bytes are, it neither throws nor reads beyond them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.constantFrom(1, 2, 3, 4), (bytes, size) => {
        new ParameterSetWatch({ codec: "h264", nalLengthBytes: size }).hasChanged(
          Buffer.from(bytes),
        );
      }),
    );
  });
});
