import { posix } from "node:path";
import { fail } from "../contract/fail.ts";

const maxPathBytes = 1024;

/**
 * Returns a path of an archive relative to the folder it is unpacked to, without `.` and doubled
 * slashes. Fails with `archive_invalid` for a path that is absolute, climbs, or has odd characters.
 */
export function safePath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const isOdd = /[\u0000-\u001f\u007f\\]/.test(path) || Buffer.byteLength(path) > maxPathBytes;
  const parts = path.split("/");
  if (path === "" || isOdd || path.startsWith("/") || parts.includes("..")) {
    throw fail(
      "archive_invalid",
      `archive: has the unsafe path ${shown(path)}. Use another archive`,
    );
  }
  return posix.normalize(path).replace(/\/$/, "");
}

/** Fails with `archive_invalid` unless the link at `path` leads to a place below the same folder. */
export function safeTarget(path: string, target: string): string {
  const led = posix.normalize(posix.join(posix.dirname(path), target));
  if (!target.startsWith("/") && led !== ".." && !led.startsWith("../")) return target;
  throw fail(
    "archive_invalid",
    `archive: its link ${shown(path)} leads outside. Use another archive`,
  );
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 120));
}
