import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { InstalledModel } from "../models/installed-model.ts";
import type { Marking } from "./examples.ts";
import type { CameraLesson } from "./learn-camera.ts";

/** An object that a person marked on a picture. */
export interface MarkedObject {
  label: string;
  boxNorm: BoxNorm;
  marking: Exclude<Marking, "unmarked">;
}

/** A picture of the site with its marked objects; the privacy masks of its time are painted in. */
export interface MarkedPicture {
  streamId: string;
  /** Unix milliseconds. */
  atMs: number;
  jpeg: Uint8Array;
  objects: readonly MarkedObject[];
}

/** Learns apart from the appliance, at the lowest priority. */
export interface ModelLearner {
  /**
   * Shows `model` every picture, one at a time, and learns a lesson for each camera. Rejects with `learning_refused`
   * when the model cannot be used, the process ends or it takes longer than an hour.
   */
  learn(
    subject: { model: InstalledModel; siteScore: number },
    pictures: AsyncIterable<MarkedPicture>,
  ): Promise<CameraLesson[]>;
}
