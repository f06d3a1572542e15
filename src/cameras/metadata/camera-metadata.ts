import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { CameraEvent } from "../events/camera-event.ts";

/** An object that a camera's own analysis reports in one frame. */
export interface CameraObject {
  /** The camera's id of the object, at most 64 characters. Cameras use ids again. */
  id: string;
  /** The class in the box's words; null where the frame names none, because the camera has named it before. */
  label: string | null;
  /** How sure the camera is of the class, 0–1; 1 where it does not say. */
  score: number;
  boxNorm: BoxNorm;
}

/** The objects of one frame, as an ONVIF metadata document has them. */
export interface MetadataFrame {
  /** Unix milliseconds of the frame by the camera's clock; null where the camera does not say. */
  utcMs: number | null;
  objects: readonly CameraObject[];
}

/** An ONVIF metadata document (Profile M). */
export interface MetadataDocument {
  frames: readonly MetadataFrame[];
  events: readonly CameraEvent[];
}

/**
 * Reads one document of a camera's metadata track. Throws `onvif_broken` for anything that is not one. Objects beyond
 * 300 a frame and frames beyond 50 a document are left out.
 */
export type ReadMetadata = (xml: string) => MetadataDocument;

/** The objects of one frame at their place in the camera's video. */
export interface CameraFrame {
  /** Media time of the frame in seconds, on the scale of the video's `ptsSec`. */
  mediaSec: number;
  objects: readonly CameraObject[];
}

/** Why a camera gives no metadata: it offers none, or only in a coding that the box does not take. */
export type MetadataLack = "absent" | "unsupported";

/** Why a document is dropped: it is no metadata, too large, or one of too many. */
export type MetadataDrop = "malformed" | "tooLarge" | "tooMany";

/** What comes of a camera's metadata track. */
export type CameraMetadata =
  | { type: "document"; frames: readonly CameraFrame[]; events: readonly CameraEvent[] }
  | { type: "dropped"; reason: MetadataDrop }
  | { type: "lack"; lack: MetadataLack };
