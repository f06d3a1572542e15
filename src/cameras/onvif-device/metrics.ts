import type { Reading } from "../../base/contract/metrics.ts";

/** The device as readings see it. */
export interface DeviceCounts {
  /** Requests since the start, by their outcome. */
  answered: number;
  refused: number;
}

/** Readings of the ONVIF device; none where the site has it off. */
export function onvifDeviceReadings(counts: DeviceCounts | undefined): Reading[] {
  if (!counts) return [];
  const name = "gatehouse_onvif_requests_total";
  return [
    { name, value: counts.answered, labels: { outcome: "answered" } },
    { name, value: counts.refused, labels: { outcome: "refused" } },
  ];
}
