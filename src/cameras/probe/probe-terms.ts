import { problemReasons } from "../problem-terms.ts";

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
