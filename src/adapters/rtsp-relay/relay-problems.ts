import type { ErrorCode } from "../../base/contract/error-codes.ts";
import type { SourceProblem } from "../../cameras/source.ts";
import type { ProblemReason } from "../../cameras/probe/probe-terms.ts";

/** The protocol of a question to a camera. */
export type CameraService = "RTSP" | "ONVIF";

function problem(code: ErrorCode, reason: ProblemReason, message: string): SourceProblem {
  return { code, reason, message };
}

/**
 * The problems between the appliance and a camera, in words for the technician in front of it. `at` is
 * `host:port`; paths and queries stay out, because cameras take passwords there too.
 */
export const relayProblems = {
  badUrl: () =>
    problem(
      "stream_unreachable",
      "bad_address",
      "The camera's address is not an rtsp:// or rtsps:// URL.",
    ),
  notAllowed: (at: string) =>
    problem(
      "forbidden_address",
      "not_allowed",
      `The site does not allow cameras at ${at}. Its network must be listed in camera_networks; the box itself is no camera.`,
    ),
  unknownHost: (at: string) =>
    problem(
      "stream_unreachable",
      "unknown_host",
      `The name of the camera at ${at} cannot be resolved. Check the name, or use the camera's IP address.`,
    ),
  noAnswer: (at: string) =>
    problem(
      "stream_unreachable",
      "no_answer",
      `The camera at ${at} does not answer. Check its power, cable and address.`,
    ),
  refused: (at: string, service: string) =>
    problem(
      "stream_unreachable",
      "refused",
      `The camera at ${at} refuses the connection. Check the port, and that ${service} is switched on in the camera.`,
    ),
  lost: (at: string) =>
    problem("stream_unreachable", "lost", `The connection to the camera at ${at} was lost.`),
  notReading: (at: string) =>
    problem(
      "stream_unreachable",
      "lost",
      `The camera at ${at} does not take the sound that the box sends. Try again, or restart the camera.`,
    ),
  untrusted: (at: string, reason: string) =>
    problem(
      "stream_unreachable",
      "untrusted",
      `The certificate of the camera at ${at} is not accepted (${reason}). Install the certificate authority that signed it.`,
    ),
  noTls: (at: string, reason: string) =>
    problem(
      "stream_unreachable",
      "no_tls",
      `What answers at ${at} cannot be talked to over TLS (${reason}). Check the port; a camera without TLS takes the type without it (rtsp).`,
    ),
  hungUp: (at: string) =>
    problem(
      "stream_unreachable",
      "hung_up",
      `The camera at ${at} ends the connection without an answer. Check the port; one that wants TLS takes type rtsps.`,
    ),
  notRtsp: (at: string) =>
    problem(
      "stream_broken",
      "not_rtsp",
      `What answers at ${at} does not speak RTSP. Check the port.`,
    ),
  wantsPassword: (at: string) =>
    problem(
      "stream_auth_failed",
      "password_missing",
      `The camera at ${at} asks for a user name and password, and none is set.`,
    ),
  wrongPassword: (at: string) =>
    problem(
      "stream_auth_failed",
      "password_wrong",
      `The camera at ${at} refuses the user name or password. Check both; some cameras lock an account for minutes after failed attempts.`,
    ),
  unknownAuth: (at: string) =>
    problem(
      "stream_auth_failed",
      "sign_in_unknown",
      `The camera at ${at} asks for a kind of sign-in that is neither Basic nor Digest.`,
    ),
  forbidden: (at: string) =>
    problem(
      "stream_auth_failed",
      "rights_missing",
      `The camera at ${at} does not let this user see the stream. Check the user's rights in the camera.`,
    ),
  wrongPath: (at: string, status: number) =>
    problem(
      "stream_not_found",
      "no_such_path",
      `The camera at ${at} answers, but has no stream at this path (RTSP ${status}). Check the path in its manual.`,
    ),
  redirected: (at: string) =>
    problem(
      "stream_redirect_refused",
      "redirected",
      `The camera at ${at} sends the box to another address. Enter that address itself if it is right.`,
    ),
  busy: (at: string, status: number) =>
    problem(
      "stream_unreachable",
      "busy",
      `The camera at ${at} cannot serve the stream now (RTSP ${status}). It may have too many viewers; close some or restart it.`,
    ),
  noTcp: (at: string) =>
    problem(
      "stream_broken",
      "udp_only",
      `The camera at ${at} sends its stream over UDP only. Switch on RTP over RTSP (TCP) in the camera.`,
    ),
  noVideo: (at: string) =>
    problem(
      "stream_no_video",
      "no_video",
      `The stream of the camera at ${at} has no video track. Check the path.`,
    ),
  codec: (at: string, codec: string) =>
    problem(
      "stream_codec_unsupported",
      "codec_unsupported",
      `The camera at ${at} sends ${codec.slice(0, 20)} video, which is not supported. Set it to H.264 or H.265.`,
    ),
} as const;

/** The problem that an RTSP status of 300 and above stands for. */
export function problemOfStatus(status: number, at: string): SourceProblem {
  if (status < 400) return relayProblems.redirected(at);
  if (status === 401) return relayProblems.wrongPassword(at);
  if (status === 403) return relayProblems.forbidden(at);
  if (status === 461) return relayProblems.noTcp(at);
  if (status === 453 || status >= 500) return relayProblems.busy(at, status);
  return relayProblems.wrongPath(at, status);
}

/** Returns the problem of an error of `node:net`, `node:tls` or `node:dns`; `service` names the requested part. */
export function problemOfSocketError(
  error: unknown,
  at: string,
  service: CameraService = "RTSP",
): SourceProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ECONNREFUSED") return relayProblems.refused(at, service);
  if (code.startsWith("ENOTFOUND") || code.startsWith("EAI_")) return relayProblems.unknownHost(at);
  const reason = code.toLowerCase().replaceAll("_", " ");
  if (/CERT|SIGNATURE|ALTNAME/.test(code)) return relayProblems.untrusted(at, reason);
  if (/ERR_TLS|ERR_SSL|EPROTO/.test(code)) return relayProblems.noTls(at, reason);
  if (code === "ECONNRESET" || code === "EPIPE") return relayProblems.lost(at);
  return relayProblems.noAnswer(at);
}
