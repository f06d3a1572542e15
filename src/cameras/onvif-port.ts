import type { CameraEvent } from "./events/camera-event.ts";
import type { SourceProblem } from "./source.ts";

/** The address of a camera's ONVIF device service, and the user who signs in. */
export interface OnvifAddress {
  /** `http(s)://host[:port]/path`, without user info. */
  url: string;
  username?: string;
  password?: string;
}

/** One of a camera's streams, as its media service describes it. */
export interface OnvifProfile {
  token: string;
  name: string;
  /** `h264`, `hevc`, `jpeg`, `mpeg4`; null when the camera does not say. */
  codec: string | null;
  widthPx: number | null;
  heightPx: number | null;
  fps: number | null;
  /** Frames from key frame to key frame. */
  gopFrames: number | null;
  hasPtz: boolean;
  /** Without user info, at the host that answered. */
  streamUrl: string | null;
  snapshotUrl: string | null;
}

/** A camera's description of itself. */
export interface OnvifCamera {
  manufacturer: string | null;
  model: string | null;
  firmware: string | null;
  /** Its clock minus the box's in milliseconds; null when the camera does not report its time. */
  clockOffsetMs: number | null;
  /** At most 16. */
  profiles: readonly OnvifProfile[];
}

/** A target for a camera's movement; parts that are absent stay as they are. */
export interface PtzVector {
  /** −1 to 1 in the camera's generic spaces; zoom 0 to 1 as a position. */
  pan?: number;
  tilt?: number;
  zoom?: number;
}

/** A movement command for a camera. */
export type PtzCommand =
  | { action: "move"; velocity: PtzVector; timeoutMs: number }
  | { action: "absolute" | "relative"; vector: PtzVector; speed?: number }
  | { action: "stop" | "home" | "set_home" }
  | { action: "goto_preset" | "remove_preset"; preset: string }
  | { action: "set_preset"; name: string; preset?: string };

/** Where a camera looks; null for an axis that it does not report. */
export interface PtzPosition {
  pan: number | null;
  tilt: number | null;
  zoom: number | null;
}

/** The movements that a camera supports, and its direction. */
export interface PtzState {
  continuous: boolean;
  absolute: boolean;
  relative: boolean;
  home: boolean;
  position: PtzPosition | null;
  /** At most 256. */
  presets: readonly { token: string; name: string }[];
}

/** A device that answered a search. */
export interface FoundCamera {
  /** Address of its device service, at the host that answered. */
  url: string;
  ip: string;
  name: string | null;
  hardware: string | null;
  location: string | null;
}

/** One camera of a recorder that has several. */
export interface OnvifChannel {
  /** Path and query of each of its streams. */
  paths: readonly string[];
  /** The tokens by which events name it. */
  tokens: readonly string[];
}

/** Video that a camera has stored, in Unix milliseconds of the box's clock. */
export interface StoredVideo {
  fromMs: number;
  toMs: number;
  /** `rtsp(s)://…` at the host that answered, without user info. */
  url: string;
  /** The camera's clock minus the box's in milliseconds; 0 where they agree within 1.5 s. */
  clockOffsetMs: number;
}

/** The receiver of a subscription's events. */
export interface OnvifEventSink {
  /**
   * The camera accepted the subscription, also when it replaces one that ran out. `channels` is empty unless events
   * may be about several cameras.
   */
  onSubscribed(channels: readonly OnvifChannel[]): void;
  /** The camera answered; the list is empty while nothing happens. */
  onEvents(events: readonly CameraEvent[]): void;
}

/**
 * Cameras that speak ONVIF. A camera's fault never rejects: it is a problem in words, with the codes
 * `stream_unreachable`, `stream_auth_failed`, `forbidden_address`, `onvif_broken`, `onvif_refused` and
 * `onvif_no_events`. Answers are bounded in time and size, and the box connects to no other host than the given one.
 */
export interface OnvifCameras {
  describe(address: OnvifAddress, signal: AbortSignal): Promise<OnvifCamera | SourceProblem>;
  ptzState(address: OnvifAddress, signal: AbortSignal): Promise<PtzState | SourceProblem>;
  /** Where the camera looks; null when it does not say. */
  ptzPosition(
    address: OnvifAddress,
    signal: AbortSignal,
  ): Promise<{ position: PtzPosition | null } | SourceProblem>;
  /** Resolves with the token of a stored preset, else null. */
  ptz(
    address: OnvifAddress,
    command: PtzCommand,
    signal: AbortSignal,
  ): Promise<{ preset: string | null } | SourceProblem>;
  /**
   * Subscribes to the camera's events and keeps the subscription until `signal` aborts or the camera ends it.
   * Resolves with the reason.
   */
  watchEvents(
    address: OnvifAddress,
    sink: OnvifEventSink,
    signal: AbortSignal,
  ): Promise<SourceProblem>;
  /**
   * Asks for the video that the camera has stored of a span (Profile G), oldest first; empty for none. Two stored
   * recordings of the same time, as of a recorder with several cameras, are a problem.
   */
  storedVideo(
    address: OnvifAddress,
    span: { fromMs: number; toMs: number },
    signal: AbortSignal,
  ): Promise<{ videos: readonly StoredVideo[] } | SourceProblem>;
  /** Asks the networks of all interfaces for `waitMs`; at most 256 devices, by address. */
  discover(waitMs: number, signal: AbortSignal): Promise<FoundCamera[]>;
}

/** True for a problem. */
export function isOnvifProblem(answer: object): answer is SourceProblem {
  return "code" in answer && "message" in answer;
}
