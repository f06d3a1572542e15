import type { MachineWire, SystemHistoryWire } from "./wire/machine.ts";
import type { MachineReading } from "./machine-port.ts";
import type { MachineSample } from "./machine-watch.ts";

/** Returns a reading on the wire; null before the first. */
export function machineWire(reading: MachineReading | null): MachineWire | null {
  if (!reading) return null;
  const { disk, memory, hottest } = reading;
  return {
    disk: disk && { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    memory: memory && { available_bytes: memory.availableBytes, total_bytes: memory.totalBytes },
    load: [...reading.load],
    cpus: reading.cpus,
    temperature: hottest && { sensor: hottest.name, celsius: hottest.celsius },
    throttled: reading.isThrottled,
    clock_synchronised: reading.isClockSynchronised,
  };
}

/** Returns the history as columns for charts. */
export function historyWire(samples: readonly MachineSample[]): SystemHistoryWire {
  return {
    at: samples.map(({ atMs }) => Math.floor(atMs / 1000)),
    disk_free_bytes: samples.map(({ reading }) => reading.disk?.freeBytes ?? null),
    memory_available_bytes: samples.map(({ reading }) => reading.memory?.availableBytes ?? null),
    load: samples.map(({ reading }) => reading.load[0]),
    celsius: samples.map(({ reading }) => reading.hottest?.celsius ?? null),
    cameras_online: samples.map(({ work }) => work.camerasOnline),
    jobs_queued: samples.map(({ work }) => work.jobsQueued),
  };
}
