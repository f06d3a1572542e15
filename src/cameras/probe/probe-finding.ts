import type { ErrorCode } from "../../base/contract/error-codes.ts";
import { isOnvifProblem } from "../onvif-port.ts";
import type { SourceProblem } from "../source.ts";
import type { probeFindings } from "./probe-terms.ts";
import type { ProbeResult } from "./camera-probe.ts";

type Finding = (typeof probeFindings)[number];

/** Findings of problems without a reason. */
const findings: ReadonlyMap<ErrorCode, Finding> = new Map([
  ["stream_unreachable", "no_answer"],
  ["stream_auth_failed", "password_wrong"],
  ["stream_not_found", "no_such_path"],
  ["stream_no_video", "no_video"],
  ["stream_codec_unsupported", "codec_unsupported"],
  ["stream_redirect_refused", "redirected"],
  ["stream_stalled", "stopped"],
  ["forbidden_address", "not_allowed"],
  ["onvif_broken", "onvif_failed"],
  ["onvif_refused", "onvif_failed"],
]);

/** Returns the outcome of a probe in a word: that of the stream, or of ONVIF where no stream was found. */
export function findingOf({ stream, onvif }: Pick<ProbeResult, "stream" | "onvif">): Finding {
  if (stream)
    return stream.measure.problem === null ? "usable" : findingFor(stream.measure.problem);
  return isOnvifProblem(onvif.answer) ? findingFor(onvif.answer) : "no_stream";
}

function findingFor({ code, reason }: SourceProblem): Finding {
  return reason ?? findings.get(code) ?? "unreadable";
}
