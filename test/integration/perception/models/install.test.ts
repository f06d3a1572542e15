import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import sharp from "sharp";
import { ModelTrial } from "../../../../src/adapters/model-trial/model-trial.ts";
import { onnxEditor } from "../../../../src/adapters/inference/onnx-graph/onnx-editor.ts";
import { readCandidates } from "../../../../src/perception/models/install/candidates.ts";
import { systemClock } from "../../../../src/base/core/clock.ts";
import { checkModels } from "../../../../src/perception/models/check-models.ts";
import { sha256Of } from "../../../../src/perception/models/checksum.ts";
import {
  type InstallResult,
  installModel,
  type InstallParts,
} from "../../../../src/perception/models/install/install-model.ts";
import { knownModels, modelFolders } from "../../../../src/perception/models/model-folders.ts";
import { dogBoxes, dogOutputs, installDog } from "../../../support/inference/dog-model.ts";
import { noSharedModels, sharedDir } from "../../../support/inference/shared-models.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

/** A box with nothing on it, and a stick. */
async function makeBox(t: TestContext): Promise<InstallParts & { stick: string }> {
  const dir = await tempDir(t);
  const [stick, shipped] = [join(dir, "stick"), join(dir, "shipped")];
  mkdirSync(stick);
  mkdirSync(shipped);
  const folders = modelFolders(shipped, join(dir, "data"));
  return { folders, editor: onnxEditor, trials: new ModelTrial(systemClock), stick };
}

async function add(
  box: InstallParts & { stick: string },
  how: { replace: boolean } = { replace: false },
): Promise<InstallResult[]> {
  const installed: InstallResult[] = [];
  for (const candidate of await readCandidates(box.stick, {}, box.editor)) {
    installed.push(await installModel(box, candidate, how));
  }
  return installed;
}

/** Names and contents of what is installed. */
function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir).map((name) => [name, sha256Of(readFileSync(join(dir, name)))]);
  return Object.fromEntries(files) as Record<string, string>;
}

test("a folder of a stick is installed as it is when its net takes bytes", async (t) => {
  const box = await makeBox(t);
  installDog(box.stick, "dog");
  const [installed] = await add(box);
  assert.equal(installed!.isBaked, false);
  const [known] = await knownModels(box.folders);
  assert.equal(known!.manifest.name, "dog");
  assert.equal(known!.isShipped, false);
  assert.deepEqual(await checkModels(box.folders), [
    { name: "dog", state: "verified", file: known!.manifest.file },
  ]);
});

const planes = {
  name: "images",
  width: 128,
  height: 96,
  layout: "nchw",
  dtype: "float32",
  colour: "rgb",
  fit: "letterbox-topleft",
  mean: [1, 2, 3],
  std: [4, 5, 6],
};

test("a net that takes floats gets its pre-processing inside, and remembers what it was", async (t) => {
  const box = await makeBox(t);
  installDog(box.stick, "dog", { net: { planes: true }, manifest: { input: planes } });
  const [installed] = await add(box);
  assert.equal(installed!.isBaked, true);
  const [known] = await knownModels(box.folders);
  const { input, sha256, original_sha256: original } = known!.manifest;
  assert.deepEqual([input.dtype, input.layout, input.mean], ["uint8", "nhwc", undefined]);
  assert.equal(original, sha256Of(readFileSync(join(box.stick, "dog.onnx"))));
  assert.equal(sha256, sha256Of(readFileSync(known!.filePath)));
});

/** What a stick may hold that must not come onto the box. */
const refused: readonly [
  what: string,
  why: RegExp,
  spoil: (stick: string) => void | Promise<void>,
][] = [
  [
    "a net cut short",
    /model dog:.*cut short.*Copy or download/,
    (stick) => {
      installDog(stick, "dog");
      const file = join(stick, "dog.onnx");
      truncateSync(file, 300);
      correctSum(stick);
    },
  ],
  [
    "an operator that nobody knows",
    /model dog:.*operators that this runtime does not know/,
    (stick) => installDog(stick, "dog", { net: { operator: "FrobnicateV9" } }),
  ],
  [
    "another head",
    /model dog:.*Check `head`/,
    (stick) => installDog(stick, "dog", { manifest: { head: { type: "yolox", strides: [8] } } }),
  ],
  [
    "another number of classes",
    /model dog:.*\[2, 3\] instead of \[2, 4\].*`labels`/,
    (stick) => installDog(stick, "dog", { manifest: { labels: ["a", "b", "c", "d"] } }),
  ],
  [
    "another checksum",
    /model dog: sha256: the file has .*, not 0{64}\. Copy or download/,
    (stick) => installDog(stick, "dog", { manifest: { sha256: "0".repeat(64) } }),
  ],
  [
    "outputs that are not numbers",
    /model dog:.*not a number.*32-bit floats/,
    (stick) => {
      const boxes = { name: "boxes", dims: [1, 2, 4], values: dogBoxes.with(3, Number.NaN) };
      installDog(stick, "dog", { outputs: [boxes, dogOutputs[1]!] });
    },
  ],
  [
    "a golden picture on which it sees something else",
    /model dog:.*golden picture: its cat/,
    async (stick) => {
      const boxes = [{ label: "cat", box: [0, 0, 1, 1] }];
      installDog(stick, "dog", {
        manifest: { golden: { image: "golden.png", boxes, tolerance: 0.1 } },
      });
      const create = { width: 16, height: 9, channels: 3, background: "grey" } as const;
      await sharp({ create }).png().toFile(join(stick, "golden.png"));
    },
  ],
  [
    "a manifest that names a file elsewhere",
    /must lie beside its manifest/,
    (stick) => installDog(stick, "dog", { manifest: { file: "../../etc/passwd" } }),
  ],
  [
    "a manifest with a field too many",
    /dog\.yaml.*colours/,
    (stick) => installDog(stick, "dog", { manifest: { colours: "all" } }),
  ],
  ["no manifest", /holds no manifest/, () => {}],
];

function correctSum(stick: string): void {
  const path = join(stick, "dog.yaml");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const sha256 = sha256Of(readFileSync(join(stick, "dog.onnx")));
  writeFileSync(path, JSON.stringify({ ...manifest, sha256 }));
}

for (const [what, why, spoil] of refused) {
  test(`${what} is refused by name, and the installed model stays`, async (t) => {
    const box = await makeBox(t);
    installDog(box.stick, "dog");
    await add(box);
    const before = contents(box.folders.own);
    for (const name of readdirSync(box.stick)) truncateSync(join(box.stick, name), 0);
    const bad = join(box.stick, "bad");
    mkdirSync(bad);
    await spoil(bad);
    const failure = { code: "model_refused", message: why };
    await assert.rejects(add({ ...box, stick: bad }, { replace: true }), failure);
    assert.deepEqual(contents(box.folders.own), before);
  });
}

test("another model of a taken name needs a word, and then takes its place whole", async (t) => {
  const box = await makeBox(t);
  installDog(box.stick, "dog");
  await add(box);
  await add(box);
  installDog(box.stick, "dog", {
    outputs: [dogOutputs[0]!, { ...dogOutputs[1]!, values: [3, -9, -9, -9, -9, -9] }],
  });
  await assert.rejects(add(box), { code: "model_refused", message: /--replace/ });
  await add(box, { replace: true });
  const names = readdirSync(box.folders.own);
  assert.equal(names.length, 2, `one net and one manifest, not ${names.join(", ")}`);
  assert.equal((await checkModels(box.folders))[0]!.state, "verified");
});

test("the name of a model that comes with the installation cannot be taken", async (t) => {
  const box = await makeBox(t);
  installDog(box.folders.shipped, "dog");
  installDog(box.stick, "dog");
  await assert.rejects(add(box, { replace: true }), /comes with the installation/);
});

test("a damaged file of this box is set aside, one of the installation is only named", async (t) => {
  const box = await makeBox(t);
  installDog(box.folders.shipped, "shipped-dog");
  installDog(box.stick, "dog");
  const [{ model }] = (await add(box)) as [InstallResult];
  writeFileSync(model.filePath, "rotten");
  writeFileSync(join(box.folders.shipped, "shipped-dog.onnx"), "rotten");
  const states = async () => (await checkModels(box.folders)).map(({ state }) => state);
  assert.deepEqual(await states(), ["corrupt", "quarantined"]);
  assert.deepEqual(await states(), ["corrupt", "quarantined"]);
  assert.equal(readFileSync(`${model.filePath}.corrupt`, "utf8"), "rotten");
  await add(box);
  assert.deepEqual(await states(), ["corrupt", "verified"]);
});

test(
  "an upstream net without a manifest is described on the command line and runs",
  {
    skip: noSharedModels,
  },
  async (t) => {
    const box = await makeBox(t);
    const labels = readFileSync(join(sharedDir, "models/coco.names"), "utf8").trim().split("\n");
    for (const [file, head] of [
      ["yolox_nano_416.onnx", "yolox"],
      ["picodet_s_416.onnx", "picodet"],
      ["nanodetplus_m_416.onnx", "nanodet"],
    ] as const) {
      const path = join(sharedDir, "models", file);
      const [candidate] = await readCandidates(path, { head, labels }, box.editor);
      const { isBaked, trial } = await installModel(box, candidate!, { replace: false });
      assert.ok(isBaked);
      t.diagnostic(`${file}: ${trial.runMs.toFixed(1)} ms a frame`);
    }
    const states = (await checkModels(box.folders)).map(({ state }) => state);
    assert.deepEqual(states, ["verified", "verified", "verified"]);
  },
);
