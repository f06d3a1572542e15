import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { ProbeRequest } from "../wire/camera-answers.ts";
import type { ProbeResult, ProbeTarget } from "./camera-probe.ts";
import { findingOf } from "./probe-finding.ts";
import { isOnvifProblem, type OnvifCamera } from "../onvif-port.ts";
import type { SourceProblem } from "../source.ts";
import type { StreamMeasure } from "../stream-measure.ts";

/** The camera that a request names. */
export function probeTargetOf({
  url,
  host,
  username,
  password,
  onvif_url,
}: ProbeRequest): ProbeTarget {
  return omitUndefined({ url, host, username, password, onvifUrl: onvif_url });
}

/** A probe's result as the wire shows it. */
export function probeWire(result: ProbeResult) {
  const { stream, onvif, isReachable, credentials, advice } = result;
  return {
    object: "surveillance.probe",
    finding: findingOf(result),
    usable: stream !== null && stream.measure.problem === null,
    reachable: isReachable,
    credentials,
    rtsp: stream && { url: stream.url, ...measureWire(stream.measure) },
    onvif: { url: onvif.url, ...cameraWire(onvif.answer) },
    advice,
  };
}

function measureWire(measure: StreamMeasure) {
  return {
    transport: measure.problem ? null : "rtp_over_rtsp_tcp",
    problem: problemWire(measure.problem),
    codec: measure.codec,
    mime_codec: measure.mimeCodec,
    width: measure.widthPx,
    height: measure.heightPx,
    fps: rounded(measure.fps),
    gop_seconds: rounded(measure.gopSec),
    gop_frames: measure.gopFrames,
    has_b_frames: measure.hasBFrames,
    first_picture_seconds: rounded(measure.firstPictureSec),
    watched_seconds: rounded(measure.watchedSec)!,
    clock_offset_seconds: fromMs(measure.clockOffsetMs),
  };
}

function cameraWire(answer: OnvifCamera | SourceProblem) {
  const camera = isOnvifProblem(answer) ? null : answer;
  return {
    problem: isOnvifProblem(answer) ? problemWire(answer) : null,
    manufacturer: camera?.manufacturer ?? null,
    model: camera?.model ?? null,
    firmware: camera?.firmware ?? null,
    clock_offset_seconds: fromMs(camera?.clockOffsetMs ?? null),
    profiles: (camera?.profiles ?? []).map((profile) => ({
      token: profile.token,
      name: profile.name,
      codec: profile.codec,
      width: profile.widthPx,
      height: profile.heightPx,
      fps: profile.fps,
      gop_frames: profile.gopFrames,
      has_ptz: profile.hasPtz,
      stream_url: profile.streamUrl,
      snapshot_url: profile.snapshotUrl,
    })),
  };
}

function problemWire(problem: SourceProblem | null) {
  return problem && { code: problem.code, message: problem.message };
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}

function fromMs(value: number | null): number | null {
  return value === null ? null : Math.round(value) / 1000;
}
