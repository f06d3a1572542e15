import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Lowers the priority of a child process and its descendants, so that perception waits for the API
 * and never the reverse. Nice 5 is about a third of the share of a process at nice 0 where both
 * want the processor (sched(7)), and all of it where no other does. Best effort: a system that
 * refuses leaves the child unchanged.
 */
export function yieldToOthers(pid: number): void {
  setNice(pid, 5);
}

/** As `yieldToOthers`, for work that may wait for everything else: nice 19, the lowest. */
export function yieldToAll(pid: number): void {
  setNice(pid, 19);
}

function setNice(pid: number, nice: number): void {
  try {
    setPriority(pid, nice);
    // A child in a session of its own is its own scheduling group where the kernel groups by
    // session; its nice value then counts only inside that group.
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // The file is missing without that kernel feature, refused in some sandboxes, and gone with the
    // child.
  }
}
