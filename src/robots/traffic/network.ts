import { apart, type Line, nearestOn, pointAt, type PointM } from "../../base/geo/line.ts";
import { curveBetween, flattened, type NurbsCurve, nurbsLimits } from "../../base/geo/nurbs.ts";
import type { CorridorRecord, PlaceRecord } from "../maps/map-record.ts";
import type { DoorKind } from "../doors/door-terms.ts";
import { type AreaKind, trafficLimits } from "./traffic-terms.ts";

/** Ground that one robot at a time may use. */
export interface TrafficArea {
  /** Stays the same while the corridor or place does. */
  key: string;
  /** Its name for people. */
  name: string;
  kind: AreaKind;
  /** The middle line of a corridor, or one point. */
  points: readonly PointM[];
  /** Half the width of a corridor, in metres. */
  radiusM: number;
  /** The door or lift whose ground it is; null for other ground. */
  door: AreaDoor | null;
}

/** The door of an area. */
export interface AreaDoor {
  id: string;
  kind: DoorKind;
  /** Where a lift must be; null for a door. */
  level: string | null;
}

/** What a network needs to know about a door; undefined for one that the site does not have. */
export type DoorOf = (id: string) => { kind: DoorKind; radiusM: number } | undefined;

/** An end of corridors, and a place there. */
export interface TrafficNode {
  at: PointM;
  /** Null where nobody reserves it. */
  area: TrafficArea | null;
  /** The name of a stored place there; null for none. */
  place: PlaceRecord | null;
}

/** A corridor between two nodes, by their index. */
export interface TrafficEdge {
  corridor: CorridorRecord;
  from: number;
  to: number;
  /** From the node `from` to the node `to`. */
  points: readonly PointM[];
  /** The curve for which the points stand; null for straight lines. */
  curve: NurbsCurve | null;
  /** Null for a corridor for several robots. */
  area: TrafficArea | null;
}

/** A straight piece that stands for a part of a curve; against the direction of the curve `from` is the larger one. */
export interface CurvePiece {
  curve: NurbsCurve;
  /** Parameters of the curve at, or beyond, the ends of the piece. */
  from: number;
  to: number;
}

/** One of the lines that stand for a curve. */
interface CurveLine extends CurvePiece {
  line: Line;
}

/** An area in the size that matters to a robot of one radius. */
interface Grown {
  area: TrafficArea;
  lines: readonly Line[];
  reachM: number;
}

/** A point this close to a line is on it, in metres. */
const onM = 1e-6;
/** Side of the squares by which areas are found, in metres. */
const cellM = 4;

/** The corridors, their ends and the places of one map frame. Pure. */
export class TrafficNetwork {
  readonly frame: string;
  readonly nodes: TrafficNode[] = [];
  readonly edges: TrafficEdge[] = [];
  /** Places that no corridor leads to are reserved too. */
  readonly areas: TrafficArea[] = [];
  readonly #doorOf: DoorOf;
  readonly #grown = new Map<number, ReadonlyMap<string, readonly Grown[]>>();
  readonly #edgesAt = new Map<number, TrafficEdge[]>();
  /** Lines of curves by their ends. */
  readonly #curveLines = new Map<string, CurveLine[]>();

  constructor(
    frame: string,
    {
      corridors,
      places,
      doorOf = () => undefined,
    }: {
      corridors: readonly CorridorRecord[];
      places: readonly PlaceRecord[];
      doorOf?: DoorOf;
    },
  ) {
    this.frame = frame;
    this.#doorOf = doorOf;
    const names = new Map<string, number>();
    for (const corridor of corridors) this.#addCorridor(corridor, names);
    for (const place of places) this.#addPlace(place);
    for (const edge of this.edges) {
      if (!edge.area) continue;
      for (const at of [edge.from, edge.to]) this.#reserveEnd(this.nodes[at]!, edge.corridor);
    }
  }

  /** The areas that are the ground of doors and lifts. */
  get doorAreas(): TrafficArea[] {
    return this.areas.filter(({ door }) => door !== null);
  }

  /** Returns the corridors that end at a node. */
  edgesAt(node: number): readonly TrafficEdge[] {
    return this.#edgesAt.get(node) ?? [];
  }

  /** Returns the part of a curve for which a piece of a way stands; null for a straight one. */
  curvePiece([a, b]: Line): CurvePiece | null {
    const near = [a, b].flatMap((point) => this.#curveLines.get(pointKey(point)) ?? []);
    const isOn = (line: Line, point: PointM): boolean => apart(nearestOn(line, point), point) < onM;
    const found = near.find(({ line }) => isOn(line, a) && isOn(line, b));
    if (!found) return null;
    const { line, curve, from, to } = found;
    const isForward = apart(line[0], a) < apart(line[0], b);
    return isForward ? { curve, from, to } : { curve, from: to, to: from };
  }

  /** Returns the areas that a robot of this radius touches while its middle is at `point`. */
  areasAt(point: PointM, radiusM: number): TrafficArea[] {
    const near = this.#index(radiusM).get(cellOf(point)) ?? [];
    return near
      .filter(({ lines, reachM }) =>
        lines.some((line) => apart(nearestOn(line, point), point) < reachM),
      )
      .map(({ area }) => area);
  }

  /** Returns the areas of doors that a robot of this radius comes nearer to, and is closer to than `withinM`. */
  doorsAhead([from, to]: Line, radiusM: number, withinM: number): TrafficArea[] {
    const ahead = this.areasAt(to, radiusM + withinM).filter(({ door }) => door !== null);
    return ahead.filter(({ points }) => distanceTo(points, to) < distanceTo(points, from) - 1e-3);
  }

  #addCorridor(corridor: CorridorRecord, names: Map<string, number>): void {
    const first = this.#nodeAt(corridor.points[0]!, corridor.from, names);
    const last = this.#nodeAt(corridor.points.at(-1)!, corridor.to, names);
    const ends = [this.nodes[first]!.at, this.nodes[last]!.at] as const;
    const shape = this.#curved(corridor, ends);
    const points = shape?.points ?? [ends[0], ...corridor.points.slice(1, -1), ends[1]];
    const radiusM = (corridor.widthM ?? trafficLimits.corridorWidthM) / 2;
    const door = this.#areaDoor(corridor);
    const key = door ? `door:${door.id}` : `corridor:${corridor.id}`;
    const area: TrafficArea | null =
      corridor.isExclusive || door
        ? { key, name: corridor.name, kind: "corridor", points, radiusM, door }
        : null;
    if (area) this.areas.push(area);
    const edge = { corridor, from: first, to: last, points, curve: shape?.curve ?? null, area };
    this.edges.push(edge);
    for (const node of new Set([first, last]))
      this.#edgesAt.set(node, [...(this.#edgesAt.get(node) ?? []), edge]);
  }

  /** The curve with its ends at the nodes; null for a straight corridor, and where the nodes are too far off. */
  #curved(
    { curve: stored }: CorridorRecord,
    ends: readonly [PointM, PointM],
  ): { curve: NurbsCurve; points: PointM[] } | null {
    const curve = stored ? curveBetween(stored, ends, trafficLimits.mergeM) : null;
    const line = curve && flattened(curve, nurbsLimits.toleranceM, 2 * nurbsLimits.points);
    if (!curve || !line) return null;
    for (const [at, next] of line.slice(1).entries()) {
      const { at: begin, parameter: from } = line[at]!;
      const piece = { curve, from, to: next.parameter, line: [begin, next.at] as const };
      for (const key of [pointKey(begin), pointKey(next.at)])
        this.#curveLines.set(key, [...(this.#curveLines.get(key) ?? []), piece]);
    }
    return { curve, points: line.map((point) => point.at) };
  }

  #nodeAt(at: PointM, name: string | null, names: Map<string, number>): number {
    const known = name === null ? undefined : names.get(name);
    const found =
      known ?? this.nodes.findIndex((node) => apart(node.at, at) <= trafficLimits.mergeM);
    const index = found < 0 ? this.nodes.push({ at, area: null, place: null }) - 1 : found;
    if (name !== null) names.set(name, index);
    return index;
  }

  #addPlace(place: PlaceRecord): void {
    const at: PointM = [place.xM, place.yM];
    const door = this.#areaDoor(place);
    const area: TrafficArea = {
      key: door ? `door:${door.id}` : `place:${place.id}`,
      name: place.name,
      kind: "place",
      points: [at],
      radiusM: (door && this.#doorOf(door.id)?.radiusM) ?? trafficLimits.placeRadiusM,
      door,
    };
    this.areas.push(area);
    const node = this.nodes.find((each) => apart(each.at, at) <= trafficLimits.mergeM);
    if (!node || node.place) return;
    node.place = place;
    node.area = { ...area, points: [node.at] };
    this.areas[this.areas.length - 1] = node.area;
  }

  #reserveEnd(node: TrafficNode, corridor: CorridorRecord): void {
    if (node.area) return;
    const [x, y] = node.at;
    node.area = {
      key: `junction:${this.frame}:${x.toFixed(2)},${y.toFixed(2)}`,
      name: `end of ${corridor.name} at ${x.toFixed(1)}, ${y.toFixed(1)}`,
      kind: "junction",
      points: [node.at],
      radiusM: trafficLimits.placeRadiusM,
      door: null,
    };
    this.areas.push(node.area);
  }

  /** One key for all ground of a door: it is for one robot at a time, on all levels of a lift. */
  #areaDoor({ door = null, level }: PlaceRecord | CorridorRecord): AreaDoor | null {
    if (door === null) return null;
    const kind = this.#doorOf(door)?.kind ?? "door";
    return { id: door, kind, level: kind === "lift" ? level : null };
  }

  #index(radiusM: number): ReadonlyMap<string, readonly Grown[]> {
    const known = this.#grown.get(radiusM);
    if (known) return known;
    const cells = new Map<string, Grown[]>();
    for (const area of this.areas) {
      const grown = grownOf(area, radiusM);
      if (!grown) continue;
      for (const cell of cellsOf(grown)) {
        const there = cells.get(cell);
        if (there) there.push(grown);
        else cells.set(cell, [grown]);
      }
    }
    this.#grown.set(radiusM, cells);
    return cells;
  }
}

/**
 * Returns the area for robots of this radius; null for a corridor so short that its ends cover it. A corridor begins
 * where a robot that waits at its end does not touch it.
 */
function grownOf(area: TrafficArea, radiusM: number): Grown | null {
  const reachM = area.radiusM + radiusM;
  if (area.kind !== "corridor") {
    const [at] = area.points;
    return { area, lines: [[at!, at!]], reachM };
  }
  const shorterM = reachM + trafficLimits.standM;
  const points = shortened(area.points, shorterM);
  if (points) return { area, lines: linesOf(points), reachM };
  const middle = shortened(area.points, lengthOf(area.points) / 2 - 1e-6)!;
  const leastM = lengthOf(area.points) / 2 - trafficLimits.standM;
  return leastM > 0 ? { area, lines: linesOf(middle), reachM: leastM } : null;
}

/** Returns the polyline without `cutM` at both ends; null where nothing is left. */
function shortened(points: readonly PointM[], cutM: number): PointM[] | null {
  const endM = lengthOf(points) - cutM;
  if (endM <= cutM) return null;
  const inner: PointM[] = [];
  let atM = 0;
  for (const line of linesOf(points)) {
    const lineM = apart(...line);
    const share = (whereM: number): number =>
      Math.min(1, Math.max(0, (whereM - atM) / (lineM || 1)));
    if (atM + lineM >= cutM && atM <= endM) {
      if (inner.length === 0) inner.push(pointAt(line, share(cutM)));
      inner.push(pointAt(line, share(endM)));
    }
    atM += lineM;
  }
  return inner;
}

/** Returns the pieces of a polyline. */
export function linesOf(points: readonly PointM[]): Line[] {
  return points.slice(1).map((to, at) => [points[at]!, to]);
}

/** Returns the length of a polyline, in its unit. */
export function lengthOf(points: readonly PointM[]): number {
  return linesOf(points).reduce((sum, line) => sum + apart(...line), 0);
}

/** Returns the distance of a point to a polyline, or to a single point. */
function distanceTo(points: readonly PointM[], point: PointM): number {
  const lines = points.length > 1 ? linesOf(points) : [[points[0]!, points[0]!] as const];
  return Math.min(...lines.map((line) => apart(nearestOn(line, point), point)));
}

function pointKey([x, y]: PointM): string {
  return `${x.toFixed(6)},${y.toFixed(6)}`;
}

function cellOf([x, y]: PointM): string {
  return `${Math.floor(x / cellM)},${Math.floor(y / cellM)}`;
}

function cellsOf({ lines, reachM }: Grown): Set<string> {
  const cells = new Set<string>();
  const steps = (line: Line): number => Math.max(1, Math.ceil(apart(...line) / (cellM / 2)));
  for (const line of lines) {
    for (let step = 0; step <= steps(line); step += 1) {
      const [x, y] = pointAt(line, step / steps(line));
      const spanM = reachM + cellM / 2;
      for (let dx = x - spanM; dx <= x + spanM + cellM; dx += cellM) {
        for (let dy = y - spanM; dy <= y + spanM + cellM; dy += cellM) cells.add(cellOf([dx, dy]));
      }
    }
  }
  return cells;
}
