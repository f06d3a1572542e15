import type { BoxAlarmWire } from "../machine/wire/box-alarms.ts";

/** The alarm of safe mode, by the reason for it; null while it is off. */
export function safeModeAlarm(reason: string | null): BoxAlarmWire[] {
  return reason === null ? [] : [{ code: "safe_mode", severity: "critical", message: reason }];
}
