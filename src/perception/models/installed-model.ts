import type { ModelManifest } from "../wire/model-manifest.ts";

/** A manifest and where its files lie. */
export interface InstalledModel {
  manifest: ModelManifest;
  /** Absolute path of the weights. */
  filePath: string;
  /** Absolute path of the golden picture, or undefined. */
  goldenPath: string | undefined;
}
