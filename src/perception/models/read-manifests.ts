import { readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import type { InstalledModel } from "./installed-model.ts";
import { fail } from "../../base/contract/fail.ts";
import { checkModelManifest } from "./model-manifest.ts";
import { describeError } from "../../base/core/errors.ts";

/** A manifest that cannot be used, with the reason for the operator. */
export interface BrokenManifest {
  path: string;
  reason: string;
}

/**
 * Checks the text of one manifest. Throws `model_unavailable` naming the first wrong field. `path` is the
 * manifest's own; relative paths in it start there.
 */
export function parseModelManifest(text: string, path: string): InstalledModel {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    const message = `${path}: is not YAML (${describeError(cause)}). Correct the file`;
    throw fail("model_unavailable", message, { cause });
  }
  const checked = checkModelManifest(value);
  if ("problem" in checked) throw fail("model_unavailable", `${path}: ${checked.problem}`);
  const { manifest } = checked;
  const at = (name: string): string => resolve(dirname(path), name);
  return {
    manifest,
    filePath: at(manifest.file),
    goldenPath: manifest.golden ? at(manifest.golden.image) : undefined,
  };
}

/**
 * Reads every `*.yaml` of `dirs` in order of directory, then name; the first of a name wins. Missing
 * directories are skipped; broken manifests are returned, not thrown.
 */
export async function readManifests(
  dirs: readonly string[],
): Promise<{ models: InstalledModel[]; broken: BrokenManifest[] }> {
  const models = new Map<string, InstalledModel>();
  const broken: BrokenManifest[] = [];
  for (const dir of dirs) {
    const names = await readdir(dir).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".yaml")).toSorted()) {
      const path = join(dir, name);
      try {
        const model = parseModelManifest(await readFile(path, "utf8"), path);
        if (!models.has(model.manifest.name)) models.set(model.manifest.name, model);
      } catch (error) {
        broken.push({ path, reason: describeError(error) });
      }
    }
  }
  return { models: [...models.values()], broken };
}
