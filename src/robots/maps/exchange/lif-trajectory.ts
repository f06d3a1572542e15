import { invalidField } from "../../../base/contract/fail.ts";
import type { PointM } from "../../../base/geo/line.ts";
import { curveBetween, type NurbsCurve } from "../../../base/geo/nurbs.ts";
import { pointsOfCurve, trajectoryNames } from "../corridor-curve.ts";
import { type Fields, object } from "./fields.ts";
import { readCurve } from "./geojson-wire.ts";

/** An end of a trajectory may be this far from its node, in metres; it is moved there. */
const nodeM = 0.05;

/**
 * The trajectory of an edge and its points. Fails with `invalid_request_body` for a malformed one, and for one that
 * does not lead from node to node.
 */
export function trajectoryOf(
  properties: readonly Fields[],
  { ends, at }: { ends: readonly [PointM, PointM]; at: string },
): { curve?: NurbsCurve; points?: PointM[]; isOne?: boolean } {
  const found = properties.flatMap((one, index) =>
    one["trajectory"] === undefined || one["trajectory"] === null
      ? []
      : [{ value: one["trajectory"], where: `${at}[${index}].trajectory` }],
  );
  const curves = found.map(({ value, where }) => {
    const curve = readCurve(object(value, where), where, trajectoryNames);
    pointsOfCurve(curve, where, trajectoryNames);
    const between = curveBetween(curve, ends, nodeM);
    if (between) return between;
    throw invalidField(
      `${where}.controlPoints`,
      `do not begin and end at the nodes of the edge, within ${nodeM} m. Correct them`,
    );
  });
  const [first] = curves;
  if (!first) return {};
  const isOne = curves.every((each) => JSON.stringify(each) === JSON.stringify(first));
  // Two control points of the first degree are the straight line.
  if (first.points.length === 2) return { isOne };
  return { curve: first, points: pointsOfCurve(first, found[0]!.where, trajectoryNames), isOne };
}

/** A trajectory in the field names of LIF and VDA 5050. */
export function trajectoryWire({ degree, knots, points }: NurbsCurve): object {
  const controlPoints = points.map(({ xM: x, yM: y, weight }) => ({ x, y, weight }));
  return { degree, knotVector: knots, controlPoints };
}
