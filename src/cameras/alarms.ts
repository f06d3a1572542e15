import type { BoxAlarmWire } from "../system/machine/wire/box-alarms.ts";

/** The alarm of cameras that send nothing. */
export function cameraAlarms({
  sources,
  online,
}: {
  sources: number;
  online: number;
}): BoxAlarmWire[] {
  if (online >= sources) return [];
  const message = `${sources - online} of ${sources} cameras send no video. Check their states`;
  return [{ code: "cameras_offline", severity: "warning", message }];
}
