import type { CameraEventKind } from "../../cameras/events/camera-event-terms.ts";
import type { Finding } from "../core/finding.ts";
import type { HeardSound } from "../core/heard-sound.ts";
import type { Severity } from "../../base/contract/event-types.ts";
import type { MinuteMeasurement } from "../anomaly/anomaly-watch.ts";
import type { Scene } from "../scene/scene-watch.ts";
import type { Track } from "../core/track.ts";
import type { AreaZone, LineZone } from "../core/zones.ts";

/** Gaps up to this long, out of sight or outside a zone, do not end a stay (design: under 2 s). */
export const bridgeSec = 2;

/** The input of a behavior: one frame's tracks at one moment of stream time. */
export interface BehaviorFrame {
  /** Stream time in seconds: media time made continuous over reconnects. Never goes back. */
  tSec: number;
  /** Usual seconds between two frames, so that a behavior meets a threshold at the nearest one. */
  frameGapSec: number;
  /** The frame's width over its height. */
  aspect: number;
  tracks: readonly Track[];
  /** Ids of tracks that ended for good. */
  endedIds: readonly number[];
  /** The scene as known without a model; null before the first grid and when no behavior needs it. */
  scene: Scene | null;
  /** The measured minutes with their usual values; null when no behavior needs them. */
  minutes?: MinuteMeasurement | null;
  /** What the camera's microphone hears; absent where no behavior needs it or the camera has no sound. */
  sound?: HeardSound | null;
}

/** The parameters of one behavior after all checks. */
export interface BehaviorSpec {
  type: string;
  severity: Severity;
  /** null is the whole frame. */
  zone: AreaZone | null;
  line: LineZone | null;
  seconds: number;
  direction: "any" | "a_to_b" | "b_to_a";
  headingDeg: number;
  minCount: number;
  /** Metres a second. */
  maxMps: number;
  /** Metres. */
  distanceM: number;
  /** 0–1: how small a deviation counts. */
  sensitivity: number;
  /** The kinds of the camera's own events that count. */
  events: readonly CameraEventKind[];
  /** A thing counts once its score has reached this, 0–1. */
  minScore: number;
  /** A thing counts once its box was this high, as a share of the picture. */
  minHeight: number;
  /** True when the behavior is about things of this class. */
  matches(label: string): boolean;
  /** True when this class is of the second kind, for behaviors about two kinds of things. */
  matchesOther(label: string): boolean;
}

/** A running behavior: a state machine over media time, fed with every frame in order. */
export interface RunningBehavior {
  step(frame: BehaviorFrame): readonly Finding[];
}

/** One type of behavior, as registered. */
export interface Behavior {
  type: string;
  defaultSeverity: Severity;
  /** The kind of zone that the behavior needs, if any; without an area it covers the whole frame. */
  geometry: "area" | "line" | "none";
  /** Parameters, by their wire names, that the caller must give. */
  required: readonly string[];
  /** Parameters besides zone or line, classes and severity that the type understands. */
  optional: readonly string[];
  defaultSeconds: number;
  /** Classes that the type is about where the caller names none; absent: every class. */
  defaultClasses?: readonly string[];
  /** Classes of the other things, for types about two kinds of things. */
  defaultOtherClasses?: readonly string[];
  /** The zone is needed, with its size in metres. */
  needsMetres?: true;
  /** The type is about the scene itself: the stream's frames must carry their `scene`. */
  needsScene?: true;
  /** The type needs the usual values: the stream learns them. */
  needsBaseline?: true;
  /** The type is about sound: the camera's sound must be on. */
  needsSound?: true;
  /** Mere motion, without a detection model, cannot show it; the stream warns of that. */
  needsDetector?: true;
  /**
   * Selects the model's own classes that the type is about. A model without any cannot serve it, and the
   * request is refused.
   */
  needsModelClass?(label: string): boolean;
  start(spec: BehaviorSpec): RunningBehavior;
}

/** Half a frame gap, at most a quarter second: a threshold between two frames is met at the nearer one. */
export function toleranceSec(frame: BehaviorFrame): number {
  return Math.min(0.25, frame.frameGapSec / 2);
}
