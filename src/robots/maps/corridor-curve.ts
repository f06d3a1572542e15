import { invalidField } from "../../base/contract/fail.ts";
import type { PointM } from "../../base/geo/line.ts";
import {
  flattened,
  type NurbsCurve,
  type NurbsFault,
  nurbsFault,
  nurbsLimits,
} from "../../base/geo/nurbs.ts";
import { mapLimits } from "./map-terms.ts";

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
  const points = flattened(curve, nurbsLimits.toleranceM, mapLimits.corridorPoints);
  if (points) return points.map((point) => point.at);
  throw invalidField(
    at,
    `is too long or too bent: within ${nurbsLimits.toleranceM} m it takes more than ${mapLimits.corridorPoints} points. Divide it`,
    "curve",
  );
}

function withAdvice(message: string): string {
  return message.includes(". ") ? message : `${message}. Correct it`;
}
