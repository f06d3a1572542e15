import { InvalidArgumentError } from "commander";
import { parseDuration } from "./duration.ts";

/** Parses `10m`, `12h` or a time in ISO 8601 as Unix milliseconds. For commander: throws for other forms. */
export function parseSince(text: string): number {
  if (/^\d{4}-\d{2}-\d{2}/.test(text)) {
    const atMs = Date.parse(text);
    if (!Number.isNaN(atMs)) return atMs;
  } else if (/^\d{1,6}[mhdwy]$/.test(text)) {
    return Date.now() - parseDuration(text) * 1000;
  }
  throw new InvalidArgumentError("Give a time such as 10m, 12h or 2026-11-20T14:05:00Z.");
}
