import { readFile } from "node:fs/promises";
import { flag, type Reading } from "./metrics.ts";

/** A helper process at the moment of a reading. */
export interface ChildState {
  isUp: boolean;
  restarts: number;
  /** Undefined while there is no process. */
  pid: number | undefined;
}

/** Returns the readings of a helper process; `child` is its label. */
export async function childReadings(
  child: string,
  { isUp, restarts, pid }: ChildState,
): Promise<Reading[]> {
  const labels = { child };
  const rssBytes = pid === undefined ? null : await residentBytes(pid);
  return [
    { name: "gatehouse_child_up", value: flag(isUp), labels },
    { name: "gatehouse_child_restarts_total", value: restarts, labels },
    ...(rssBytes === null
      ? []
      : [{ name: "gatehouse_child_resident_memory_bytes" as const, value: rssBytes, labels }]),
  ];
}

/** `VmRSS` of proc(5); null for a process that is gone. */
async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kibibytes === undefined ? null : Number(kibibytes) * 1024;
}
