import { readFileSync } from "node:fs";

/** Returns the limit of open files of this process, from proc(5) `limits`; Infinity where the system has no limit. */
export function maxOpenFiles(): number {
  let text = "";
  try {
    text = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // No procfs: nothing is known, so nothing is bounded by it.
  }
  return Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Infinity);
}
