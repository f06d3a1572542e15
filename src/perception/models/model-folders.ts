import { join } from "node:path";
import type { InstalledModel } from "./installed-model.ts";
import { readManifests } from "./read-manifests.ts";

/** The folders in which a box keeps models. */
export interface ModelFolders {
  /** Part of the installation or the site; never written. */
  shipped: string;
  /** Models that this box pulled or added, in the data directory. */
  own: string;
}

/** The folders of a box. */
export function modelFolders(shippedDir: string, dataDir: string): ModelFolders {
  return { shipped: shippedDir, own: join(dataDir, "models") };
}

/** Returns the folders in search order; the first model of a name wins. */
export function searchOrder({ shipped, own }: ModelFolders): string[] {
  return [shipped, own];
}

/** An installed model; `isShipped` if it came with the installation. */
export interface KnownModel extends InstalledModel {
  isShipped: boolean;
}

/** All models with a manifest, in search order; broken manifests are left out. */
export async function knownModels(folders: ModelFolders): Promise<KnownModel[]> {
  const { models } = await readManifests(searchOrder(folders));
  const shipped = await readManifests([folders.shipped]);
  const names = new Set(shipped.models.map(({ manifest }) => manifest.name));
  return models.map((model) => ({ ...model, isShipped: names.has(model.manifest.name) }));
}
