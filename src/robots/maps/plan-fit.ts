import { invalidField } from "../../base/contract/fail.ts";
import { fitPlanes, leastPairs } from "../../base/geo/plane-fit.ts";
import type { PointM } from "../../base/geo/line.ts";
import type { PlanFitting } from "./map-record.ts";
import type { Placement } from "./occupancy.ts";

/** A point of a floor plan: fractions of its picture, origin top left, and metres of the frame. */
export interface PlanPoint {
  imageNorm: PointM;
  mapM: PointM;
}

/**
 * Places a floor plan by points (least squares) with the error at each. Fails with `invalid_request_body` where they do
 * not determine a placement, or one that shows the plan in a mirror.
 */
export function fitPlan(
  points: readonly PlanPoint[],
  fit: PlanFitting["fit"],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): { placement: Placement; fitting: PlanFitting } {
  const at = "plan.points";
  if (points.length < leastPairs[fit])
    throw invalidField(at, `has ${points.length} points. ${fit} needs ${leastPairs[fit]}`);
  // In pixels with y upwards, so that a turn of the picture is a turn on the map.
  const pairs = points.map(({ imageNorm: [u, v], mapM }) => ({
    from: [u * widthPx, -v * heightPx] as const,
    to: mapM,
  }));
  const fitted = fitPlanes(pairs, fit);
  if (!fitted) {
    const where = fit === "affine" ? "in one point or on one line" : "in one point";
    throw invalidField(at, `lie ${where}, so they place nothing. Choose points far apart`);
  }
  const [a, b, c, d, e, f] = fitted.matrix;
  if (a * e - b * d <= 0)
    throw invalidField(at, "place the plan as in a mirror. Check which point is which");
  const placement: Placement = [a * widthPx, -b * heightPx, c, d * widthPx, -e * heightPx, f];
  const placed = points.map((point, index) => ({ ...point, errorM: fitted.errors[index]! }));
  return { placement, fitting: { fit, points: placed } };
}
