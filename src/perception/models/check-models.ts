import { access, rename } from "node:fs/promises";
import { fileStateOf } from "./checksum.ts";
import { type KnownModel, knownModels, type ModelFolders } from "./model-folders.ts";

/**
 * The result of a check. `quarantined`: a corrupt file of this box, renamed to `<file>.corrupt` so that
 * nothing loads it. Corrupt files of the installation stay where they are.
 */
export interface ModelCheck {
  name: string;
  state: "verified" | "corrupt" | "missing" | "quarantined";
  file: string;
}

/** Compares each file with its manifest's sha256 and quarantines corrupt ones. */
export async function checkModels(folders: ModelFolders): Promise<ModelCheck[]> {
  const models = await knownModels(folders);
  const checks: ModelCheck[] = [];
  for (const model of models) checks.push(await checkModel(model));
  return checks;
}

async function checkModel(model: KnownModel): Promise<ModelCheck> {
  const { manifest, filePath, isShipped } = model;
  const aside = `${filePath}.corrupt`;
  let state: ModelCheck["state"] = await fileStateOf(model);
  if (state === "corrupt" && !isShipped) {
    await rename(filePath, aside);
    state = "quarantined";
  } else if (state === "missing" && (await isThere(aside))) state = "quarantined";
  return { name: manifest.name, state, file: manifest.file };
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
