import { readFileSync } from "node:fs";

/** Memory of a process that lies in RAM, in bytes (`VmRSS` of proc(5)). */
export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
