import type { MapPositionWire } from "../../perception/wire/calibration.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { RunBehavior } from "../wire/robot-run.ts";
import type { JobContext } from "../../base/jobs/operation.ts";

/** Something in a picture. */
export interface SeenObject {
  label: string;
  /** 0–1. */
  score: number;
  boxNorm: BoxNorm;
}

/** An area of a picture, in fractions of it from the top left. */
export interface PictureZone {
  name: string;
  polygon: readonly PointNorm[];
}

/** A condition that began to hold. */
export interface PictureFinding {
  /** Indices of the run's behaviors that it is, whatever their zones on a map. */
  behaviors: readonly number[];
  type: string;
  severity: Severity;
  classes: string[];
  /** Where it is in the picture; null where it names no place. */
  boxNorm: BoxNorm | null;
  summary: string;
}

/** The detections of one picture. */
export interface Look {
  widthPx: number;
  heightPx: number;
  things: readonly SeenObject[];
  happenings: readonly PictureFinding[];
  /** A signed address of the picture, kept where something happened in it. */
  pictureUrl: string | null;
}

/** Detects objects in the pictures of one run, one picture at a time. */
export interface PictureDetector {
  /** `tSec` never goes back. Rejects with `input_unreadable`, `detector_unavailable`. */
  look(picture: { bytes: Uint8Array; tSec: number; wallMs: number }): Promise<Look>;
}

/** An incident of a camera of the site, when it was opened. */
export interface StreamIncident {
  org: string;
  streamId: string;
  incidentId: string;
  type: string;
  severity: Severity;
  classes: readonly string[];
  zone: string | null;
  summary: string;
  mapPosition: MapPositionWire | null;
  /** How old its frame was, in milliseconds, when the box knew of it; 0 without a frame. */
  frameAgeMs: number;
}

/** The vision of runs; implemented over the vision process and the running streams. */
export interface RunVision {
  /**
   * Checks what a run looks for in single pictures. Throws `invalid_request_body` and
   * `feature_disabled` naming the field as `behaviors[0].type`, `detect`.
   */
  check(search: {
    detect: readonly string[];
    behaviors: readonly RunBehavior[];
    zones: readonly PictureZone[];
  }): void;
  /** Opens a detector for the run's own pictures; `isSeries` treats them as one camera's sequence, else each stands alone. */
  open(options: {
    org: string;
    jobId: string;
    robotId: string;
    detect: readonly string[];
    behaviors: readonly RunBehavior[];
    zones: readonly PictureZone[];
    locale: string;
    isSeries: boolean;
  }): PictureDetector;
  /** Calls `listener` for each new incident of streams; returns the way to end it. */
  subscribe(listener: (happening: StreamIncident) => void): () => void;
  hasStream(org: string, streamId: string): boolean;
  /** Where things of this label stand on the map now, as calibrated streams see them. */
  standing(
    org: string,
    streamIds: readonly string[],
    label: string,
  ): readonly { frame: string; xM: number; yM: number }[];
}

/** Commands that a plan of a text endpoint may have: those that words of the grammar can mean, too. */
export const planCommands = ["move_to", "dock", "undock", "announce", "set_speed_limit"] as const;

/** The inputs of a plan. */
export interface PlanQuestion {
  task: string;
  locale: string;
  robotId: string;
  /** Of places by numbers. */
  frame: string;
  zones: readonly string[];
  /** The commands that the robot can do now. */
  commands: readonly string[];
  /** The plan that it made before, and why that cannot be used. */
  repair: { steps: unknown; problem: string } | null;
}

/**
 * Makes a plan of words that the offline grammar does not read: the port of a text endpoint. What it
 * answers is checked like any caller's input, passes the same gate, and waits for a person.
 */
export interface TextPlanner {
  /**
   * Steps for the task, not checked yet: `{type: "move", zone} | {type: "command", command} |
   * {type: "observe", seconds}`; or why there are none. Rejects with `Postponed` and coded errors of the
   * uplink; asked again for the same job it gives the same answer.
   */
  plan(
    question: PlanQuestion,
    context: JobContext,
  ): Promise<{ steps: unknown } | { problem: string }>;
}
