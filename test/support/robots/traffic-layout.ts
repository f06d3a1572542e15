import type { PointM } from "../../../src/base/geo/line.ts";
import type { CorridorRecord, PlaceRecord } from "../../../src/robots/maps/map-record.ts";
import type { PlaceKind } from "../../../src/robots/maps/map-terms.ts";

const stored = { v: 1, org: "default", level: null, layoutId: null } as const;
const dates = { revision: 1, createdAtMs: 0, updatedAtMs: 0 };

/** A place of a layout. */
export function layoutPlace(name: string, [xM, yM]: PointM, kind: PlaceKind): PlaceRecord {
  return { ...stored, ...dates, id: name, name, frame: "map", kind, xM, yM, yawRad: null };
}

/** A corridor of a layout, for one robot at a time. */
export function layoutCorridor(
  name: string,
  points: readonly PointM[],
  more: Partial<CorridorRecord> = {},
): CorridorRecord {
  const shape = { isOneWay: false, isExclusive: true, maxSpeedMps: null, widthM: 1 };
  return {
    ...stored,
    ...dates,
    ...shape,
    id: name,
    name,
    frame: "map",
    points,
    from: null,
    to: null,
    ...more,
  };
}
