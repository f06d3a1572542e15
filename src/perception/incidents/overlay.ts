import type { BoxNorm } from "../../base/contract/geometry.ts";
import type { Overlay } from "../core/vision-port.ts";
import type { Zones } from "../core/zones.ts";

/** The objects and regions of a stream's open incidents. */
export interface Alerts {
  trackIds: ReadonlySet<number>;
  zones: ReadonlySet<string>;
  /** The regions of conditions without tracks, such as an object left behind. */
  regions: readonly { boxNorm: BoxNorm; label: string }[];
}

/** The drawing on a picture of a stream. */
export interface OverlayFacts {
  /** Name of the stream for people. */
  name: string;
  zones: Zones;
  tracks: readonly { id: number; label: string; boxNorm: BoxNorm }[];
  alerts: Alerts;
  /** Unix milliseconds of the picture; null when it is not known. */
  wallMs: number | null;
}

/**
 * Draws regions of incidents, boxes with class and track id, zones with names, and a caption with the
 * stream's name and UTC time.
 */
export function overlayOf(facts: OverlayFacts): Overlay {
  const time = facts.wallMs === null ? "" : `  ${utcText(facts.wallMs)}`;
  return {
    // Regions come first: of too many shapes the last ones are left out.
    boxes: [
      ...facts.alerts.regions.map((region) => ({ ...region, alert: true })),
      ...facts.tracks.map(({ id, label, boxNorm }) => ({
        boxNorm,
        label: `${label} ${id}`,
        alert: facts.alerts.trackIds.has(id),
      })),
    ],
    zones: [...facts.zones.values()].map((zone) => ({
      name: zone.name,
      ...(zone.kind === "area" ? { polygonNorm: zone.polygonNorm } : { lineNorm: zone.lineNorm }),
      alert: facts.alerts.zones.has(zone.name),
    })),
    caption: `${facts.name}${time}`,
  };
}

function utcText(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
