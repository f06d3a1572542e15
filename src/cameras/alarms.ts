import type { BoxAlarm } from "../base/contract/box-alarms.ts";

/** The alarm of cameras that send nothing. */
export function cameraAlarms({ sources, online }: { sources: number; online: number }): BoxAlarm[] {
  if (online >= sources) return [];
  const message = `${sources - online} of ${sources} cameras send no video. Check their states`;
  return [{ code: "cameras_offline", severity: "warning", message }];
}
