/** A NURBS as an order has it. */
export interface Trajectory {
  degree: number;
  knotVector: number[];
  controlPoints: { x: number; y: number; weight?: number }[];
}

/** A point of a map. */
interface Spot {
  x: number;
  y: number;
}

/** How finely the test robot follows a curve: points of the whole. */
const samples = 400;

/** The basis function by the recursion of Cox and de Boor. */
function basis(knots: readonly number[], at: number, degree: number, u: number): number {
  const [low, high] = [knots[at]!, knots[at + 1]!];
  if (degree === 0) return (u >= low && u < high) || (u === 1 && high === 1 && low < 1) ? 1 : 0;
  const share = (from: number, to: number, upTo: number): number =>
    to === from ? 0 : upTo / (to - from);
  return (
    share(low, knots[at + degree]!, u - low) * basis(knots, at, degree - 1, u) +
    share(knots[at + 1]!, knots[at + degree + 1]!, knots[at + degree + 1]! - u) *
      basis(knots, at + 1, degree - 1, u)
  );
}

/** Points of the curve from its beginning to its end. */
export function pointsOf({ degree, knotVector, controlPoints }: Trajectory): Spot[] {
  return Array.from({ length: samples + 1 }, (_, step) => {
    const u = step / samples;
    let [x, y, sum] = [0, 0, 0];
    for (const [at, point] of controlPoints.entries()) {
      const part = basis(knotVector, at, degree, u) * (point.weight ?? 1);
      x += part * point.x;
      y += part * point.y;
      sum += part;
    }
    return { x: x / sum, y: y / sum };
  });
}

/** What is wrong with the trajectory of an edge between two positions (section 6.6.6), or null. */
export function trajectoryProblem(
  { degree, knotVector, controlPoints }: Trajectory,
  [from, to]: readonly [Spot, Spot],
): string | null {
  if (knotVector.length !== controlPoints.length + degree + 1) return "length of a knotVector";
  if (knotVector.some((knot, at) => at > 0 && knot < knotVector[at - 1]!))
    return "order of a knotVector";
  const [first, last] = [controlPoints[0]!, controlPoints.at(-1)!];
  const isJoined =
    Math.hypot(first.x - from.x, first.y - from.y) < 1e-3 &&
    Math.hypot(last.x - to.x, last.y - to.y) < 1e-3;
  return isJoined ? null : "a trajectory does not lead from node to node";
}
