import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as ort from "onnxruntime-node";
import { TensorWriter } from "../../../../../src/adapters/inference/onnx/tensor.ts";
import { onnxEditor } from "../../../../../src/adapters/inference/onnx-graph/onnx-editor.ts";
import type { ModelInput } from "../../../../../src/perception/models/model-manifest.ts";
import { constantNet } from "../../../../support/inference/onnx-bytes.ts";
import {
  installSharedModel,
  noSharedModels,
  sharedDir,
  sharedModelNames,
} from "../../../../support/inference/shared-models.ts";
import { tempDir } from "../../../../support/box/temp-dir.ts";

/** The fields of a message as number and encoded bytes, in the order of the file. */
function wireFields(bytes: Buffer): { number: number; wire: Buffer }[] {
  const found: { number: number; wire: Buffer }[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const tag = varint();
    if (tag % 8 === 0) varint();
    else if (tag % 8 === 1) at += 8;
    else if (tag % 8 === 5) at += 4;
    else {
      assert.equal(tag % 8, 2);
      const length = varint();
      at += length;
    }
    found.push({ number: Math.floor(tag / 8), wire: bytes.subarray(start, at) });
  }
  return found;
}

/** Content of a length-delimited field. */
function contentOf(wire: Buffer): Buffer {
  let at = 0;
  while (wire[at++]! > 127);
  while (wire[at++]! > 127);
  return wire.subarray(at);
}

function graphFields(net: Uint8Array): { number: number; wire: Buffer }[] {
  const graph = wireFields(Buffer.from(net)).find(({ number }) => number === 7)!;
  return wireFields(contentOf(graph.wire));
}

/** Everything but the nodes in front and the changed input must be the same bytes in the same order. */
function assertRestIsSame(before: Uint8Array, after: Uint8Array, added: number): void {
  const NODE = 1;
  const INPUT = 11;
  const GRAPH = 7;
  const [old, baked] = [before, after].map((net) => wireFields(Buffer.from(net)));
  const bytesOf = (list: { number: number; wire: Buffer }[], number: number) =>
    list.filter((field) => field.number === number).map(({ wire }) => wire.toString("hex"));
  for (const number of new Set(old!.map((field) => field.number))) {
    if (number !== GRAPH) assert.deepEqual(bytesOf(baked!, number), bytesOf(old!, number));
  }
  const [oldGraph, bakedGraph] = [graphFields(before), graphFields(after)];
  for (const number of new Set(oldGraph.map((field) => field.number))) {
    if (number === INPUT) continue;
    const skip = number === NODE ? added : 0;
    const same = bytesOf(bakedGraph, number).slice(skip);
    // Compared as one text: a difference must not print megabytes.
    assert.ok(same.join() === bytesOf(oldGraph, number).join(), `graph field ${number} differs`);
  }
  assert.equal(bytesOf(bakedGraph, INPUT).length, bytesOf(oldGraph, INPUT).length);
}

function noise(length: number): Uint8Array {
  let state = 12345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

async function outputsOf(
  net: Uint8Array,
  input: ModelInput,
  pixels: Uint8Array,
): Promise<Float32Array[]> {
  const session = await ort.InferenceSession.create(Buffer.from(net), {
    intraOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const writer = new TensorWriter(input);
  const data = writer.write([pixels]);
  const tensor = new ort.Tensor(input.dtype, data as Float32Array, writer.dims(1));
  const results = await session.run({ [input.name]: tensor });
  const outputs = session.outputNames.map((name) => results[name]!.data as Float32Array);
  await session.release();
  return outputs;
}

for (const name of sharedModelNames) {
  test(
    `${name} sees the same with its pre-processing inside, and is otherwise unchanged`,
    {
      skip: noSharedModels,
    },
    async (t) => {
      const dir = await tempDir(t);
      const installed = installSharedModel(dir, name);
      const { input } = JSON.parse(readFileSync(join(dir, `${installed}.yaml`), "utf8")) as {
        input: ModelInput;
      };
      const net = readFileSync(join(sharedDir, `models/${name}.onnx`));
      const baked = onnxEditor.bake(net, input)!;
      assert.deepEqual(
        { ...baked.input, name: "" },
        {
          name: "",
          width: input.width,
          height: input.height,
          layout: "nhwc",
          dtype: "uint8",
          colour: input.colour,
          fit: input.fit,
          ...(input.pad === undefined ? {} : { pad: input.pad }),
        },
      );
      const pixels = noise(input.width * input.height * 3);
      const expected = await outputsOf(net, input, pixels);
      const found = await outputsOf(baked.bytes, baked.input, pixels);
      let difference = 0;
      let largest = 0;
      for (const [index, output] of expected.entries()) {
        for (const [at, value] of output.entries()) {
          difference = Math.max(difference, Math.abs(value - found[index]![at]!));
          largest = Math.max(largest, Math.abs(value));
        }
      }
      t.diagnostic(`greatest difference ${difference.toExponential(1)} of ${largest.toFixed(1)}`);
      assert.ok(difference <= 1e-4 * largest, `differs by ${difference} of ${largest}`);
      const added = graphFields(baked.bytes).length - graphFields(net).length;
      assertRestIsSame(net, baked.bytes, added);
    },
  );
}

const size = { width: 128, height: 96 };
const bytesInput: ModelInput = {
  name: "images",
  ...size,
  layout: "nhwc",
  dtype: "uint8",
  colour: "rgb",
  fit: "stretch",
};
const output = { name: "boxes", dims: [1, 2], values: [1, 2] };

test("a net that takes the decoder's bytes already is left alone", () => {
  assert.equal(onnxEditor.bake(constantNet(size, [output]), bytesInput), undefined);
});

test("fields that nobody here knows come through", () => {
  const unknown = Buffer.from([0xfa, 0x06, 3, 1, 2, 3]);
  const net = Buffer.concat([constantNet(size, [output]), unknown]);
  const { bytes } = onnxEditor.bake(net, { ...bytesInput, layout: "nchw" })!;
  assert.ok(Buffer.from(bytes).includes(unknown));
});

test("says what a net takes and gives", () => {
  assert.deepEqual(onnxEditor.facts(constantNet(size, [output])), {
    inputs: [{ name: "images", type: "uint8", dims: [1, 96, 128, 3] }],
    outputs: [{ name: "boxes", type: "float32", dims: [1, 2] }],
  });
});

test("a net cut short anywhere, or no net at all, is refused", () => {
  const net = constantNet(size, [output]);
  for (let end = 0; end < net.length; end += 7) {
    const cut = net.subarray(0, end);
    assert.throws(() => onnxEditor.facts(cut), { code: "model_refused" }, `${end} bytes`);
  }
  for (const text of ["<html>not found</html>", "version https://git-lfs.github.com/spec/v1\n"]) {
    assert.throws(() => onnxEditor.facts(Buffer.from(text)), { code: "model_refused" });
  }
});
