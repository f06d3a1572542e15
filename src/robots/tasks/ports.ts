import type { Door } from "../doors/door.ts";
import type { MapPosition } from "../../base/geo/map-position.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { BoxNorm, PointNorm } from "../../base/contract/geometry.ts";
import type { RunBehavior } from "./run-document.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import type { JobContext } from "../../base/jobs/operation.ts";
import type { StepOutcome } from "./run-progress.ts";
import type { Plan } from "./plans/plan-record.ts";
import type { Choice, MissionProgress, TaskRunRecord } from "./task-run-record.ts";

/** A detection in a picture. */
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

/** The beginning of a condition. */
export interface PictureFinding {
  /** Indices of the run's behaviors that it satisfies, regardless of their zones on a map. */
  behaviors: readonly number[];
  type: string;
  severity: Severity;
  classes: string[];
  /** Its place in the picture; null without one. */
  boxNorm: BoxNorm | null;
  summary: string;
}

/** The detections of one picture. */
export interface Look {
  widthPx: number;
  heightPx: number;
  things: readonly SeenObject[];
  happenings: readonly PictureFinding[];
  /** A signed address of the picture, stored where something happened in it. */
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
  /** To the centimetre; null for an unknown one. */
  mapPosition: MapPosition | null;
  /** Age of its frame, in milliseconds, at the incident's opening; 0 without a frame. */
  frameAgeMs: number;
}

/** The vision of runs; implemented over the vision process and the running streams. */
export interface RunVision {
  /**
   * Checks the classes and behaviors of a run for single pictures. Throws `invalid_request_body` and
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
  /** Calls `listener` for each new incident of streams; returns the function that ends it. */
  subscribe(listener: (happening: StreamIncident) => void): () => void;
  hasStream(org: string, streamId: string): boolean;
  /** Returns the present places of things of this label on the map, from calibrated streams. */
  standing(
    org: string,
    streamIds: readonly string[],
    label: string,
  ): readonly { frame: string; xM: number; yM: number }[];
}

/** Commands that a text endpoint's plan may have: those that the grammar's words can mean, too. */
export const planCommands = ["move_to", "dock", "undock", "announce", "set_speed_limit"] as const;

/** The inputs of a plan. */
export interface PlanQuestion {
  task: string;
  locale: string;
  robotId: string;
  /** The frame of numeric places. */
  frame: string;
  zones: readonly string[];
  /** The robot's present commands. */
  commands: readonly string[];
  /** Its previous plan, and the reason why that cannot be used. */
  repair: { steps: unknown; problem: string } | null;
}

/**
 * Plans words that the offline grammar does not read: the port of a text endpoint. Its answer is checked like
 * any caller's input, passes the same gate, and waits for a person.
 */
export interface TextPlanner {
  /**
   * Returns unchecked steps for the task: `{type: "move", zone} | {type: "command", command} | {type:
   * "observe", seconds}`; or why there are none. Rejects with `Postponement` and coded errors of the uplink;
   * repeated calls for the same job return the same answer.
   */
  plan(
    question: PlanQuestion,
    context: JobContext,
  ): Promise<{ steps: unknown } | { problem: string }>;
}

/** What steps of missions call. Failures are outcomes. */
export interface RunCalls {
  /**
   * Calls a registered webhook once. Its answer `{"answer": "…"}` is the result. `key` is the same for repeated calls of
   * one step. Rejects only with the reason of `signal`.
   */
  webhook(call: {
    org: string;
    webhookId: string;
    key: string;
    data: JsonObject;
    timeoutMs: number;
    signal: AbortSignal;
  }): Promise<StepOutcome>;
  /** Starts an operation in the name of a key, once for each `key`; returns its job, or why there is none. */
  operation(call: {
    org: string;
    keyId: string;
    key: string;
    operation: string;
    input: JsonObject;
    timeoutSec: number;
  }): Promise<{ jobId: string } | { code: string; reason: string }>;
  /** Returns the outcome of a started operation; undefined while it runs. */
  operationEnd(org: string, jobId: string): StepOutcome | undefined;
  cancelOperation(org: string, jobId: string): Promise<void>;
}

/** Doors and lifts as steps of missions open them. */
export interface RunDoors {
  /** Returns a door of an organisation; undefined for one that the site does not have. */
  find(org: string, id: string): Pick<Door, "hold" | "release" | "obstacle"> | undefined;
}

/** Gives robots to missions. */
export interface RobotAssigner {
  /**
   * Resolves when the run has a robot: its record then names it, and the store has the claim. Rejects with the reason of
   * the context's signal.
   */
  assigned(
    context: JobContext,
    run: TaskRunRecord,
    needs: { plan: Plan; hasStreams: boolean },
  ): Promise<void>;
  /** Returns the robots for a mission as they are now, without giving it one. */
  offer(org: string, plan: Plan, mission: MissionProgress): Promise<Choice>;
  /** Takes the robot back from a run that goes on later; the claim is gone when it resolves. */
  giveBack(run: TaskRunRecord): Promise<void>;
  /** The run no longer needs a robot. */
  ended(run: TaskRunRecord): void;
}
