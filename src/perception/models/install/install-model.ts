import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { stringify } from "yaml";
import { fail } from "../../../base/contract/fail.ts";
import type { ModelManifest } from "../model-manifest.ts";
import { writeFileAtomic } from "../../../base/core/atomic-file.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import { checkSignature } from "./check-signature.ts";
import { fileStateOf, sha256Of } from "../checksum.ts";
import type { InstalledModel } from "../installed-model.ts";
import { knownModels, type ModelFolders } from "../model-folders.ts";
import type { ModelEditor } from "../model-editor.ts";
import type { ModelTrials, TrialResult } from "../trials.ts";

/** The part after the model's name in the file name of an installed or quarantined model. */
const netFile = /^[0-9a-f]{12}\.onnx(\.corrupt)?$/;

/** A model to install. */
export interface ModelCandidate {
  /** Without `sha256` nobody has named the exact file. */
  manifest: Omit<ModelManifest, "file" | "sha256"> & { sha256?: string };
  net: Uint8Array;
  /** The golden picture that the manifest names. */
  golden?: Uint8Array;
}

/** The parts of the installation. */
export interface InstallParts {
  folders: ModelFolders;
  editor: ModelEditor;
  trials: ModelTrials;
}

/** The result of an installation. */
export interface InstallResult {
  model: InstalledModel;
  trial: TrialResult;
  /** True when pre-processing was added to the model. */
  isBaked: boolean;
}

/**
 * Checks, bakes, tries and installs a model. It changes no installed file until every step has succeeded, and
 * writes the manifest last, so that a power cut leaves the old model or the new one. Rejects with
 * `model_refused`, naming the model, the reason and the remedy.
 */
export async function installModel(
  parts: InstallParts,
  candidate: ModelCandidate,
  how: { replace: boolean },
): Promise<InstallResult> {
  const { name } = candidate.manifest;
  try {
    const ready = readyModel(parts.editor, candidate);
    await refuseTaken(parts.folders, ready.manifest, how.replace);
    const staging = join(parts.folders.own, `.trial-${name}`);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o750 });
    try {
      const staged = await write(staging, ready);
      const trial = await parts.trials.tryModel(staged);
      const model = await adopt(parts.folders.own, staged);
      return { model, trial, isBaked: ready.manifest.original_sha256 !== undefined };
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  } catch (error) {
    const coded = GatehouseError.find(error);
    if (coded && coded.code !== "model_refused") throw coded;
    const reason =
      coded?.message ?? `file: cannot be written (${describeError(error)}). Check the disk`;
    const model = `model ${name}`;
    throw fail("model_refused", `${model}: ${reason}`, { cause: error });
  }
}

interface ReadyModel {
  manifest: ModelManifest;
  net: Uint8Array;
  golden: Uint8Array | undefined;
}

/** The model as it will be stored: checked against its manifest, with pre-processing inside. */
function readyModel(editor: ModelEditor, { manifest, net, golden }: ModelCandidate): ReadyModel {
  const original = sha256Of(net);
  if (manifest.sha256 !== undefined && manifest.sha256 !== original) {
    const message = `sha256: the file has ${original}, not ${manifest.sha256}. Copy or download it again`;
    throw fail("model_refused", message);
  }
  if (manifest.golden && golden === undefined) {
    throw fail("model_refused", `golden picture: ${manifest.golden.image} is not there. Add it`);
  }
  checkSignature(editor.facts(net), manifest);
  const baked = editor.bake(net, manifest.input);
  const bytes = baked?.bytes ?? net;
  const sha256 = sha256Of(bytes);
  const file = `${manifest.name}-${sha256.slice(0, 12)}.onnx`;
  const own = { file, sha256, ...(baked ? { original_sha256: original } : {}) };
  const image = `${manifest.name}-golden${extname(manifest.golden?.image ?? "")}`;
  return {
    manifest: {
      ...manifest,
      ...own,
      input: baked?.input ?? manifest.input,
      ...(manifest.golden ? { golden: { ...manifest.golden, image } } : {}),
    },
    net: bytes,
    golden,
  };
}

async function refuseTaken(
  folders: ModelFolders,
  { name, sha256 }: ModelManifest,
  replace: boolean,
): Promise<void> {
  const known = (await knownModels(folders)).find((one) => one.manifest.name === name);
  if (!known) return;
  if (known.isShipped) {
    throw fail(
      "model_refused",
      "name: a model of this name comes with the installation. Rename yours",
    );
  }
  if (replace || known.manifest.sha256 === sha256) return;
  if ((await fileStateOf(known)) !== "verified") return;
  const message = "name: another model of this name is installed. Rename yours, or give --replace";
  throw fail("model_refused", message);
}

async function write(dir: string, { manifest, net, golden }: ReadyModel): Promise<InstalledModel> {
  const filePath = join(dir, manifest.file);
  await writeFileAtomic(filePath, net, 0o640);
  const goldenPath = manifest.golden ? join(dir, manifest.golden.image) : undefined;
  if (goldenPath !== undefined && golden) await writeFileAtomic(goldenPath, golden, 0o640);
  return { manifest, filePath, goldenPath };
}

/** Moves a staged model among the installed ones, and removes the files that it replaces. */
async function adopt(dir: string, staged: InstalledModel): Promise<InstalledModel> {
  const { manifest, filePath, goldenPath } = staged;
  const file = join(dir, manifest.file);
  await rename(filePath, file);
  let golden: string | undefined;
  if (goldenPath !== undefined) {
    golden = join(dir, manifest.golden!.image);
    await rename(goldenPath, golden);
  }
  await writeFileAtomic(join(dir, `${manifest.name}.yaml`), stringify(manifest), 0o640);
  const prefix = `${manifest.name}-`;
  for (const name of await readdir(dir)) {
    const isOurs = name.startsWith(prefix) && netFile.test(name.slice(prefix.length));
    if (isOurs && name !== manifest.file) await rm(join(dir, name), { force: true });
  }
  return { manifest, filePath: file, goldenPath: golden };
}
