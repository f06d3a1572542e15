import { fail } from "../../contract/fail.ts";
import type { ActionFrame, OrderEdge, OrderNode } from "./schemas-order.ts";

/** A place of a route, in metres of its map. */
export interface RoutePlace {
  mapId: string;
  xM: number;
  yM: number;
  /** Null where any heading will do. */
  yawRad: number | null;
}

/** What a route is made of. */
export interface RouteOptions {
  orderId: string;
  /** Where the robot stands: the first node, which must be trivially reachable. */
  start: RoutePlace;
  stops: readonly RoutePlace[];
  loops: number;
  /** Done at the last place. */
  lastActions?: readonly ActionFrame[];
  /** Edges are divided so that none is longer, in metres; null leaves them whole. */
  maxEdgeM: number | null;
  /** Whether frames may carry the optional fields; the factsheet says. */
  fields: { theta: boolean; deviation: boolean; maxSpeed: boolean };
}

/** Nodes of one route; loops over many waypoints end here with `robot_refused`. */
const maxNodes = 20_000;
/** Radius within which the robot counts as standing on the first node, in metres. */
const startRadiusM = 0.5;

interface Place extends RoutePlace {
  nodeId: string;
  /** Along the route from its start, in metres. */
  atM: number;
}

/**
 * The whole graph of an order: a start node, then the places of each lap, with straight edges.
 * Node `i` has the sequence id `2 i`, the edge after it `2 i + 1`; neither ever changes.
 */
export class Route {
  readonly #options: RouteOptions;
  readonly #places: Place[];

  /** Fails with `robot_refused` for a route that is too long or changes the map. */
  constructor(options: RouteOptions) {
    this.#options = options;
    this.#places = placesOf(options);
  }

  /** Nodes, with the start. */
  get length(): number {
    return this.#places.length;
  }

  /** Metres along the route from its start to node `at`. */
  distanceM(at: number): number {
    return this.#places[at]!.atM;
  }

  node(at: number, released: boolean): OrderNode {
    const { nodeId, xM, yM, yawRad, mapId } = this.#places[at]!;
    const { fields, lastActions } = this.#options;
    const isLast = at === this.#places.length - 1;
    return {
      nodeId,
      sequenceId: 2 * at,
      released,
      nodePosition: {
        x: xM,
        y: yM,
        mapId,
        ...(yawRad !== null && fields.theta ? { theta: normalised(yawRad) } : {}),
        ...(at === 0 && fields.deviation ? { allowedDeviationXY: startRadiusM } : {}),
      },
      actions: isLast ? [...(lastActions ?? [])] : [],
    };
  }

  /** The edge from node `at` to the next. */
  edge(at: number, released: boolean, maxSpeedMps: number): OrderEdge {
    const from = this.#places[at]!;
    const to = this.#places[at + 1]!;
    return {
      edgeId: `${from.nodeId}-${to.nodeId}`,
      sequenceId: 2 * at + 1,
      released,
      startNodeId: from.nodeId,
      endNodeId: to.nodeId,
      ...(this.#options.fields.maxSpeed ? { maxSpeed: maxSpeedMps } : {}),
      actions: [],
    };
  }
}

function placesOf({ orderId, start, stops, loops, maxEdgeM }: RouteOptions): Place[] {
  // The end of the id is its random part: nodes of two orders never share a name.
  const prefix = `gh${orderId.replaceAll("-", "").slice(-8)}`;
  const places: Place[] = [{ ...start, nodeId: `${prefix}s`, atM: 0 }];
  let parts = 0;
  for (let lap = 0; lap < loops; lap += 1) {
    for (const [at, stop] of stops.entries()) {
      const from = places.at(-1)!;
      if (stop.mapId !== from.mapId) {
        throw fail("robot_refused", `The robot is on the map ${start.mapId}, not on ${stop.mapId}`);
      }
      const legM = Math.hypot(stop.xM - from.xM, stop.yM - from.yM);
      const pieces = maxEdgeM === null ? 1 : Math.max(1, Math.ceil(legM / maxEdgeM));
      if (places.length + pieces > maxNodes) {
        throw fail("robot_refused", `The route has more than ${maxNodes} nodes`);
      }
      for (let piece = 1; piece < pieces; piece += 1) {
        const share = piece / pieces;
        places.push({
          mapId: stop.mapId,
          xM: from.xM + share * (stop.xM - from.xM),
          yM: from.yM + share * (stop.yM - from.yM),
          yawRad: null,
          nodeId: `${prefix}p${(parts += 1)}`,
          atM: from.atM + share * legM,
        });
      }
      places.push({ ...stop, nodeId: `${prefix}w${at}`, atM: from.atM + legM });
    }
  }
  return places;
}

/** The same angle in ±π, as the specification bounds it. */
function normalised(rad: number): number {
  return Math.atan2(Math.sin(rad), Math.cos(rad));
}
