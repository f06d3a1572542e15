import type { BoxAlarm } from "../../base/contract/box-alarms.ts";

import type { MachineReading } from "./machine-port.ts";

/** The readings behind the alarms of the machine. */
export interface MachineCondition {
  /** Null before the first reading. */
  machine: MachineReading | null;
  isStoreFull: boolean;
  /** Free space on the disk that recordings leave, in bytes. */
  keptFreeBytes: number;
}

/**
 * Temperature at which processors begin to throttle, in degrees Celsius (Intel and NVIDIA start at
 * 80 to 97).
 */
const hotCelsius = 85;
/** Number of files that a day of evidence of one busy camera takes. */
const scarceFiles = 2000;
const scarceMemoryShare = 0.05;

/** Alarms of the disk, the temperature, the memory and the clock. */
export function machineAlarms({
  machine,
  isStoreFull,
  keptFreeBytes,
}: MachineCondition): BoxAlarm[] {
  if (!machine) return [];
  const alarms: BoxAlarm[] = [];
  const warn = (isRaised: boolean, code: BoxAlarm["code"], message: string): void => {
    if (isRaised) alarms.push({ code, severity: "warning", message });
  };
  const { disk, freeFiles, hottest, memory } = machine;
  warn(
    !isStoreFull && disk !== null && disk.freeBytes < keptFreeBytes / 2,
    "disk_low",
    "Less than half of the space that recordings leave free is left on the disk. Remove other data that fills it",
  );
  if (freeFiles !== null && freeFiles < scarceFiles) {
    const message = `The disk has room for only ${freeFiles} more files (df -i). Remove small files, or create the file system with more inodes`;
    alarms.push({ code: "inodes_low", severity: "critical", message });
  }
  const celsius = hottest?.celsius ?? 0;
  warn(
    celsius >= hotCelsius,
    "too_hot",
    `The machine is at ${Math.round(celsius)} °C. Check its fan and the air around it`,
  );
  warn(
    machine.isThrottled === true,
    "throttled",
    "The processor runs slower because of heat or lack of power. Check the cooling and the power supply",
  );
  warn(
    memory !== null && memory.availableBytes < scarceMemoryShare * memory.totalBytes,
    "memory_low",
    "Less than 5 % of the memory is free. Reduce the frame rate or the number of cameras",
  );
  warn(
    machine.isClockSynchronised === false,
    "clock_not_synchronised",
    "The clock follows no time server. Set up a time server that the box can reach (timedatectl)",
  );
  return alarms;
}
