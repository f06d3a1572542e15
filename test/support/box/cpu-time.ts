import { readdirSync, readFileSync } from "node:fs";

/** `USER_HZ` of Linux, proc(5). */
const ticksPerSec = 100;

interface ProcessStat {
  parent: number;
  /** Own user and system time. */
  ticks: number;
  /** Of children that have ended. */
  endedTicks: number;
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // Fields 4, 14 and 15 of proc(5): parent, user and system time; 16 and 17 of ended children.
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    return {
      parent: Number(fields[1]),
      ticks: user + system,
      endedTicks: endedUser + endedSystem,
    };
  } catch {
    return undefined;
  }
}

/** `root` first, then everything below it. */
function tree(root: number): Map<number, ProcessStat> {
  const all = new Map<number, ProcessStat>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined;
    if (stat) all.set(Number(name), stat);
  }
  const below = new Map<number, ProcessStat>();
  const own = all.get(root);
  if (own) below.set(root, own);
  for (const [pid, stat] of all) {
    let at: number | undefined = pid;
    while (at !== undefined && at !== root) at = all.get(at)?.parent;
    if (at === root) below.set(pid, stat);
  }
  return below;
}

/** CPU seconds of `root` and everything below it, ended children included. */
export function cpuSec(root: number): number {
  let ticks = 0;
  for (const stat of tree(root).values()) ticks += stat.ticks + stat.endedTicks;
  return ticks / ticksPerSec;
}

/** One process and its CPU time. */
export interface ProcessTime {
  pid: number;
  /** Its command line. */
  args: string;
  /** Its own, without its children's. */
  cpuSec: number;
  /** Of children that have ended, and of theirs. */
  endedSec: number;
}

/** `root` first, then every process below it that lives. */
export function processTimes(root: number): ProcessTime[] {
  return [...tree(root)].map(([pid, { ticks, endedTicks }]) => {
    let args = "";
    try {
      args = readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
    } catch {
      // It ended meanwhile.
    }
    return { pid, args, cpuSec: ticks / ticksPerSec, endedSec: endedTicks / ticksPerSec };
  });
}
