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
