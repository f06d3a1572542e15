import {
  apart,
  crossingsAlong,
  edgesOf,
  type Line,
  lineDistance,
  nearestOn,
  pointAt,
  type PointM,
} from "../../base/geo/line.ts";
import { edgeDistance, insideTest } from "../../base/geo/polygon.ts";
import { robotLimits } from "../robot-terms.ts";

/** An area of a map, in metres of its frame. */
export interface Area {
  frame: string;
  polygon: readonly PointM[];
}

/** A stored zone as the gate and the monitor need it. */
export interface ZoneArea extends Area {
  id: string | null;
  name: string;
  type: "keep_in" | "keep_out" | "speed_limit";
  /** Of `speed_limit`; null for the others. */
  maxSpeedMps: number | null;
}

/**
 * The margin at edges in metres, for goals inside allowed areas, for goals outside forbidden areas, and for a
 * robot to count as inside again: noise of a pose at an edge raises no alarm (hysteresis).
 */
export const edgeMarginM = 0.2;

/** True when a place can be on a map; areas lie within the same bound. */
export function isOnMap([xM, yM]: PointM): boolean {
  return Math.abs(xM) <= robotLimits.coordinateM && Math.abs(yM) <= robotLimits.coordinateM;
}

/** The reason why a place is not allowed. */
export interface SpaceProblem {
  rule: "outside_geofence" | "keep_out_zone";
  /** Name of the zone; null for the geofence. */
  zone: string | null;
}

/**
 * A way out of forbidden ground may exceed the shortest one by this factor and these metres: straight over
 * the nearest edge, or almost.
 */
export const wayOut = { factor: 1.5, slackM: 0.1 } as const;

/** A point beyond an edge by this much is on its other side, in metres. */
const beyondM = 1e-6;
/** Shorter pieces of a way only touch an edge, in metres. */
const touchM = 1e-6;

interface PreparedArea {
  frame: string;
  edges: readonly Line[];
  isInside(point: PointM): boolean;
  edgeM(point: PointM): number;
}

/** A piece of a line that is wholly on allowed ground, or wholly off it. */
interface Piece {
  toM: number;
  problem: SpaceProblem | null;
}

/** The allowed area of a robot: in its geofence, in any of its keep-in zones, in none of its keep-out zones. */
export class AllowedSpace {
  readonly #fence: PreparedArea | null;
  readonly #keepIn: readonly (PreparedArea & { zone: ZoneArea })[];
  readonly #keepOut: readonly (PreparedArea & { zone: ZoneArea })[];
  readonly #slow: readonly (PreparedArea & { zone: ZoneArea })[];

  constructor(geofence: Area | null, zones: readonly ZoneArea[]) {
    this.#fence = geofence && prepared(geofence);
    const of = (type: ZoneArea["type"]) =>
      zones.filter((zone) => zone.type === type).map((zone) => ({ ...prepared(zone), zone }));
    this.#keepIn = of("keep_in");
    this.#keepOut = of("keep_out");
    this.#slow = of("speed_limit");
  }

  /** True when any bound limits where the robot may be. */
  get isBounded(): boolean {
    return this.#fence !== null || this.#keepIn.length > 0 || this.#keepOut.length > 0;
  }

  /**
   * Returns why a robot may not be at `point`, keeping `marginM` from every edge; null where it may. An area
   * in a frame other than the point's forbids it, because the two cannot be compared.
   */
  problemAt(frame: string, point: PointM, marginM: number): SpaceProblem | null {
    const within = (area: PreparedArea): boolean =>
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

  /** Returns the lowest limit of the speed zones around `point`; Infinity without one. */
  speedLimitAt(frame: string, point: PointM): number {
    return this.#slow
      .filter((area) => area.frame === frame && area.isInside(point))
      .reduce((least, { zone }) => Math.min(least, zone.maxSpeedMps ?? Infinity), Infinity);
  }

  /** Returns the lowest limit of the speed zones that the line touches; Infinity without one. */
  speedLimitAlong(frame: string, from: PointM, to: PointM): number {
    return this.#slow
      .filter((area) => area.frame === frame && touches(area, [from, to]))
      .reduce((least, { zone }) => Math.min(least, zone.maxSpeedMps ?? Infinity), Infinity);
  }

  /**
   * Returns why a robot may not drive through `points` in straight lines, keeping `marginM` from every edge
   * (less where it starts or ends closer to one); null where it may. From forbidden ground only a way out
   * over the nearest edge is allowed (`wayOut`), and must be the first line.
   */
  problemAlong(frame: string, points: readonly PointM[], marginM: number): SpaceProblem | null {
    for (const [at, to] of points.entries()) {
      if (at === 0) continue;
      const line: Line = [points[at - 1]!, to];
      const problem = this.#crossed(frame, line, at === 1) ?? this.#brushed(frame, line, marginM);
      if (problem) return problem;
    }
    return null;
  }

  /** Returns the nearest allowed place from a forbidden one; null where there is none. */
  nearestAllowed(frame: string, point: PointM): { point: PointM; distanceM: number } | null {
    const edges = this.#areas.filter((area) => area.frame === frame).flatMap((area) => area.edges);
    const near = edges
      .map((edge) => ({ edge, leastM: apart(nearestOn(edge, point), point) }))
      .toSorted((a, b) => a.leastM - b.leastM);
    let best: { point: PointM; distanceM: number } | null = null;
    for (const { edge, leastM } of near) {
      if (best && leastM >= best.distanceM) break;
      const shares = crossingsAlong(edge, edges).toSorted((a, b) => a - b);
      for (const [at, to] of [...shares, 1].entries()) {
        const part: Line = [pointAt(edge, shares[at - 1] ?? 0), pointAt(edge, to)];
        const nearest = nearestOn(part, point);
        const distanceM = apart(nearest, point);
        if (best && distanceM >= best.distanceM) continue;
        const side = this.#freeSide(frame, part);
        if (side) best = { point: [nearest[0] + side[0], nearest[1] + side[1]], distanceM };
      }
    }
    return best;
  }

  /** Returns the distance to allowed ground, in metres; 0 on it, Infinity where there is none. */
  depthM(frame: string, point: PointM): number {
    if (this.problemAt(frame, point, 0) === null) return 0;
    return this.nearestAllowed(frame, point)?.distanceM ?? Infinity;
  }

  get #areas(): PreparedArea[] {
    return [...(this.#fence ? [this.#fence] : []), ...this.#keepIn, ...this.#keepOut];
  }

  /** Returns the step from a piece of an edge onto allowed ground beside it; null where there is none. */
  #freeSide(frame: string, part: Line): PointM | null {
    const lengthM = apart(...part);
    if (lengthM < touchM) return null;
    const [[ax, ay], [bx, by]] = part;
    const step: PointM = [(beyondM * (by - ay)) / lengthM, (beyondM * (ax - bx)) / lengthM];
    const [x, y] = pointAt(part, 0.5);
    const isFree = ([dx, dy]: PointM): boolean =>
      this.problemAt(frame, [x + dx, y + dy], 0) === null;
    const other: PointM = [-step[0], -step[1]];
    return isFree(step) ? step : isFree(other) ? other : null;
  }

  /** Returns the first bound that the line breaks; its start may lead out of forbidden ground. */
  #crossed(frame: string, line: Line, isFirst: boolean): SpaceProblem | null {
    const [first, ...rest] = this.#pieces(frame, line);
    const later = rest.find(({ problem }) => problem !== null)?.problem ?? null;
    if (!first?.problem || !isFirst || later) return first?.problem ?? later;
    const depthM = this.depthM(frame, line[0]);
    const isOut = rest.length > 0 && first.toM <= depthM * wayOut.factor + wayOut.slackM;
    return isOut ? null : first.problem;
  }

  /** Splits the line into pieces, each wholly allowed or wholly forbidden, and joins equal neighbours. */
  #pieces(frame: string, line: Line): Piece[] {
    const lengthM = apart(...line);
    const shares = this.#areas
      .flatMap((area) => (area.frame === frame ? crossingsAlong(line, area.edges) : []))
      .toSorted((a, b) => a - b);
    const pieces: Piece[] = [];
    let from = 0;
    for (const to of [...shares, 1]) {
      if ((to - from) * lengthM < touchM && !(from === 0 && to === 1)) continue;
      const problem = this.problemAt(frame, pointAt(line, (from + to) / 2), 0);
      const last = pieces.at(-1);
      if (last && (last.problem === null) === (problem === null)) last.toM = to * lengthM;
      else pieces.push({ toM: to * lengthM, problem });
      from = to;
    }
    return pieces;
  }

  /** Returns the first edge that the line approaches too closely without crossing it. */
  #brushed(frame: string, line: Line, marginM: number): SpaceProblem | null {
    const isTooClose = (area: PreparedArea): boolean => {
      const endsM = Math.min(area.edgeM(line[0]), area.edgeM(line[1]));
      return lineDistance(line, area.edges) < Math.min(marginM, endsM) - beyondM;
    };
    const near = this.#keepOut.find(
      (area) => area.frame === frame && !area.isInside(line[0]) && isTooClose(area),
    );
    if (near) return { rule: "keep_out_zone", zone: near.zone.name };
    const fence = this.#fence;
    if (!fence?.isInside(line[0]) || !isTooClose(fence)) return null;
    return { rule: "outside_geofence", zone: null };
  }
}

/** True when any part of the line is in the area or on its edge. */
function touches(area: PreparedArea, line: Line): boolean {
  return area.isInside(line[0]) || lineDistance(line, area.edges) <= beyondM;
}

function prepared(area: Area): PreparedArea {
  const test = insideTest(area.polygon);
  // Far beyond every map the products of the test overflow and make its result meaningless.
  const inside = (point: PointM): boolean => isOnMap(point) && test(point);
  return {
    frame: area.frame,
    edges: edgesOf(area.polygon),
    isInside: inside,
    edgeM: (point) => edgeDistance(area.polygon, point),
  };
}
