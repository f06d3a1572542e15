/** Readings of the operating system; null where the system has none. */
export interface MachineReading {
  /** Space of the file system with the data directory, in bytes. */
  disk: { freeBytes: number; totalBytes: number } | null;
  /**
   * Number of files that the file system of the data directory can still take; null where it has no
   * such limit.
   */
  freeFiles: number | null;
  memory: { availableBytes: number; totalBytes: number } | null;
  /** Running and waiting processes, on average over 1, 5 and 15 minutes. */
  load: readonly [number, number, number];
  /** Processors that this process may use. */
  cpus: number;
  /** The hottest sensor of the board, in degrees Celsius. */
  hottest: { name: string; celsius: number } | null;
  /** True when the processor is throttled by heat or lack of power. */
  isThrottled: boolean | null;
  /** True when the clock follows a time server. */
  isClockSynchronised: boolean | null;
}

/** Reads the machine. */
export interface MachinePort {
  /** Never rejects, and takes no longer than two seconds. */
  read(): Promise<MachineReading>;
}
