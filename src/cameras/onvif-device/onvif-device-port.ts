import type { DigestAnswer } from "../../base/keys/digest.ts";
import type { UsernameToken } from "../../base/keys/username-token.ts";
import type { DeviceIncident, IncidentChange } from "./device-event.ts";
import type { RestreamCaller } from "../restream/restream-port.ts";

/** How a client of the ONVIF device proves its key. */
export type DeviceLogin =
  | { kind: "digest"; answer: DigestAnswer }
  | { kind: "token"; token: UsernameToken };

/** What the box says about itself as an ONVIF device. */
export interface DeviceIdentity {
  /** Name of the site. */
  name: string;
  version: string;
  /** Id of the box, a UUID. */
  serial: string;
}

/** The format of a video as the camera sends it. */
export interface VideoFormat {
  /** `h264`, `hevc`, … as ffmpeg names it. */
  codec: string;
  widthPx: number;
  heightPx: number;
  /** Frames per second that arrive; 0 while none do. */
  fps: number;
}

/** The sound of a camera as its video's address has it. */
export interface AudioFormat {
  codec: "aac" | "opus";
  rateHz: number;
  channels: number;
}

/** A running stream of a camera; formats are null before its first picture. */
export interface DeviceStream {
  streamId: string;
  /** Its name for people. */
  name: string;
  main: VideoFormat | null;
  /** The sound beside the main video; absent where the stream has none. */
  sound?: AudioFormat;
  /** Absent without a sub-stream. */
  sub?: VideoFormat | null;
}

/** The box as an ONVIF device sees it. */
export interface OnvifDeviceSource {
  /**
   * Returns the caller that `login` proves. Throws `invalid_api_key`, `api_key_revoked`, `api_key_expired`,
   * `key_network_refused`, `insufficient_scope` (`surveillance:read`), or `rate_limited` after too many wrong keys of
   * the address.
   */
  admit(login: DeviceLogin, address: string | undefined): RestreamCaller;
  /** True while the caller's key is valid. */
  isAdmitted(caller: RestreamCaller): boolean;
  identity(): DeviceIdentity;
  /** Returns the cameras' running streams by id. */
  streams(org: string): readonly DeviceStream[];
  /**
   * Returns the newest picture, with the privacy masks; undefined for an unknown stream. Throws `stream_not_ready`,
   * `detector_unavailable` or `overloaded`.
   */
  snapshot(org: string, streamId: string): Promise<Uint8Array | undefined>;
  /** The types that incidents can have. */
  incidentTypes(): readonly string[];
  /** Returns the open incidents of the cameras' running streams. */
  openIncidents(org: string): readonly DeviceIncident[];
  /** Calls `listener` for each incident that opens or ends, once it is stored; call the result to stop. */
  followIncidents(listener: (change: IncidentChange) => void): () => void;
  /** Returns the ports at which RTSP is served now. */
  rtspPorts(): { rtsp?: number; rtsps?: number };
}
