import type { BoxAlarm } from "../../base/contract/box-alarms.ts";

/** Returns the alarm of safe mode for its reason; null while it is off. */
export function safeModeAlarm(reason: string | null): BoxAlarm[] {
  return reason === null ? [] : [{ code: "safe_mode", severity: "critical", message: reason }];
}
