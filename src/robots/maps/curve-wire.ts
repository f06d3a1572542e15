import type { NurbsCurve } from "../../base/geo/nurbs.ts";
import type { CorridorCurveBody } from "./map-document.ts";

/** The curve of a request. */
export function curveOfBody({
  degree,
  knot_vector: knots,
  control_points: points,
}: CorridorCurveBody): NurbsCurve {
  return {
    degree,
    knots,
    points: points.map(({ x: xM, y: yM, weight = 1 }) => ({ xM, yM, weight })),
  };
}

/** The curve on the wire, which `curveOfBody` reads as the same. */
export function curveWire({ degree, knots, points }: NurbsCurve): CorridorCurveBody {
  return {
    degree,
    knot_vector: [...knots],
    control_points: points.map(({ xM: x, yM: y, weight }) => ({ x, y, weight })),
  };
}
