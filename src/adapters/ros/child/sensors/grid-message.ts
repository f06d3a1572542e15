import { invalidField } from "../../../../base/contract/fail.ts";
import { checkGridSize, checkResolution, finite } from "../../../../robots/maps/grid-file.ts";
import type { GridShape } from "../../../../robots/maps/occupancy.ts";
import type { RosMessage } from "../core/ros-link.ts";
import { isUnit, yawOf } from "../core/transforms.ts";

/** A map as a robot sent it. */
export interface HeardGrid {
  frame: string;
  shape: GridShape;
  /** Row after row from the lowest, as in `nav_msgs/OccupancyGrid`; -1 is unknown. */
  cells: Int8Array;
}

/**
 * Reads a `nav_msgs/OccupancyGrid`. Fails with `invalid_request_body` naming the field: values that are no numbers, a
 * size beyond the limits or other than that of `data`, and cells outside of -1 to 100.
 */
export function gridOf(message: RosMessage): HeardGrid {
  const { header = {}, info = {}, data } = message as Record<string, Fields>;
  const [width, height] = [info["width"], info["height"]].map(Number) as [number, number];
  checkGridSize(width, height, "info");
  // A 32-bit number: 0.05 arrives as 0.05000000074505806.
  const resolutionM = Number(finite(info["resolution"], "info.resolution").toPrecision(7));
  checkResolution(resolutionM, "info.resolution");
  const { position = {}, orientation } = (info["origin"] ?? {}) as Record<string, Fields>;
  const rotation = orientation as Parameters<typeof isUnit>[0];
  if (!isUnit(rotation))
    throw invalidField("info.origin.orientation", "is no rotation. Send a unit quaternion");
  const origin = {
    xM: finite(position["x"], "info.origin.position.x"),
    yM: finite(position["y"], "info.origin.position.y"),
    yawRad: yawOf(rotation),
  };
  const cells = cellsOf(data, width * height, "data");
  const name = header["frame_id"];
  const frame = typeof name === "string" ? name.replace(/^\//, "") : "";
  if (frame === "") throw invalidField("header.frame_id", "is empty. Name the map frame");
  const shape = { widthCells: width, heightCells: height, resolutionM, origin };
  return { frame, shape, cells };
}

type Fields = Record<string, unknown>;

/**
 * Puts a `map_msgs/OccupancyGridUpdate` into the grid. Fails with `invalid_request_body` for a part that is not within
 * the grid, and as `gridOf`.
 */
export function applyUpdate(grid: HeardGrid, message: RosMessage): HeardGrid {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) =>
    finite(message[name], name),
  ) as [number, number, number, number];
  const { widthCells, heightCells } = grid.shape;
  const isWithin =
    [x, y, width, height].every((value) => Number.isInteger(value) && value >= 0) &&
    x + width <= widthCells &&
    y + height <= heightCells;
  if (!isWithin) {
    const part = `${width} × ${height} cells at ${x}, ${y}`;
    throw invalidField("x", `${part} are not within the map. Send the whole map first`);
  }
  const part = cellsOf(message["data"], width * height, "data");
  const cells = grid.cells.slice();
  for (let row = 0; row < height; row += 1) {
    cells.set(part.subarray(row * width, (row + 1) * width), (y + row) * widthCells + x);
  }
  return { ...grid, cells };
}

/** Returns the cells from the highest row on, unknown ones as `unknownCell`. */
export function topFirst({ shape, cells }: HeardGrid): Uint8Array {
  const { widthCells, heightCells } = shape;
  const bytes = new Uint8Array(cells.length);
  for (let row = 0; row < heightCells; row += 1) {
    const from = (heightCells - 1 - row) * widthCells;
    bytes.set(cells.subarray(from, from + widthCells), row * widthCells);
  }
  // As a byte, -1 is `unknownCell`.
  return bytes;
}

function cellsOf(data: unknown, count: number, at: string): Int8Array {
  const isList = Array.isArray(data) || ArrayBuffer.isView(data);
  const list = isList ? (data as ArrayLike<number>) : [];
  if (list.length !== count)
    throw invalidField(
      at,
      `has ${list.length} cells; width × height is ${count}. Send all of them`,
    );
  for (let index = 0; index < count; index += 1) {
    const cell = list[index];
    if (typeof cell === "number" && Number.isInteger(cell) && cell >= -1 && cell <= 100) continue;
    throw invalidField(`${at}[${index}]`, `is ${String(cell)}. A cell is -1 to 100`);
  }
  return data instanceof Int8Array ? data : Int8Array.from(list);
}
