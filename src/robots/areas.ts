import { robotLimits } from "../contract/robot.ts";
import { edgeDistance, insideTest } from "../geo/polygon.ts";
import { type Segment, segmentsTouch } from "../geo/segment.ts";

type PointM = readonly [xM: number, yM: number];

/** An area of a map, in metres of its frame. */
export interface Area {
  frame: string;
  polygon: readonly PointM[];
}

/** A stored zone as the gate and the watch need it. */
export interface ZoneArea extends Area {
  id: string | null;
  name: string;
  type: "keep_in" | "keep_out" | "speed_limit";
  /** Of `speed_limit`; null for the others. */
  maxSpeedMps: number | null;
}

/**
 * How deep in an allowed area a goal must lie, how deep a robot must be to count as inside again,
 * and how far from a forbidden area a goal must keep, in metres: so that the noise of a pose at an
 * edge makes no alarm (hysteresis).
 */
export const edgeMarginM = 0.2;

/** Whether a place can be on a map at all: areas lie within the same bound. */
export function isOnMap([xM, yM]: PointM): boolean {
  return Math.abs(xM) <= robotLimits.coordinateM && Math.abs(yM) <= robotLimits.coordinateM;
}

/** Why a place is not allowed. */
export interface SpaceProblem {
  rule: "outside_geofence" | "keep_out_zone";
  /** Name of the zone; null for the geofence. */
  zone: string | null;
}

interface Prepared {
  frame: string;
  isInside(point: PointM): boolean;
  edgeM(point: PointM): number;
}

/** Where a robot may be: its geofence, any of its keep-in zones, none of its keep-out zones. */
export class AllowedSpace {
  readonly #fence: Prepared | null;
  readonly #keepIn: readonly (Prepared & { zone: ZoneArea })[];
  readonly #keepOut: readonly (Prepared & { zone: ZoneArea })[];
  readonly #slow: readonly (Prepared & { zone: ZoneArea })[];

  constructor(geofence: Area | null, zones: readonly ZoneArea[]) {
    this.#fence = geofence && prepared(geofence);
    const of = (type: ZoneArea["type"]) =>
      zones.filter((zone) => zone.type === type).map((zone) => ({ ...prepared(zone), zone }));
    this.#keepIn = of("keep_in");
    this.#keepOut = of("keep_out");
    this.#slow = of("speed_limit");
  }

  /** Whether anything at all bounds where the robot may be. */
  get isBounded(): boolean {
    return this.#fence !== null || this.#keepIn.length > 0 || this.#keepOut.length > 0;
  }

  /**
   * Why a robot may not be at `point`, keeping `marginM` from every edge; null where it may. An
   * area in another frame than the point forbids it: what cannot be compared is not allowed.
   */
  problemAt(frame: string, point: PointM, marginM: number): SpaceProblem | null {
    const within = (area: Prepared): boolean =>
      area.frame === frame && area.isInside(point) && area.edgeM(point) >= marginM;
    if (this.#fence && !within(this.#fence)) return { rule: "outside_geofence", zone: null };
    if (this.#keepIn.length > 0 && !this.#keepIn.some(within)) {
      return { rule: "outside_geofence", zone: this.#keepIn[0]!.zone.name };
    }
    const entered = this.#keepOut.find(
      (area) =>
        area.frame === frame &&
        (area.isInside(point) || (marginM > 0 && area.edgeM(point) < marginM)),
    );
    return entered ? { rule: "keep_out_zone", zone: entered.zone.name } : null;
  }

  /** The lowest limit of the speed zones around `point`; Infinity without one. */
  speedLimitAt(frame: string, point: PointM): number {
    return this.#slow
      .filter((area) => area.frame === frame && area.isInside(point))
      .reduce((least, { zone }) => Math.min(least, zone.maxSpeedMps ?? Infinity), Infinity);
  }

  /** The lowest limit of the speed zones that the line touches; Infinity without one. */
  speedLimitAlong(frame: string, from: PointM, to: PointM): number {
    return this.#slow
      .filter((area) => area.frame === frame && touches(area, [from, to]))
      .reduce((least, { zone }) => Math.min(least, zone.maxSpeedMps ?? Infinity), Infinity);
  }
}

/** Whether any part of the line is in the area or on its edge. */
function touches({ zone: { polygon }, ...area }: Prepared & { zone: ZoneArea }, line: Segment) {
  if (area.isInside(line[0])) return true;
  return polygon.some((corner, at) =>
    segmentsTouch([corner, polygon[(at + 1) % polygon.length]!], line),
  );
}

function prepared(area: Area): Prepared {
  const test = insideTest(area.polygon);
  // Far beyond every map the products of the test overflow, and it would answer anything.
  const inside = (point: PointM): boolean => isOnMap(point) && test(point);
  return {
    frame: area.frame,
    isInside: inside,
    edgeM: (point) => edgeDistance(area.polygon, point),
  };
}
