import { limits } from "../../base/contract/limits.ts";

/** The form of a stream id; also the form of its path parameter, where `.` and `..` would vanish. */
export const streamIdPattern = "^[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127}$";

/** Values of `alerts.group_by` (decisions section 5). */
export const groupings = ["none", "stream", "zone", "type", "site"] as const;

/** States of a stream on the wire. `offline` and `degraded` recover by themselves. */
export const streamStates = ["connecting", "watching", "degraded", "offline", "ended"] as const;

/** States of a camera's sound on the wire. */
export const audioStates = ["off", "waiting", "on", "absent", "unsupported", "masked"] as const;

/** States of a camera's metadata on the wire. */
export const metadataStates = ["waiting", "receiving", "missing"] as const;

/** One state of a stream. */
export type StreamState = (typeof streamStates)[number];

/** The video that the box makes of a robot's pictures, unless the source says otherwise. */
export const robotVideo = { fps: 15, widthPx: 1280 } as const;

/** Limits of surveillance requests; what exceeds them is refused with `invalid_request_body`. */
export const surveillanceLimits = {
  streamIdLength: 128,
  nameLength: 100,
  classLength: 64,
  zones: 64,
  behaviors: 64,
  masks: 32,
  classes: 100,
  polygonPoints: 64,
  urlLength: 2048,
  credentialLength: 256,
  /** Longest dwell that a behavior may ask for: a week. */
  seconds: 604_800,
  /** Longest alert cooldown: a day. */
  cooldownSeconds: 86_400,
  fpsCap: 30,
  robotFps: 30,
  /** Longest `input.data`: the largest picture in base64, and the head of a data URL. */
  inputDataLength: Math.ceil(limits.pictureBytes / 3) * 4 + 256,
} as const;
