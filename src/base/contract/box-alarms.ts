/** Codes of the alarms that the box raises about itself; stable, because pages and rules name them. */
export const boxAlarmCodes = [
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
  "camera_events_failing",
  "decoders_failing",
  "endpoint_refused",
  "too_hot",
  "throttled",
  "memory_low",
  "clock_not_synchronised",
  "certificate_ending",
  "certificate_ended",
  "audit_lost",
  "fleet_unreachable",
  "fleet_boxes_lost",
  "fleet_without_takeover",
  "fleet_key_changed",
  "fleet_records_conflict",
  "fleet_records_refused",
  "fleet_central_unreachable",
] as const;

/** The code of an alarm about the box. */
export type BoxAlarmCode = (typeof boxAlarmCodes)[number];

/** An alarm about the box: its cameras, its store, its machine. */
export interface BoxAlarm {
  code: BoxAlarmCode;
  severity: "critical" | "warning";
  /** The fault, and what to do about it. */
  message: string;
}
