import type { LinkedEntry } from "../../robots/commands/chain.ts";
import type { TracedIncident } from "../../robots/fleet/mcap-port.ts";
import type { TracedPicture, TracedSample, TracedScan } from "../../robots/fleet/robot-trace.ts";

/** The kinds of messages about robots. */
export type MessageKind =
  | "pose"
  | "tf"
  | "scan"
  | "camera"
  | "video"
  | "map"
  | "log"
  | "velocity"
  | "battery"
  | "state"
  | "record";

/** A message in Foxglove's JSON form. */
export interface FoxgloveMessage {
  kind: MessageKind;
  /** Unix milliseconds. */
  atMs: number;
  data: object;
}

/** Levels of `foxglove.Log`. */
const level = { info: 2, warning: 3, error: 4 } as const;

/** The frame of the robot's body. */
function bodyFrame(robotId: string): string {
  return `${robotId}/base_link`;
}

/** Returns the messages of what a robot reported. */
export function ofSample(robotId: string, { atMs, sample }: TracedSample): FoxgloveMessage[] {
  const { velocity, battery, mode, isEmergencyStopped: stop } = sample;
  const found = ofPose(robotId, atMs, sample);
  const timestamp = timeOf(atMs);
  if (velocity) {
    const { linearMps, angularRadps } = velocity;
    const data = { timestamp, linear_mps: linearMps, angular_radps: angularRadps };
    found.push({ kind: "velocity", atMs, data });
  }
  if (battery) {
    const data = { timestamp, percent: battery.percent, is_charging: battery.isCharging };
    found.push({ kind: "battery", atMs, data });
  }
  if (mode !== undefined || stop !== undefined) {
    const data = { timestamp, mode: mode ?? null, e_stop: stop ?? null };
    found.push({ kind: "state", atMs, data });
  }
  return found;
}

/** The pose twice: as it is, and as the transform that places the robot's body, scans and pictures on the map. */
function ofPose(
  robotId: string,
  heardMs: number,
  { pose, poseAgeMs = 0 }: TracedSample["sample"],
): FoxgloveMessage[] {
  if (!pose) return [];
  const atMs = heardMs - poseAgeMs;
  const timestamp = timeOf(atMs);
  const orientation = rotationOf(pose.yawRad);
  const position = { x: pose.xM, y: pose.yM, z: 0 };
  const transform = {
    timestamp,
    parent_frame_id: pose.frame,
    child_frame_id: bodyFrame(robotId),
    translation: position,
    rotation: orientation,
  };
  return [
    {
      kind: "pose",
      atMs,
      data: { timestamp, frame_id: pose.frame, pose: { position, orientation } },
    },
    { kind: "tf", atMs, data: { transforms: [transform] } },
  ];
}

/** Returns a scan in the frame of the robot's body, or in the scanner's own where its place is unknown. */
export function ofScan(robotId: string, { atMs, scan }: TracedScan): FoxgloveMessage {
  const { mount, frame, startRad, stepRad, rangesM } = scan;
  const place = mount ?? { xM: 0, yM: 0, yawRad: 0 };
  const data = {
    timestamp: timeOf(atMs),
    frame_id: mount ? bodyFrame(robotId) : `${robotId}/${frame}`,
    pose: {
      position: { x: place.xM, y: place.yM, z: 0 },
      orientation: rotationOf(place.yawRad),
    },
    start_angle: startRad,
    end_angle: startRad + stepRad * (rangesM.length - 1),
    ranges: Array.from(rangesM, (each) => Math.round(each * 1000) / 1000),
    intensities: [],
  };
  return { kind: "scan", atMs, data };
}

/** Returns a picture of a robot's camera. */
export function ofPicture(robotId: string, { atMs, bytes }: TracedPicture): FoxgloveMessage {
  const data = {
    timestamp: timeOf(atMs),
    frame_id: `${robotId}/camera`,
    data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
    format: bytes[0] === 0x89 ? "png" : bytes[0] === 0x52 ? "webp" : "jpeg",
  };
  return { kind: "camera", atMs, data };
}

/** One encoded frame of a robot's camera: Annex B, a key frame with its parameter sets. */
export interface EncodedFrame {
  /** When it is shown, in Unix milliseconds. */
  atMs: number;
  format: "h264" | "h265";
  bytes: Buffer;
}

/** Returns a frame of a robot's camera as the camera encoded it. */
export function ofVideo(robotId: string, { atMs, format, bytes }: EncodedFrame): FoxgloveMessage {
  const data = {
    timestamp: timeOf(atMs),
    frame_id: `${robotId}/camera`,
    data: bytes.toString("base64"),
    format,
  };
  return { kind: "video", atMs, data };
}

/** Each entry of the record is there twice: as it is, and as a line of Foxglove's log. */
export function ofEntry(entry: LinkedEntry): FoxgloveMessage[] {
  const { atMs, seq, event, commandId, who, why, detail, hash } = entry;
  const timestamp = timeOf(atMs);
  const message = [event, why, JSON.stringify(detail)].filter(Boolean).join(": ");
  const priority = who?.priority ?? null;
  const data = { timestamp, seq, event, command_id: commandId, priority, why, detail, hash };
  const line = event.includes("refused") ? level.warning : level.info;
  return [{ kind: "record", atMs, data }, logLine(atMs, line, { message, name: entry.robotId })];
}

/** Returns an incident as a line of Foxglove's log. */
export function ofIncident({ atMs, type, summary }: TracedIncident): FoxgloveMessage {
  return logLine(atMs, level.error, { message: `${type}: ${summary}`, name: "incident" });
}

function logLine(
  atMs: number,
  lineLevel: number,
  words: { message: string; name: string },
): FoxgloveMessage {
  const data = { timestamp: timeOf(atMs), level: lineLevel, ...words, file: "", line: 0 };
  return { kind: "log", atMs, data };
}

/** Returns a time as Foxglove's JSON has it. */
export function timeOf(ms: number): { sec: number; nsec: number } {
  const sec = Math.floor(ms / 1000);
  return { sec, nsec: Math.min(999_999_999, Math.round((ms - sec * 1000) * 1e6)) };
}

/** Returns the rotation about the vertical axis. */
export function rotationOf(yawRad: number) {
  return { x: 0, y: 0, z: Math.sin(yawRad / 2), w: Math.cos(yawRad / 2) };
}
