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
/** A store of eight aisles with side bays: every lane is for one robot and for both directions. */
export function warehouse(columns = 8): { corridors: CorridorRecord[]; places: PlaceRecord[] } {
  const corridors: CorridorRecord[] = [];
  const places: PlaceRecord[] = [];
  const lane = (name: string, from: PointM, to: PointM) =>
    corridors.push(layoutCorridor(name, [from, to]));
  for (let column = 0; column < columns; column += 1) {
    const x = column * 6;
    for (const [row, y] of [0, 5, 10, 15].entries()) {
      lane(`aisle ${column}.${row}`, [x, y], [x, y + 5]);
      if (row === 0) continue;
      lane(`bay ${column}.${row}`, [x, y], [x + 2.5, y]);
      places.push(layoutPlace(`station ${column}.${row}`, [x + 2.5, y], "station"));
    }
    for (const [side, y, to] of [
      ["south", 0, -2.5],
      ["north", 20, 22.5],
    ] as const) {
      lane(`stub ${side} ${column}`, [x, y], [x, to]);
      places.push(layoutPlace(`home ${side} ${column}`, [x, to], "home"));
      if (column > 0) lane(`main ${side} ${column}`, [x - 6, y], [x, y]);
    }
  }
  return { corridors, places };
}
