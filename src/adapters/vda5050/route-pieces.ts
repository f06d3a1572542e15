import { apart, pointAt, type PointM } from "../../base/geo/line.ts";
import {
  curveBetween,
  curvePoint,
  flattened,
  type NurbsCurve,
  nurbsLimits,
  partOf,
} from "../../base/geo/nurbs.ts";

/** A piece of a route, from the end of the piece before. */
export interface RoutePiece {
  /** From its beginning to its end; the lines between stand for the curve. */
  path: readonly PointM[];
  /** Null for a straight piece. */
  curve: NurbsCurve | null;
  lengthM: number;
}

/** A stop to which a route leads. */
export interface PieceTarget {
  to: PointM;
  /** The way there; null for the straight line. */
  curve: NurbsCurve | null;
}

/** How a route is divided. */
export interface PieceOptions {
  /** No piece is longer, in metres; null for no bound. */
  maxM: number | null;
  /** False for a curve that the robot does not take: it gets the lines that stand for it. */
  takes(curve: NurbsCurve): boolean;
}

/** A curve begins and ends where the robot drives before and after it, within this; in metres. */
const joinM = 0.05;
/** A curve is halved so many times at most. */
const maxHalvings = 12;
/** Most points that stand for one curve. */
const maxPoints = 1000;

/** Returns the pieces from a place to a stop. Where a curve does not begin there, a straight piece leads to it. */
export function piecesTo(
  from: PointM,
  { to, curve }: PieceTarget,
  options: PieceOptions,
): RoutePiece[] {
  const line = curve && flattened(curve, nurbsLimits.toleranceM, maxPoints);
  if (!curve || !line) return straightTo([from, to], options.maxM);
  const [begin, end] = [line[0]!.at, line.at(-1)!.at];
  const before = apart(from, begin) > joinM ? straightTo([from, begin], options.maxM) : [];
  const after = apart(end, to) > joinM ? straightTo([end, to], options.maxM) : [];
  const ends = [before.length > 0 ? begin : from, after.length > 0 ? end : to] as const;
  return [...before, ...curved(curve, ends, options), ...after];
}

function straightTo([from, to]: readonly [PointM, PointM], maxM: number | null): RoutePiece[] {
  const count = partsOf(apart(from, to), maxM);
  const points = Array.from({ length: count + 1 }, (_, at) => pointAt([from, to], at / count));
  return points.slice(1).map((point, at) => pieceOf([points[at]!, point], null));
}

function curved(
  curve: NurbsCurve,
  ends: readonly [PointM, PointM],
  { maxM, takes }: PieceOptions,
): RoutePiece[] {
  const line = flattened(curve, nurbsLimits.toleranceM, maxPoints)!;
  const points = [ends[0], ...line.slice(1, -1).map(({ at }) => at), ends[1]];
  const parts = divided(curve, maxM).map((part, at, all): NurbsCurve => {
    const first = at === 0 ? ends[0] : curvePoint(part, 0);
    const last = at === all.length - 1 ? ends[1] : curvePoint(part, 1);
    return curveBetween(part, [first, last], Infinity)!;
  });
  // A curve that is refused in any part goes as lines.
  if (!parts.every((part) => takes(part)))
    return points.slice(1).flatMap((to, at) => straightTo([points[at]!, to], maxM));
  return parts.map((part) => pieceOf(pointsOf(part), part));
}

/** Halves of a curve, and halves of those, until none is longer than the bound. */
function divided(curve: NurbsCurve, maxM: number | null, depth = 0): NurbsCurve[] {
  const isShort = maxM === null || depth >= maxHalvings || lengthOf(pointsOf(curve)) <= maxM;
  if (isShort) return [curve];
  return [partOf(curve, 0, 0.5), partOf(curve, 0.5, 1)].flatMap((half) =>
    divided(half, maxM, depth + 1),
  );
}

function pointsOf(curve: NurbsCurve): PointM[] {
  return (flattened(curve, nurbsLimits.toleranceM, maxPoints) ?? []).map(({ at }) => at);
}

function partsOf(lengthM: number, maxM: number | null): number {
  return maxM === null ? 1 : Math.max(1, Math.ceil(lengthM / maxM));
}

function pieceOf(path: readonly PointM[], curve: NurbsCurve | null): RoutePiece {
  return { path, curve, lengthM: lengthOf(path) };
}

function lengthOf(points: readonly PointM[]): number {
  return points.slice(1).reduce((sum, to, at) => sum + apart(points[at]!, to), 0);
}
