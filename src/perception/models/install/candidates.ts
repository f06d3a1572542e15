import { lstat, open, readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { fail } from "../../../base/contract/fail.ts";
import { describeError, GatehouseError } from "../../../base/core/errors.ts";
import type { ModelCandidate } from "./install-model.ts";
import type { ModelEditor } from "../model-editor.ts";
import { parseModelManifest } from "../read-manifests.ts";
import { describedModel, type HeadFlags } from "./described-model.ts";

/** Largest file that is read, in bytes. */
const maxFileBytes = 1024 ** 3;

/**
 * Reads the models at `path`: every manifest of a folder, one manifest, or one ONNX file with a manifest of
 * the same name beside it or described by `flags`. Rejects with `model_refused`.
 */
export async function readCandidates(
  path: string,
  flags: HeadFlags,
  editor: ModelEditor,
): Promise<ModelCandidate[]> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) throw fail("model_refused", `${path}: is not there. Check the path`);
  if (found.isDirectory()) {
    const names = (await readdir(path)).filter((name) => name.endsWith(".yaml")).toSorted();
    if (names.length === 0) {
      const message = `${path}: holds no manifest (*.yaml). Name the ONNX file, with --head and --labels`;
      throw fail("model_refused", message);
    }
    const candidates: ModelCandidate[] = [];
    for (const name of names) candidates.push(await readWithManifest(join(path, name)));
    return candidates;
  }
  if (extname(path) === ".yaml") return [await readWithManifest(path)];
  const manifest = `${path.slice(0, path.length - extname(path).length)}.yaml`;
  const hasManifest = (await lstat(manifest).catch(() => undefined)) !== undefined;
  if (flags.head === undefined && hasManifest) return [await readWithManifest(manifest)];
  const net = await readPlain(dirname(path), basename(path));
  return [describedModel(path, { net, facts: factsOf(path, net, editor) }, flags)];
}

async function readWithManifest(path: string): Promise<ModelCandidate> {
  const dir = dirname(path);
  const text = (await readPlain(dir, basename(path))).toString("utf8");
  const { manifest } = refusedAs(path, () => parseModelManifest(text, path));
  const { file, golden } = manifest;
  return {
    manifest,
    net: await readPlain(dir, file),
    ...(golden ? { golden: await readPlain(dir, golden.image) } : {}),
  };
}

/**
 * Reads a file of the folder itself. The manifest of a USB stick must not make this process, possibly root,
 * read other files of the box.
 */
async function readPlain(dir: string, name: string): Promise<Buffer> {
  const path = join(dir, name);
  if (basename(name) !== name) {
    throw fail(
      "model_refused",
      `${name}: must lie beside its manifest. Name the file without a folder`,
    );
  }
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw fail("model_refused", `${path}: is not there, or is no plain file. Put it there`);
  }
  if (found.size > maxFileBytes)
    throw fail("model_refused", `${path}: is larger than 1 GiB. Use a smaller model`);
  const file = await open(path, "r").catch((error) => {
    throw fail(
      "model_refused",
      `${path}: cannot be read (${describeError(error)}). Check its permissions`,
    );
  });
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function factsOf(path: string, net: Uint8Array, editor: ModelEditor) {
  return refusedAs(path, () => editor.facts(net));
}

/** Returns the result of `read`; its coded error becomes a `model_refused` that names the file. */
function refusedAs<R>(path: string, read: () => R): R {
  try {
    return read();
  } catch (cause) {
    const reason = GatehouseError.find(cause)?.message ?? describeError(cause);
    const message = reason.includes(basename(path)) ? reason : `${basename(path)}: ${reason}`;
    throw fail("model_refused", message, { cause });
  }
}
