import type { ModelManifest } from "./model-manifest.ts";

/** A manifest and the places of its files. */
export interface InstalledModel {
  manifest: ModelManifest;
  /** Absolute path of the weights. */
  filePath: string;
  /** Absolute path of the golden picture, or undefined. */
  goldenPath: string | undefined;
  /** True where the net's feature maps are wanted beside its outputs, to describe boxes. */
  withFeatures?: boolean;
}
