import { InvalidArgumentError } from "commander";
import { keyLimits } from "../contract/key.ts";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000, y: 31_536_000_000 };

/** Seconds of a grace period: as `parseLifetime`, `0` for none, and no `never`. */
export function parseGrace(text: string): number {
  const seconds = text === "0" ? 0 : parseLifetime(text);
  if (seconds !== null && seconds <= keyLimits.graceMaxSec) return seconds;
  throw new InvalidArgumentError("Give a time of at most 7d, such as 12h; or 0 for none.");
}

/** Seconds of `30d`, `12h`, `90m`, `2w`, `1y`; null for `never`. For commander: refuses the rest. */
export function parseLifetime(text: string): number | null {
  if (text === "never") return null;
  const match = /^(\d{1,6})([mhdwy])$/.exec(text);
  const seconds = match ? (Number(match[1]) * unitMs[match[2] as keyof typeof unitMs]) / 1000 : 0;
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError("Give a number and m, h, d, w or y, such as 30d; or never.");
}
