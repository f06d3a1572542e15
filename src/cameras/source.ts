import type { ErrorCode } from "../base/contract/error-codes.ts";
import type { ProblemReason } from "./probe/probe-terms.ts";
import type { SoundFormat, SoundLack } from "./sound/sound-format.ts";

/** The source of a camera's stream. Credentials are kept apart from the URL and never shown. */
export type SourceSpec = {
  kind: "rtsp" | "rtsps" | "file" | "robot";
  /** `rtsp(s)://host[:port]/path` without user info, an absolute file path, or `robot://id[/topic]`. */
  url: string;
  /** The camera of a robot; only of kind `robot`. */
  robot?: RobotSource;
  username?: string;
  password?: string;
  /** The camera's ONVIF device service, where it is not at the usual address of the same host. */
  onvifUrl?: string;
  /** True where the site turned the camera's sound on; otherwise the box does not request it. */
  sound?: true;
  /** True where the camera's own analysis stands in for the box's detector; otherwise the box does not request it. */
  metadata?: true;
};

/** A robot's camera, and the video that the box makes of its pictures. */
export type RobotSource = {
  org: string;
  id: string;
  /** Null: the camera of the robot's settings. */
  topic: string | null;
  /** Pictures in a second, at most. */
  fps: number;
  /** Wider pictures are scaled down to this. */
  widthPx: number;
};

/** True for a camera with an address of its own in the network: one that may speak ONVIF. */
export function isNetworkCamera({ kind }: Pick<SourceSpec, "kind">): boolean {
  return kind === "rtsp" || kind === "rtsps";
}

/**
 * State of a source, as the wire has it in `state`. Only files end: with a problem when they cannot be read to the
 * end. The box keeps trying to reach a live source that is `offline`.
 */
export type SourceState = "starting" | "online" | "offline" | "ended";

/** Bytes of a frame with its sound. */
export function sizeOf({ bytes, sound }: Pick<Fragment, "bytes" | "sound">): number {
  return bytes.length + (sound?.length ?? 0);
}

/** Why a source is not delivering, in words that a technician can act on; no secret in it. */
export interface SourceProblem {
  code: ErrorCode;
  message: string;
  /** Absent where only the code is known. */
  reason?: ProblemReason;
}

/** A snapshot of a source's health. */
export interface SourceStatus {
  state: SourceState;
  /** Unix milliseconds of the last change of `state`. */
  sinceMs: number;
  problem: SourceProblem | null;
  /** Frames per second that arrive, averaged over 5 s of wall time. */
  fpsIn: number;
  /** Connections made since the start; 1 is the first. */
  connects: number;
  codec: string | null;
  widthPx: number | null;
  heightPx: number | null;
  /** Absent where sound is off, and before the first picture. */
  sound?: { codec: string } | { lack: SoundLack };
}

/** The coding of colours (ITU-T H.273 MatrixCoefficients 5 or 6, and 1). */
export type ColourMatrix = "bt601" | "bt709";

/**
 * Header of one run of fragments (ISO 14496-12 `ftyp` + `moov`). A new connection, resolution or
 * codec starts a new generation; fragments of two generations never mix.
 */
export interface InitSegment {
  generation: number;
  bytes: Uint8Array;
  /** `h264`, `hevc`, `mjpeg` … as ffmpeg names it. */
  codec: string;
  /** RFC 6381 codec string for MSE, e.g. `avc1.64001f`; null when a browser cannot play it. */
  mimeCodec: string | null;
  widthPx: number;
  heightPx: number;
  /** The header's colour matrix; the decoder corrects a wrong one. It only saves conversions. */
  colourMatrix?: ColourMatrix | undefined;
  /** Absent where sound is off. */
  sound?: InitSound | { lack: SoundLack };
}

/** The sound of a run of fragments. */
export interface InitSound extends SoundFormat {
  /** `ftyp` + `moov` with both tracks: for readers that take `Fragment.sound` too. */
  header: Uint8Array;
}

/** Returns the sound of a run of fragments; undefined without any. */
export function soundOf({ sound }: Pick<InitSegment, "sound">): InitSound | undefined {
  return sound && "header" in sound ? sound : undefined;
}

/** One `moof` + `mdat` pair: one frame of compressed video. Immutable once published. */
export interface Fragment {
  generation: number;
  /** Media time of the frame in seconds, from the source's own clock. */
  ptsSec: number;
  durationSec: number;
  /** True when decoding can start here. */
  key: boolean;
  bytes: Uint8Array;
  /**
   * The sound that came since the frame before, as `moof` + `mdat` of the second track of `InitSound.header`; it
   * follows `bytes` for readers that take sound.
   */
  sound?: Uint8Array;
  /** Unix milliseconds of the frame by the generation's PTS ↔ wall anchor. */
  wallMs: number;
}
