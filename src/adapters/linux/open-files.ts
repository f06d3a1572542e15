import { readFileSync } from "node:fs";

/** How many files this process may have open, from proc(5) `limits`; Infinity where the system names no limit. */
export function maxOpenFiles(): number {
  let text = "";
  try {
    text = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // No procfs: nothing is known, so nothing is bounded by it.
  }
  return Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Infinity);
}
