import type { Reading } from "../../base/contract/metrics.ts";

/** The device as readings see it. */
export interface DeviceCounts {
  /** Requests since the start, by their outcome. */
  answered: number;
  refused: number;
  /** Open subscriptions to events. */
  subscriptions: number;
  /** Reports since the start that a client did not fetch in time. */
  dropped: number;
}

/** Readings of the ONVIF device; none where the site has it off. */
export function onvifDeviceReadings(counts: DeviceCounts | undefined): Reading[] {
  if (!counts) return [];
  const name = "gatehouse_onvif_requests_total";
  return [
    { name, value: counts.answered, labels: { outcome: "answered" } },
    { name, value: counts.refused, labels: { outcome: "refused" } },
    { name: "gatehouse_onvif_subscriptions", value: counts.subscriptions },
    { name: "gatehouse_onvif_events_dropped_total", value: counts.dropped },
  ];
}
