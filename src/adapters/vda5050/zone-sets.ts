import { createHash } from "node:crypto";
import type { ZoneArea } from "../../robots/driver/areas.ts";
import type { ZoneFrame, ZoneSetFrame } from "./schemas/3-0-order.ts";

/** A zone set of ours begins with this; no other is ever touched. */
export const ownPrefix = "gatehouse-";

/** Returns the type of 3.0 for a zone of the box; null for one without. */
export function zoneTypeOf({ type }: Pick<ZoneArea, "type">): "BLOCKED" | "SPEED_LIMIT" | null {
  if (type === "keep_out") return "BLOCKED";
  return type === "speed_limit" ? "SPEED_LIMIT" : null;
}

/**
 * The set of a map. Its id is a digest of its content, because the content of an id never changes (section
 * 6.4.2); the same zones give the same id after a restart.
 */
export function zoneSetOf(mapId: string, zones: readonly ZoneArea[]): ZoneSetFrame {
  const frames = zones
    .flatMap((zone) => zoneFrame(zone) ?? [])
    .toSorted((a, b) => (a.zoneId < b.zoneId ? -1 : 1));
  const digest = createHash("sha256")
    .update(JSON.stringify([mapId, frames]))
    .digest("hex");
  return { mapId, zoneSetId: `${ownPrefix}${digest.slice(0, 20)}`, zones: frames };
}

function zoneFrame(zone: ZoneArea): ZoneFrame | null {
  const zoneType = zoneTypeOf(zone);
  if (zoneType === null || zone.id === null) return null;
  const fields = {
    zoneId: zone.id,
    zoneDescriptor: zone.name,
    vertices: counterclockwise(zone.polygon).map(([x, y]) => ({ x, y })),
  };
  return zoneType === "BLOCKED"
    ? { ...fields, zoneType }
    : { ...fields, zoneType, maximumSpeed: zone.maxSpeedMps ?? 0 };
}

/** The corners in the direction that section 7.6 asks for. */
function counterclockwise(polygon: ZoneArea["polygon"]): ZoneArea["polygon"] {
  let doubleArea = 0;
  for (const [at, [x, y]] of polygon.entries()) {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length]!;
    doubleArea += x * nextY - nextX * y;
  }
  return doubleArea < 0 ? polygon.toReversed() : polygon;
}
