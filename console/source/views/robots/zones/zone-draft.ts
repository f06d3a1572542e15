import type { RobotZone, RobotZoneRequest } from "../../../../../client/source/generated.ts";
import { GatehouseApiError } from "../../../../../client/source/errors.ts";

/** A corner in metres of the draft's frame. */
export type Corner = readonly [number, number];

/** A zone while it is drawn: a new one, or a stored one that is changed. */
export interface ZoneDraft {
  /** Of the stored one that is changed. */
  id?: string;
  /** Null: every robot of the site. */
  robotId: string | null;
  frame: string;
  name: string;
  type: RobotZone["type"];
  /** Of a `speed_limit` zone. */
  maxSpeedMps: number | undefined;
  corners: readonly Corner[];
}

/** Fewer corners make no area. */
export const leastCorners = 3;
/** What the box takes, as its contract says. */
export const mostCorners = 100;
const usualSpeedMps = 0.5;

/** A new zone of a robot. */
export function newDraft(robotId: string, frame: string): ZoneDraft {
  const speed = { maxSpeedMps: usualSpeedMps };
  return { robotId, frame, name: "", type: "keep_out", ...speed, corners: [] };
}

/** A stored zone, to be changed. */
export function draftOf(zone: RobotZone): ZoneDraft {
  const { id, robot_id: robotId, frame, name, type, max_speed_mps: speed, polygon } = zone;
  const maxSpeedMps = speed ?? usualSpeedMps;
  return { id, robotId, frame, name, type, maxSpeedMps, corners: polygon };
}

/** With one corner more, after the last; unchanged when the box would take no more. */
export function withCorner(draft: ZoneDraft, corner: Corner): ZoneDraft {
  if (draft.corners.length >= mostCorners) return draft;
  return { ...draft, corners: [...draft.corners, corner] };
}

/** The request to store the zone. */
export function requestOf(draft: ZoneDraft): RobotZoneRequest {
  const { id, robotId, frame, name, type, maxSpeedMps, corners } = draft;
  return {
    ...(id === undefined ? {} : { id }),
    robot_id: robotId,
    frame,
    name: name.trim(),
    type,
    polygon: corners.map(([x, y]) => [x, y]),
    ...(type === "speed_limit" && maxSpeedMps !== undefined ? { max_speed_mps: maxSpeedMps } : {}),
  };
}

/** Another zone of the same robot with the draft's name: storing the draft would replace it. */
export function namesake(
  { id, robotId, name }: ZoneDraft,
  zones: readonly RobotZone[],
): RobotZone | undefined {
  return zones.find(
    (zone) => zone.id !== id && zone.robot_id === robotId && zone.name === name.trim(),
  );
}

/** The parts of the form; a refusal appears at one of them. */
const fields = ["name", "type", "max_speed_mps", "polygon"] as const;
/** One of them. */
export type ZoneField = (typeof fields)[number];

/** The field that a refusal is about: `zones[0].polygon[2]` is about the polygon. */
export function fieldOf(error: unknown): ZoneField | undefined {
  if (!(error instanceof GatehouseApiError)) return undefined;
  const [, name] = /^zones\[0\]\.(\w+)/.exec(error.param ?? "") ?? [];
  return fields.find((field) => field === name);
}
