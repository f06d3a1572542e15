import { fail } from "../../base/contract/fail.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { NurbsCurve } from "../../base/geo/nurbs.ts";
import type { LimitAlong, ProblemAlong } from "../../robots/driver/driver-port.ts";
import type { SpaceProblem } from "../../robots/driver/areas.ts";
import { piecesTo } from "./route-pieces.ts";
import type { ActionFrame, OrderEdge, OrderNode } from "./schemas/order.ts";

/** A place of a route, in metres of its map. */
export interface RoutePlace {
  mapId: string;
  xM: number;
  yM: number;
  /** Null where any heading will do. */
  yawRad: number | null;
  /** The way to it; absent for the straight line. */
  curve?: NurbsCurve;
}

/** The presence of a field: never, with a value, or always. */
export type FieldUse = "never" | "useful" | "always";

/** The optional fields of nodes and edges to send, from the factsheet. */
export interface RouteFields {
  theta: FieldUse;
  deviation: FieldUse;
  maxSpeed: FieldUse;
  maxRotationSpeed: FieldUse;
  length: FieldUse;
  /** A straight line from node to node. */
  trajectory: FieldUse;
  /** True when the robot takes curves as trajectories. */
  curves: boolean;
  corridor: FieldUse;
}

/** The robot's largest deviation from its way around an obstacle, in metres. */
export interface Corridor {
  leftM: number;
  rightM: number;
}

/** The robot's largest speed on an edge. */
export interface EdgeLimits {
  maxSpeedMps: number;
  maxTurnRadps: number;
}

/** The inputs of a route. */
export interface RouteOptions {
  orderId: string;
  /** The robot's place: the first node, which must be trivially reachable. */
  start: RoutePlace;
  stops: readonly RoutePlace[];
  loops: number;
  /** Done at the last place. */
  lastActions?: readonly ActionFrame[];
  /** Edges are divided so that none is longer, in metres; null leaves them whole. */
  maxEdgeM: number | null;
  fields: RouteFields;
  /** False for a curve beyond the robot's bounds. */
  takesCurve(curve: NurbsCurve): boolean;
  /** Null for none. */
  corridor: Corridor | null;
  /** Speed limit of the zones on a straight piece of the way. */
  limitAlong: LimitAlong;
  /** The rule that forbids a straight piece of the way; checked for each piece before its release. */
  problemAlong: ProblemAlong;
}

/** Nodes of one route; loops over many waypoints end here with `robot_refused`. */
const maxNodes = 20_000;
/** Radius within which the robot counts as standing on the first node, in metres. */
const startRadiusM = 0.5;
/** The tolerance at other nodes, for robots that require one, in metres. */
const stopRadiusM = 0.2;

interface Place extends Omit<RoutePlace, "curve"> {
  nodeId: string;
  /** From the place before. */
  path: readonly PointM[];
  curve: NurbsCurve | null;
  /** Index of the stop that it is, or is on the way to; from 0, counted over all laps. */
  leg: number;
  /** Along the route from its start, in metres. */
  atM: number;
}

/**
 * The whole graph of an order: a start node, then the places of each lap, with straight or curved edges.
 * Node `i` has the sequence id `2 i`, the edge after it `2 i + 1`; neither ever changes.
 */
export class OrderRoute {
  readonly #options: RouteOptions;
  readonly #places: Place[];
  /** Stops to which a curve was asked for. */
  readonly #bent: ReadonlySet<number>;

  /** Fails with `robot_refused` for a route that is too long or changes the map. */
  constructor(options: RouteOptions) {
    this.#options = options;
    this.#places = placesOf(options);
    const bent = options.stops.flatMap(({ curve }, at) => (curve ? [at] : []));
    const laps = Array.from({ length: options.loops }, (_, lap) => lap * options.stops.length);
    this.#bent = new Set(laps.flatMap((first) => bent.map((at) => first + at)));
  }

  /** Nodes, with the start. */
  get length(): number {
    return this.#places.length;
  }

  /** Metres along the route from its start to node `at`. */
  distanceM(at: number): number {
    return this.#places[at]!.atM;
  }

  /** Returns the index of the stop that node `at` is, or is on the way to, counted over all laps. */
  stopOf(at: number): number {
    return this.#places[at]!.leg;
  }

  node(at: number, released: boolean): OrderNode {
    const { nodeId, xM, yM, mapId } = this.#places[at]!;
    const { fields, lastActions } = this.#options;
    const isLast = at === this.#places.length - 1;
    const yawRad = this.#yawAt(at);
    const hasDeviation =
      fields.deviation !== "never" && (at === 0 || fields.deviation === "always");
    return {
      nodeId,
      sequenceId: 2 * at,
      released,
      nodePosition: {
        x: xM,
        y: yM,
        mapId,
        ...(yawRad === null ? {} : { theta: normalised(yawRad) }),
        ...(hasDeviation ? { allowedDeviationXY: at === 0 ? startRadiusM : stopRadiusM } : {}),
      },
      actions: isLast ? [...(lastActions ?? [])] : [],
    };
  }

  /** The edge from node `at` to the next. */
  edge(at: number, released: boolean, { maxSpeedMps, maxTurnRadps }: EdgeLimits): OrderEdge {
    const { fields, corridor } = this.#options;
    const from = this.#places[at]!;
    const to = this.#places[at + 1]!;
    return {
      edgeId: `${from.nodeId}-${to.nodeId}`,
      sequenceId: 2 * at + 1,
      released,
      startNodeId: from.nodeId,
      endNodeId: to.nodeId,
      ...(fields.maxSpeed === "never"
        ? {}
        : { maxSpeed: Math.min(maxSpeedMps, this.#limitAlong(to)) }),
      ...(fields.maxRotationSpeed === "never" ? {} : { maxRotationSpeed: maxTurnRadps }),
      ...(fields.length === "never" ? {} : { length: to.atM - from.atM }),
      ...(to.curve || fields.trajectory !== "never"
        ? { trajectory: to.curve ? trajectoryOf(to.curve) : straight(from, to) }
        : {}),
      ...(corridor === null || fields.corridor === "never"
        ? {}
        : { corridor: { leftWidth: corridor.leftM, rightWidth: corridor.rightM } }),
      actions: [],
    };
  }

  /**
   * Returns the bound on the way to node `at` now; null for none. The first leg may lead out of forbidden
   * ground, and is checked as a whole.
   */
  problemTo(at: number): SpaceProblem | null {
    const { problemAlong } = this.#options;
    const to = this.#places[at]!;
    if (at === 0) return null;
    const problem = this.#problemOn(to);
    if (!problem || to.leg > 0 || this.#isBent(0)) return problem;
    const legEnd = this.#places.findLast(({ leg }) => leg === 0)!;
    return problemAlong(to.mapId, this.#places[0]!, legEnd);
  }

  /** The rule that forbids a piece of the way now; null for none. Laps after the first only repeat it. */
  get problem(): SpaceProblem | null {
    const { stops, problemAlong } = this.#options;
    let from = this.#places[0]!;
    for (const [at, place] of this.#places.entries()) {
      if (place.leg > stops.length) break;
      const isEnd = at > 0 && this.#places[at + 1]?.leg !== place.leg;
      const isBent = this.#isBent(place.leg);
      if (at === 0 || (!isEnd && !isBent)) continue;
      const problem = isBent ? this.#problemOn(place) : problemAlong(place.mapId, from, place);
      if (problem) return problem;
      from = place;
    }
    return null;
  }

  /** The lowest limit that zones set anywhere on the way, in metres per second; Infinity for none. */
  get zoneLimitMps(): number {
    const ways = this.#places.slice(1).map((to) => this.#limitAlong(to));
    return ways.reduce((least, mps) => Math.min(least, mps), Infinity);
  }

  #limitAlong({ mapId, path }: Place): number {
    const limits = path.slice(1).map((to, at) => {
      return this.#options.limitAlong(mapId, metresOf(path[at]!), metresOf(to));
    });
    return Math.min(Infinity, ...limits);
  }

  #problemOn({ mapId, path }: Place): SpaceProblem | null {
    const { problemAlong } = this.#options;
    for (const [at, to] of path.slice(1).entries()) {
      const problem = problemAlong(mapId, metresOf(path[at]!), metresOf(to));
      if (problem) return problem;
    }
    return null;
  }

  /** True when the way to this stop is not one straight line. */
  #isBent(stop: number): boolean {
    return this.#bent.has(stop);
  }

  /** The heading to send at node `at`; where one is required and none was requested, that of the way there. */
  #yawAt(at: number): number | null {
    const { fields } = this.#options;
    const { xM, yM, yawRad } = this.#places[at]!;
    if (fields.theta === "never") return null;
    if (yawRad !== null || fields.theta === "useful") return yawRad;
    const from = this.#places[at - 1];
    return from ? Math.atan2(yM - from.yM, xM - from.xM) : 0;
  }
}

function placesOf(options: RouteOptions): Place[] {
  const { orderId, start, stops, loops, maxEdgeM, fields, takesCurve } = options;
  // The end of the id is its random part: nodes of two orders never share a name.
  const prefix = `gh${orderId.replaceAll("-", "").slice(-8)}`;
  const places: Place[] = [
    { ...start, nodeId: `${prefix}s`, atM: 0, leg: 0, path: [], curve: null },
  ];
  const takes = (curve: NurbsCurve): boolean => fields.curves && takesCurve(curve);
  let parts = 0;
  for (let lap = 0; lap < loops; lap += 1) {
    for (const [at, stop] of stops.entries()) {
      const from = places.at(-1)!;
      const { mapId, curve = null } = stop;
      assertSameMap(start, stop);
      const target = { to: [stop.xM, stop.yM] as const, curve };
      const pieces = piecesTo([from.xM, from.yM], target, { maxM: maxEdgeM, takes });
      if (places.length + pieces.length > maxNodes) {
        throw fail("robot_refused", `route: has more than ${maxNodes} nodes. Shorten it`);
      }
      for (const [piece, { path, curve: part, lengthM }] of pieces.entries()) {
        const isStop = piece === pieces.length - 1;
        const [xM, yM] = isStop ? target.to : path.at(-1)!;
        places.push({
          mapId,
          xM,
          yM,
          yawRad: isStop ? stop.yawRad : null,
          nodeId: isStop ? `${prefix}w${at}` : `${prefix}p${(parts += 1)}`,
          atM: places.at(-1)!.atM + lengthM,
          leg: lap * stops.length + at,
          path,
          curve: part,
        });
      }
    }
  }
  return places;
}

function assertSameMap({ mapId }: RoutePlace, stop: RoutePlace): void {
  if (stop.mapId === mapId) return;
  throw fail(
    "robot_refused",
    `frame: the robot is on the map ${mapId}, not on ${stop.mapId}. Use a target on its map`,
  );
}

function metresOf([xM, yM]: PointM): { xM: number; yM: number } {
  return { xM, yM };
}

function trajectoryOf({ degree, knots, points }: NurbsCurve): NonNullable<OrderEdge["trajectory"]> {
  const controlPoints = points.map(({ xM: x, yM: y, weight }) => ({ x, y, weight }));
  return { degree, knotVector: [...knots], controlPoints };
}

/** A NURBS of the first degree: the line itself. */
function straight(from: Place, to: Place): NonNullable<OrderEdge["trajectory"]> {
  const controlPoints = [from, to].map(({ xM, yM }) => ({ x: xM, y: yM }));
  return { degree: 1, knotVector: [0, 0, 1, 1], controlPoints };
}

/** The same angle in ±π, as the specification bounds it. */
function normalised(rad: number): number {
  return Math.atan2(Math.sin(rad), Math.cos(rad));
}
