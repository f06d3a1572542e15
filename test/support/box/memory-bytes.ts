import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Memory of a process that lies in RAM, in bytes: all of it, or what lies in no file (proc(5)). */
export function residentBytes(pid: number, part: "VmRSS" | "RssAnon" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${part}:\\s+(\\d+) kB$`, "m").exec(status)![1]) * 1024;
}

/** Bytes of the objects in this process, after a collection of garbage. */
export function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
