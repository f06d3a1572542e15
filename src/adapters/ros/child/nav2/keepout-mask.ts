import type { ZoneArea } from "../../../../robots/driver/areas.ts";
import type { RosMessage } from "../core/ros-link.ts";
import { alongEdges, insideRows, type PointCells } from "./raster.ts";
import { yawOf } from "../core/transforms.ts";

/** The geometry of a `nav_msgs/msg/OccupancyGrid`. */
export interface GridGeometry {
  frame: string;
  /** Side of a cell, in metres. */
  cellM: number;
  width: number;
  height: number;
  /** The outer corner of cell (0, 0), and the grid's rotation. */
  originXM: number;
  originYM: number;
  originYawRad: number;
}

/** Value of a cell that may not be entered, and of one that may. */
const forbidden = 100;
const free = 0;

/** Reads the geometry of a map; null for one that cannot be worked with. */
export function geometryOf(message: RosMessage): GridGeometry | null {
  const header = message["header"] as { frame_id: string };
  const info = message["info"] as {
    resolution: number;
    width: number;
    height: number;
    origin: {
      position: { x: number; y: number };
      orientation: Parameters<typeof yawOf>[0];
    };
  };
  const { position, orientation } = info.origin;
  const geometry = {
    frame: header.frame_id.replace(/^\//, ""),
    cellM: info.resolution,
    width: info.width,
    height: info.height,
    originXM: position.x,
    originYM: position.y,
    originYawRad: yawOf(orientation),
  };
  const isSound = geometry.cellM > 0 && geometry.width > 0 && geometry.height > 0;
  return isSound ? geometry : null;
}

/** A mask of a map, and the zones that it holds. */
export interface KeepoutMask {
  /** Row by row from cell (0, 0), as in an OccupancyGrid. */
  cells: Int8Array;
  heldIds: string[];
}

/**
 * Marks every cell that a keep-out zone touches, and every cell that is not wholly inside one of the
 * keep-in zones. A zone in another frame, or a keep-out zone off the map, is not held.
 */
export function keepoutMask(geometry: GridGeometry, zones: readonly ZoneArea[]): KeepoutMask {
  const cells = new Int8Array(geometry.width * geometry.height);
  const here = zones.filter(
    ({ frame, type }) => frame === geometry.frame && type !== "speed_limit",
  );
  const keepIn = here.filter(({ type }) => type === "keep_in");
  if (keepIn.length > 0) cells.fill(forbidden);
  for (const zone of keepIn) open(cells, geometry, zone);
  const held = here.filter((zone) => zone.type === "keep_in" || close(cells, geometry, zone));
  return { cells, heldIds: held.flatMap(({ id }) => id ?? []) };
}

/** The message that carries the mask. */
export function maskMessage(geometry: GridGeometry, cells: Int8Array): RosMessage {
  const { frame, cellM, width, height, originXM, originYM, originYawRad } = geometry;
  const stamp = { sec: 0, nanosec: 0 };
  const half = originYawRad / 2;
  return {
    header: { stamp, frame_id: frame },
    info: {
      map_load_time: stamp,
      resolution: cellM,
      width,
      height,
      origin: {
        position: { x: originXM, y: originYM, z: 0 },
        orientation: { x: 0, y: 0, z: Math.sin(half), w: Math.cos(half) },
      },
    },
    data: cells,
  };
}

function open(cells: Int8Array, geometry: GridGeometry, zone: ZoneArea): void {
  const corners = toCells(geometry, zone);
  const touched = new Set<number>();
  alongEdges(geometry, corners, (at) => void touched.add(at));
  insideRows(geometry, corners, (from, to) => {
    for (let at = from; at < to; at += 1) if (!touched.has(at)) cells[at] = free;
  });
}

/** True when any of it is on the map. */
function close(cells: Int8Array, geometry: GridGeometry, zone: ZoneArea): boolean {
  const corners = toCells(geometry, zone);
  let isOn = false;
  alongEdges(geometry, corners, (at) => {
    cells[at] = forbidden;
    isOn = true;
  });
  insideRows(geometry, corners, (from, to) => {
    cells.fill(forbidden, from, to);
    isOn = true;
  });
  return isOn;
}

function toCells(geometry: GridGeometry, { polygon }: ZoneArea): PointCells[] {
  const { cellM, originXM, originYM, originYawRad } = geometry;
  const [cos, sin] = [Math.cos(originYawRad), Math.sin(originYawRad)];
  return polygon.map(([x, y]) => {
    const [dx, dy] = [x - originXM, y - originYM];
    return [(dx * cos + dy * sin) / cellM, (dy * cos - dx * sin) / cellM];
  });
}
