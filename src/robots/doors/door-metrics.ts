import { flag, type Reading } from "../../base/contract/metrics.ts";
import type { Door } from "./door.ts";
import { doorStates } from "./door-terms.ts";

/** Readings of one door. */
export function doorReadings({ settings, view, holds, failures }: Door): Reading[] {
  const labels = { organisation: settings.org, door: settings.id };
  const age = view.ageMs === null ? [] : [view.ageMs / 1000];
  return [
    ...doorStates.map((state) => ({
      name: "gatehouse_door_state" as const,
      value: flag(view.state === state),
      labels: { ...labels, state },
    })),
    ...age.map((value) => ({ name: "gatehouse_door_state_age_seconds" as const, value, labels })),
    { name: "gatehouse_door_holds", value: holds.length, labels },
    { name: "gatehouse_door_request_failures_total", value: failures, labels },
  ];
}
