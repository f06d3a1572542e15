import { InvalidArgumentError } from "commander";
import { keyLimits } from "../../base/keys/key-terms.ts";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 };

/** Parses `30d`, `12h`, `90m`, `2w`, `1y` as seconds. For commander: throws for other forms. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([mhdwy])$/.exec(text);
  const seconds = match ? (Number(match[1]) * unitMs[match[2] as keyof typeof unitMs]) / 1000 : 0;
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError("Give a number and m, h, d, w or y, such as 30d.");
}

/** As `parseDuration`, or `never`: for commander null is no value. */
export function parseLifetime(text: string): number | "never" {
  return text === "never" ? text : parseDuration(text);
}

/** Parses a grace period as seconds: as `parseDuration`, at most a week; `0` for none. */
export function parseGrace(text: string): number {
  const seconds = text === "0" ? 0 : parseDuration(text);
  if (seconds <= keyLimits.graceMaxSec) return seconds;
  throw new InvalidArgumentError("Give a time of at most 7d, such as 12h; or 0 for none.");
}
