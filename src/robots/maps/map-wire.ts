import { toMillimetre } from "../../base/geo/map-position.ts";
import type { RobotFrameWire, RobotMapWire } from "../wire/robot-maps.ts";
import type { FrameTieRequest, MapChange, MapRequest } from "./map-document.ts";
import type { MapLabel } from "./maps.ts";
import type { FrameRecord, MapRecord, PlanFitting } from "./map-record.ts";
import type { PlanPoint } from "./plan-fit.ts";
import type { TieOrder } from "./frames.ts";

/** The map on the wire; `url` of its picture, null when it is gone. */
export function mapWire(map: MapRecord, url: string | null): RobotMapWire {
  const { grid, plan, picture, heard } = map;
  return {
    id: map.id,
    object: "robot.map",
    name: map.name,
    frame: map.frame,
    level: map.level,
    kind: map.kind,
    origin: map.origin,
    robot_id: heard?.robotId ?? null,
    topic: heard?.topic ?? null,
    placement: map.placement,
    grid: grid && gridWire(grid),
    plan: plan && planWire(plan),
    picture: { url, width_px: picture.widthPx, height_px: picture.heightPx },
    revision: map.revision,
    created_at: map.createdAtMs / 1000,
    updated_at: map.updatedAtMs / 1000,
  };
}

function gridWire(grid: NonNullable<MapRecord["grid"]>): NonNullable<RobotMapWire["grid"]> {
  const { xM, yM, yawRad } = grid.origin;
  return {
    width: grid.widthCells,
    height: grid.heightCells,
    resolution_m: grid.resolutionM,
    origin: { x: xM, y: yM, yaw: yawRad },
    ...grid.counts,
  };
}

/** Fewer points than this fit without an error, whatever they are. */
const exactPoints = { similarity: 2, affine: 3 } as const;

function planWire({ fit, points }: PlanFitting): NonNullable<RobotMapWire["plan"]> {
  const errors = points.map(({ errorM }) => errorM);
  const isExact = points.length <= exactPoints[fit];
  const square = errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length;
  return {
    fit,
    points: points.map(({ imageNorm, mapM, errorM }) => ({
      image: imageNorm,
      map: mapM,
      error_m: toMillimetre(errorM),
    })),
    rms_error_m: isExact ? null : toMillimetre(Math.sqrt(square)),
    max_error_m: isExact ? null : toMillimetre(Math.max(...errors)),
  };
}

/** The tie on the wire. */
export function frameWire(tie: FrameRecord): RobotFrameWire {
  return {
    object: "robot.frame",
    frame: tie.frame,
    parent: tie.parent,
    x: tie.xM,
    y: tie.yM,
    yaw: tie.yawRad,
    errors_m: tie.errorsM && tie.errorsM.map(toMillimetre),
    revision: tie.revision,
    updated_at: tie.updatedAtMs / 1000,
  };
}

/** The words of a map in a request. */
export function labelOf({ id, name, frame, level = null }: MapRequest): MapLabel {
  return { ...(id === undefined ? {} : { id }), name, frame, level };
}

/** Points of a floor plan in a request. */
export function planPointsOf(points: NonNullable<MapChange["plan"]>["points"]): PlanPoint[] {
  return points.map(({ image, map }) => ({ imageNorm: image, mapM: map }));
}

/** The tie in a request. */
export function tieOrder(frame: string, request: FrameTieRequest): TieOrder {
  const { parent, x: xM, y: yM, yaw: yawRad, points } = request;
  const pairs = points?.map((pair) => ({ from: pair.frame, to: pair.parent })) ?? null;
  return { frame, parent, xM: xM ?? null, yM: yM ?? null, yawRad: yawRad ?? null, pairs };
}
