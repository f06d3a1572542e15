import { readdirSync, readFileSync } from "node:fs";

/** `USER_HZ` of Linux, proc(5). */
const ticksPerSec = 100;

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Fields 4, 14 and 15 of proc(5): parent, user and system time; 16 and 17 of ended children.
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}

/** CPU seconds of `root` and everything below it, ended children included. */
export function cpuSec(root: number): number {
  const all = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  let ticks = 0;
  for (const [pid, stat] of all) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== root) at = all.get(at)?.parent;
    if (at === root) ticks += stat.ticks;
  }
  return ticks / ticksPerSec;
}
