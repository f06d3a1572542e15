import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * Lets a child process and what it will start yield to everything else on the box: seeing may wait for
 * an answer of the API, never the other way round. Nice 5 is about a third of the share of a process
 * at nice 0 where both want the processor (sched(7)), and all of it where nobody else does. Best
 * effort: a system that refuses leaves the child as it is.
 */
export function yieldToOthers(pid: number): void {
  const nice = 5;
  try {
    setPriority(pid, nice);
    // A child in a session of its own is its own scheduling group where the kernel groups by session;
    // its nice value then counts only inside of that group.
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch {
    // No such file without that kernel feature; refused in some sandboxes; gone when the child is.
  }
}
