/** The causes of a source's problem, finer than its code; each has a headline on the page. */
export const problemReasons = [
  "bad_address",
  "not_allowed",
  "unknown_host",
  "no_answer",
  "refused",
  "lost",
  "hung_up",
  "untrusted",
  "no_tls",
  "busy",
  "password_missing",
  "password_wrong",
  "sign_in_unknown",
  "rights_missing",
  "no_such_path",
  "redirected",
  "not_rtsp",
  "udp_only",
  "no_video",
  "codec_unsupported",
  "stopped",
] as const;

/** One of `problemReasons`. */
export type ProblemReason = (typeof problemReasons)[number];

/** The advice about a camera, by code; texts are in English. */
export const adviceCodes = [
  "codec_not_in_browsers",
  "codec_in_some_browsers",
  "gop_long",
  "gop_unknown",
  "b_frames",
  "clock_off",
  "clock_unknown",
  "no_sub_stream",
  "sub_stream",
  "slow_start",
  "onvif_unavailable",
] as const;

/** The severity of a piece of advice. */
export const adviceLevels = ["info", "warning", "critical"] as const;

/** The outcome of a probe in a word; the causes of a failure are those of `SourceProblem`. */
export const probeFindings = [
  "usable",
  ...problemReasons,
  "no_stream",
  "unreadable",
  "onvif_failed",
] as const;
