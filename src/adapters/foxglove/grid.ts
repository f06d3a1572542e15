import type { MapRecord } from "../../robots/maps/map-record.ts";
import { type FoxgloveMessage, rotationOf, timeOf } from "./messages.ts";

/** `foxglove.NumericType`. */
const uint8 = 1;

/** Returns a map as `foxglove.Grid`; `cells` are row after row from the highest, Foxglove begins at the lowest. */
export function ofGrid(
  { frame, grid, updatedAtMs }: MapRecord,
  cells: Uint8Array,
): FoxgloveMessage {
  const { widthCells, heightCells, resolutionM, origin } = grid!;
  const rows = Buffer.alloc(widthCells * heightCells);
  for (let row = 0; row < heightCells; row += 1) {
    const from = (heightCells - 1 - row) * widthCells;
    rows.set(cells.subarray(from, from + widthCells), row * widthCells);
  }
  const data = {
    timestamp: timeOf(updatedAtMs),
    frame_id: frame,
    pose: {
      position: { x: origin.xM, y: origin.yM, z: 0 },
      orientation: rotationOf(origin.yawRad),
    },
    column_count: widthCells,
    cell_size: { x: resolutionM, y: resolutionM },
    row_stride: widthCells,
    cell_stride: 1,
    fields: [{ name: "occupied_percent", offset: 0, type: uint8 }],
    data: rows.toString("base64"),
  };
  return { kind: "map", atMs: updatedAtMs, data };
}
