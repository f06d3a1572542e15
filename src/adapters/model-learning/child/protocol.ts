import type { CameraLesson } from "../../../perception/learning/learn-camera.ts";
import type { MarkedPicture } from "../../../perception/learning/learning-port.ts";
import type { InstalledModel } from "../../../perception/models/installed-model.ts";

/** Messages to the child: one `open`, any number of pictures, one `learn`. */
export type ToLearningChild =
  | { type: "open"; model: InstalledModel; siteScore: number }
  | { type: "picture"; picture: MarkedPicture }
  | { type: "learn" };

/** One answer to each message. */
export type FromLearningChild =
  | { type: "ready" }
  | { type: "lessons"; lessons: CameraLesson[] }
  | { type: "refusal"; message: string };
