import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ModelHead, ModelInput } from "../../../../src/perception/models/model-manifest.ts";
import { readCatalogue } from "../../../../src/perception/models/catalogue.ts";
import { checkSignature } from "../../../../src/perception/models/install/check-signature.ts";
import type { ModelSignature } from "../../../../src/perception/models/model-editor.ts";

const modelsDir = join(import.meta.dirname, "../../../../models");

test("every entry of the catalogue is well formed, permissive, has a sha256, and is named like its file", async () => {
  const { entries, broken } = await readCatalogue(modelsDir);
  assert.deepEqual(broken, []);
  const files = readdirSync(join(modelsDir, "catalogue")).toSorted();
  assert.deepEqual(
    entries.map(({ name }) => `${name}.yaml`),
    files,
  );
  for (const { licence, labels, download, input } of entries) {
    assert.match(licence, /^(Apache-2\.0|MIT|BSD-3-Clause)$/);
    assert.ok(labels.includes("person") && labels.includes("motorcycle"), "COCO names of today");
    assert.match(download.url, /^https:/);
    assert.match(download.sha256 ?? "", /^[0-9a-f]{64}$/);
    // Sums of mean and scale that belong to another range would blind the net.
    const [mean = 0] = input.mean ?? [];
    assert.ok((input.scale ?? 1) === 1 || mean < 2);
  }
});

test("a folder without a catalogue has an empty one", async () => {
  assert.deepEqual(await readCatalogue("/no/such/folder"), { entries: [], broken: [] });
});

const input: ModelInput = {
  name: "images",
  width: 128,
  height: 96,
  layout: "nchw",
  dtype: "float32",
  colour: "rgb",
  fit: "stretch",
};
const head: ModelHead = { type: "yolox", strides: [8] };
const facts: ModelSignature = {
  inputs: [{ name: "images", type: "float32", dims: [1, 3, 96, 128] }],
  outputs: [{ name: "output", type: "float32", dims: undefined }],
};

test("a net that fits its card passes, open sizes included", () => {
  checkSignature(facts, { input, head });
  const open = { ...facts.inputs[0]!, dims: [null, 3, null, null] };
  checkSignature({ ...facts, inputs: [open] }, { input, head });
});

const misfits: readonly [
  what: string,
  why: RegExp,
  facts: Partial<ModelSignature>,
  head?: Partial<ModelHead>,
][] = [
  ["two inputs", /2 inputs \(images, sizes\)/, { inputs: [...facts.inputs, sizes()] }],
  ["no input", /0 inputs/, { inputs: [] }],
  ["another name", /input is data, not images. Correct `input.name`/, change({ name: "data" })],
  ["another type", /takes uint8, not float32/, change({ type: "uint8" })],
  ["another size", /1 × 3 × 64 × 64, not 1 × 3 × 96 × 128/, change({ dims: [1, 3, 64, 64] })],
  ["rows first", /not 1 × 3 × 96 × 128/, change({ dims: [1, 96, 128, 3] })],
  ["no such output", /no output boxes; it has output/, {}, { output: "boxes" }],
];

function sizes() {
  return { name: "sizes", type: "other", dims: [1, 2] } as const;
}

function change(what: object): Partial<ModelSignature> {
  return { inputs: [{ ...facts.inputs[0]!, ...what }] };
}

for (const [what, why, changed, changedHead] of misfits) {
  test(`a net with ${what} is refused, saying what to correct`, () => {
    const card = { input, head: { ...head, ...changedHead } as ModelHead };
    assert.throws(() => checkSignature({ ...facts, ...changed }, card), {
      code: "model_refused",
      message: why,
    });
  });
}
