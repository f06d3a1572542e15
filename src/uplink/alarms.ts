import type { BoxAlarm } from "../base/contract/box-alarms.ts";

/** The alarm of endpoints that refuse the box's key. */
export function uplinkAlarms(endpoints: readonly { name: string; state: string }[]): BoxAlarm[] {
  const refused = endpoints.filter(({ state }) => state === "refused").map(({ name }) => name);
  if (refused.length === 0) return [];
  const message = `These endpoints refuse the key of the box: ${refused.join(", ")}. Replace the key`;
  return [{ code: "endpoint_refused", severity: "warning", message }];
}
