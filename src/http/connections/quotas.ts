/** Limits of the HTTP side that a site can change (decisions section 2). */
export interface HttpQuotas {
  readsPerMinute: number;
  createsPerMinute: number;
  /**
   * Commands to robots and heartbeats of leases, which a driving program sends at a steady rate.
   */
  robotCommandsPerMinute: number;
  failedLoginsPerMinute: number;
  /** Event streams of one key, and of all; live views have an equal number of their own. */
  readersPerKey: number;
  readers: number;
  /** Connections of one address that have not presented a key. */
  connectionsPerAddress: number;
  /** Largest backlog of one event reader before the server drops it. */
  readerQueueEntries: number;
  readerQueueBytes: number;
  /** Total of bodies above 1 MiB in progress, in bytes. */
  bodiesInFlightBytes: number;
  /** Such bodies of one key in progress. */
  bodiesInFlightPerKey: number;
}

/** The notes' defaults (sections 1.4 and 1.5). */
export const defaultQuotas: HttpQuotas = {
  readsPerMinute: 600,
  createsPerMinute: 120,
  robotCommandsPerMinute: 300,
  failedLoginsPerMinute: 10,
  readersPerKey: 20,
  readers: 200,
  connectionsPerAddress: 64,
  readerQueueEntries: 1000,
  readerQueueBytes: 1024 * 1024,
  bodiesInFlightBytes: 512 * 1024 * 1024,
  bodiesInFlightPerKey: 4,
};
