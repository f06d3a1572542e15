import { apart, nearestOn, type PointM } from "../../base/geo/line.ts";
import { lengthOf, linesOf, type TrafficEdge, type TrafficNetwork } from "./network.ts";
import { trafficLimits } from "./traffic-terms.ts";

/** A point of a corridor near a position. */
interface Attachment {
  edge: TrafficEdge;
  at: PointM;
  /** The corridor from its first node to `at`, and from `at` to its last one. */
  before: PointM[];
  after: PointM[];
}

/** A found way in straight lines, and its length. */
interface FoundWay {
  points: PointM[];
  lengthM: number;
}

/** A way, or the reason why there is none. */
export type PlannedWay = { points: readonly PointM[] } | { problem: string };

/** The ends of a way, and what it may not use. */
export interface WayRequest {
  from: PointM;
  to: PointM;
  /** Keys of areas; none by default. */
  avoid?: ReadonlySet<string>;
}

/**
 * Returns the shortest way along corridors in their directions; the straight line where the robot or the goal is not
 * near a corridor.
 */
export function planWay(
  network: TrafficNetwork,
  { from, to, avoid = new Set() }: WayRequest,
): PlannedWay {
  const starts = attachmentsOf(network, from);
  const ends = attachmentsOf(network, to);
  const isAvoided = (area: { key: string } | null): boolean => area !== null && avoid.has(area.key);
  if (network.areasAt(to, 0).some(isAvoided)) return { problem: "another robot is there" };
  if (starts.length === 0 || ends.length === 0) return { points: [from, to] };
  const least = starts.map((start) => waysFrom(network, start, avoid));
  let best: FoundWay | null = null;
  for (const [at, start] of starts.entries()) {
    for (const end of ends.filter(({ edge }) => !isAvoided(edge.area))) {
      const found = shortest(least[at]!, start, end);
      const lengthM = found && found.lengthM + apart(from, start.at) + apart(end.at, to);
      if (found && (!best || lengthM! < best.lengthM))
        best = { points: found.points, lengthM: lengthM! };
    }
  }
  if (!best) return { problem: "no corridors lead there in the direction of travel" };
  return { points: tidied([from, ...best.points, to]) };
}

/** Returns the ways from a position to every node that it reaches without the avoided areas. */
export function waysToNodes(
  network: TrafficNetwork,
  from: PointM,
  avoid: ReadonlySet<string>,
): Map<number, FoundWay> {
  const best = new Map<number, FoundWay>();
  for (const start of attachmentsOf(network, from)) {
    const onM = apart(from, start.at);
    for (const [node, way] of waysFrom(network, start, avoid)) {
      const lengthM = way.lengthM + onM;
      if (lengthM < (best.get(node)?.lengthM ?? Infinity))
        best.set(node, { points: tidied([from, ...way.points]), lengthM });
    }
  }
  return best;
}

/** The corridors at a position: all whose nearest point is about as near as the nearest. */
function attachmentsOf(network: TrafficNetwork, point: PointM): Attachment[] {
  const all = network.edges.map((edge) => attach(edge, point));
  const leastM = Math.min(...all.map(({ at }) => apart(at, point)));
  if (leastM > trafficLimits.attachM) return [];
  return all.filter(({ at }) => apart(at, point) <= leastM + trafficLimits.standM);
}

function attach(edge: TrafficEdge, point: PointM): Attachment {
  let best = { piece: 0, at: edge.points[0]!, distance: Infinity };
  for (const [piece, line] of linesOf(edge.points).entries()) {
    const at = nearestOn(line, point);
    const distance = apart(at, point);
    if (distance < best.distance) best = { piece, at, distance };
  }
  const { at, piece } = best;
  return {
    edge,
    at,
    before: [...edge.points.slice(0, piece + 1), at],
    after: [at, ...edge.points.slice(piece + 1)],
  };
}

/** Dijkstra's algorithm over the nodes. */
function waysFrom(
  network: TrafficNetwork,
  { edge, before, after }: Attachment,
  avoid: ReadonlySet<string>,
): Map<number, FoundWay> {
  const done = new Map<number, FoundWay>();
  const open = new Map<number, FoundWay>();
  const offer = (node: number, points: PointM[]): void => {
    const area = network.nodes[node]!.area;
    if (done.has(node) || (area && avoid.has(area.key))) return;
    const lengthM = lengthOf(points);
    if (lengthM < (open.get(node)?.lengthM ?? Infinity)) open.set(node, { points, lengthM });
  };
  // A robot that stands in a corridor may leave it, whoever holds it.
  offer(edge.to, after);
  if (!edge.corridor.isOneWay || lengthOf(before) <= trafficLimits.standM)
    offer(edge.from, before.toReversed());
  while (open.size > 0) {
    const [node, way] = [...open].reduce((a, b) => (b[1].lengthM < a[1].lengthM ? b : a));
    open.delete(node);
    done.set(node, way);
    for (const next of network.edgesAt(node)) {
      if (next.area && avoid.has(next.area.key)) continue;
      if (next.from === node) offer(next.to, [...way.points, ...next.points.slice(1)]);
      if (next.to === node && !next.corridor.isOneWay)
        offer(next.from, [...way.points, ...next.points.toReversed().slice(1)]);
    }
  }
  return done;
}

function shortest(
  ways: ReadonlyMap<number, FoundWay>,
  start: Attachment,
  end: Attachment,
): FoundWay | null {
  const found: FoundWay[] = [];
  if (start.edge === end.edge) {
    const along = alongOne(start, end);
    if (along) found.push({ points: along, lengthM: lengthOf(along) });
  }
  const onto = (node: number, points: PointM[]): void => {
    const way = ways.get(node);
    if (way)
      found.push({ points: [...way.points, ...points], lengthM: way.lengthM + lengthOf(points) });
  };
  onto(end.edge.from, end.before);
  if (!end.edge.corridor.isOneWay || lengthOf(end.after) <= trafficLimits.standM)
    onto(end.edge.to, end.after.toReversed());
  return found.length === 0 ? null : found.reduce((a, b) => (b.lengthM < a.lengthM ? b : a));
}

/** The way within one corridor; null against its direction. */
function alongOne(start: Attachment, end: Attachment): PointM[] | null {
  const isForward = lengthOf(start.before) <= lengthOf(end.before) + 1e-9;
  if (!isForward && start.edge.corridor.isOneWay) return null;
  const [first, last] = isForward ? [start, end] : [end, start];
  const between = last.before.slice(first.before.length - 1, -1);
  const points = [first.at, ...between, last.at];
  return isForward ? points : points.toReversed();
}

/** Without points that repeat the one before. */
function tidied(points: readonly PointM[]): PointM[] {
  return points.filter((point, at) => at === 0 || apart(point, points[at - 1]!) > 1e-3);
}
