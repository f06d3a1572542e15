/** What the box asks a technician to see to; stable, so that pages and rules can name them. */
export const alarmCodes = [
  "safe_mode",
  "storage_full",
  "store_stalled",
  "store_unwritable",
  "disk_low",
  "inodes_low",
  "store_at_risk",
  "files_unnamed",
  "vision_down",
  "model_damaged",
  "cameras_refused",
  "cameras_offline",
  "decoders_failing",
  "endpoint_refused",
  "too_hot",
  "throttled",
  "memory_low",
  "clock_not_synchronised",
  "certificate_ending",
  "certificate_ended",
  "audit_lost",
] as const;

/** One of them. */
export type AlarmCode = (typeof alarmCodes)[number];

/** `data.machine` of `GET /api/v1/system`: what the operating system tells; null where it does not. */
export interface MachineWire {
  disk: { free_bytes: number; total_bytes: number } | null;
  memory: { available_bytes: number; total_bytes: number } | null;
  /** Averages over 1, 5 and 15 minutes. */
  load: readonly number[];
  cpus: number;
  temperature: { sensor: string; celsius: number } | null;
  throttled: boolean | null;
  clock_synchronised: boolean | null;
}

/** `data` of `GET /api/v1/system/history`: one column per figure, one entry per minute, oldest first. */
export interface SystemHistoryWire {
  /** Unix seconds. */
  at: number[];
  disk_free_bytes: (number | null)[];
  memory_available_bytes: (number | null)[];
  load: number[];
  celsius: (number | null)[];
  cameras_online: number[];
  jobs_queued: number[];
}

/** One of `data.alarms` of `GET /api/v1/system`. */
export interface AlarmWire {
  code: AlarmCode;
  severity: "critical" | "warning";
  /** What is wrong and what to do about it, in English. */
  message: string;
}
