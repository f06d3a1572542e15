/** Limits of the HTTP side that a site can change (decisions section 2). */
export interface HttpQuotas {
  readsPerMinute: number;
  createsPerMinute: number;
  /** Commands to robots and heartbeats of leases, which a driving program sends in a steady rhythm. */
  robotCommandsPerMinute: number;
  failedLoginsPerMinute: number;
  /** Event streams, of one key and of all; live views have as many places of their own. */
  readersPerKey: number;
  readers: number;
  /** Connections of one address that have shown no key yet. */
  connectionsPerAddress: number;
  /** What one event reader may have waiting before it is cut. */
  readerQueueEntries: number;
  readerQueueBytes: number;
  /** Bodies above 1 MiB that are being received or worked on, together, in bytes. */
  bodiesInFlightBytes: number;
  /** How many of them one key may have under way. */
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
