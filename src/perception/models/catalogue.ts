import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { type CatalogueEntry, checkCatalogueEntry } from "./model-manifest.ts";
import { describeError } from "../../base/core/errors.ts";
import type { BrokenManifest } from "./read-manifests.ts";

/** Folder of the catalogue inside the directory of the shipped models. */
const folder = "catalogue";

/**
 * The models that can be downloaded, by name: every `*.yaml` of `dir/catalogue`. Broken entries are
 * returned, not thrown; without the folder the catalogue is empty.
 */
export async function readCatalogue(
  dir: string,
): Promise<{ entries: CatalogueEntry[]; broken: BrokenManifest[] }> {
  const entries: CatalogueEntry[] = [];
  const broken: BrokenManifest[] = [];
  const names = await readdir(join(dir, folder)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".yaml")).toSorted()) {
    const path = join(dir, folder, name);
    try {
      const checked = checkCatalogueEntry(parse(await readFile(path, "utf8")));
      if ("entry" in checked) entries.push(checked.entry);
      else broken.push({ path, reason: checked.problem });
    } catch (error) {
      broken.push({ path, reason: describeError(error) });
    }
  }
  return { entries, broken };
}
