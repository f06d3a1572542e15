import { readFileSync } from "node:fs";

/** Memory of a process that lies in RAM, in bytes: all of it, or what lies in no file (proc(5)). */
export function residentBytes(pid: number, part: "VmRSS" | "RssAnon" = "VmRSS"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${part}:\\s+(\\d+) kB$`, "m").exec(status)![1]) * 1024;
}
