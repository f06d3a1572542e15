import { invalidField } from "../../base/contract/fail.ts";
import { apart, type PointM } from "../../base/geo/line.ts";
import { flattened, type NurbsCurve, type NurbsFault, nurbsFault } from "../../base/geo/nurbs.ts";
import { mapLimits } from "./map-terms.ts";

/** A corridor's points are nowhere further from its curve than this, in metres. */
const toleranceM = 0.02;

/** The names of a curve's parts where it was read. */
type PartNames = Readonly<Record<NurbsFault["part"], string>>;

const requestNames: PartNames = {
  degree: "degree",
  knots: "knot_vector",
  points: "control_points",
};
/** The names in VDA 5050 and in LIF. */
export const trajectoryNames: PartNames = {
  degree: "degree",
  knots: "knotVector",
  points: "controlPoints",
};

/**
 * Returns the points of a curve, within 2 cm of it. Fails with `invalid_request_body` naming the part of a malformed
 * curve below `at`, and for one that needs more points than a corridor has.
 */
export function pointsOfCurve(
  curve: NurbsCurve,
  at: string,
  names: PartNames = requestNames,
): PointM[] {
  const fault = nurbsFault(curve);
  if (fault) throw invalidField(`${at}.${names[fault.part]}`, withAdvice(fault.message), "curve");
  const points = flattened(curve, toleranceM, mapLimits.corridorPoints);
  if (points) return points.map((point) => point.at);
  throw invalidField(
    at,
    `is too long or too bent: within ${toleranceM} m it takes more than ${mapLimits.corridorPoints} points. Divide it`,
    "curve",
  );
}

/**
 * Returns the curve with its ends at exactly these points; null where an end is further from its point than
 * `withinM`.
 */
export function curveBetween(
  curve: NurbsCurve,
  [first, last]: readonly [PointM, PointM],
  withinM: number,
): NurbsCurve | null {
  const ends = [curve.points[0]!, curve.points.at(-1)!] as const;
  const isNear = [first, last].every(
    (point, at) => apart(point, [ends[at]!.xM, ends[at]!.yM]) <= withinM,
  );
  if (!isNear) return null;
  const moved = (at: 0 | 1, [xM, yM]: PointM) => ({ ...ends[at], xM, yM });
  return { ...curve, points: [moved(0, first), ...curve.points.slice(1, -1), moved(1, last)] };
}

function withAdvice(message: string): string {
  return message.includes(". ") ? message : `${message}. Correct it`;
}
