import { invalidField } from "../../base/contract/fail.ts";
import { pointsOfCurve } from "./corridor-curve.ts";
import { curveOfBody, curveWire } from "./curve-wire.ts";
import type { RobotCorridorWire, RobotPlaceWire } from "../wire/robot-places.ts";
import type { CorridorRequest, PlaceRequest } from "./map-document.ts";
import type { CorridorRecord, PlaceRecord } from "./map-record.ts";
import type { SeenCorridor, SeenPlace } from "./places.ts";
import type { Draft } from "./routes-store.ts";

/** The place in a request. */
export function placeDraft(request: PlaceRequest): Draft<"place"> {
  const { id, name, kind, frame, level = null, x: xM, y: yM, yaw: yawRad = null } = request;
  const { door = null } = request;
  const values = { name, kind, frame, level, xM, yM, yawRad, door, layoutId: null };
  return id === undefined ? values : { id, ...values };
}

/** The corridor in a request; fails with `invalid_request_body` for a malformed curve, and for one without points. */
export function corridorDraft(request: CorridorRequest, at: number): Draft<"corridor"> {
  const { id, name, frame, level = null, from = null, to = null } = request;
  const curve = request.curve ? curveOfBody(request.curve) : null;
  const points = curve ? pointsOfCurve(curve, `corridors[${at}].curve`) : request.points;
  if (!points)
    throw invalidField(`corridors[${at}].points`, "is missing. Send points or a curve", "curve");
  const values = {
    name,
    frame,
    level,
    points,
    ...(curve ? { curve } : {}),
    isOneWay: request.one_way ?? false,
    isExclusive: request.exclusive ?? false,
    maxSpeedMps: request.max_speed_mps ?? null,
    widthM: request.width_m ?? null,
    from,
    to,
    door: request.door ?? null,
    layoutId: null,
  };
  return id === undefined ? values : { id, ...values };
}

/** The place on the wire. */
export function placeWire({ place, warnings }: SeenPlace): RobotPlaceWire {
  const { id, kind, xM: x, yM: y, yawRad: yaw } = place;
  return { id, object: "robot.place", kind, x, y, yaw, ...commonWire(place, warnings) };
}

/** The corridor on the wire. */
export function corridorWire({ corridor, warnings }: SeenCorridor): RobotCorridorWire {
  const { id, points, from, to } = corridor;
  return {
    id,
    object: "robot.corridor",
    points,
    curve: corridor.curve ? curveWire(corridor.curve) : null,
    one_way: corridor.isOneWay,
    exclusive: corridor.isExclusive,
    max_speed_mps: corridor.maxSpeedMps,
    width_m: corridor.widthM,
    from,
    to,
    ...commonWire(corridor, warnings),
  };
}

function commonWire(record: PlaceRecord | CorridorRecord, warnings: string[]) {
  const { name, frame, level, layoutId, revision, createdAtMs, updatedAtMs } = record;
  return {
    name,
    frame,
    level,
    layout: layoutId,
    door: record.door ?? null,
    warnings,
    revision,
    created_at: createdAtMs / 1000,
    updated_at: updatedAtMs / 1000,
  };
}
