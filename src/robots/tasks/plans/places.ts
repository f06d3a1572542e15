import type { TargetBody } from "../../driver/command-document.ts";
import { edgeDistance, insideTest } from "../../../base/geo/polygon.ts";

/** A zone to which a run may drive. */
export type RunZone = {
  name: string;
  type: string;
  frame: string;
  polygon: readonly (readonly [number, number])[];
  /** Of a stored place: where the robot goes, with the name and the revision. */
  target?: TargetBody & { frame: string; x: number; y: number };
};

/** The frame of zones that are drawn on the pictures, in fractions of them: not a place to drive to. */
const pictureFrame = "image";

/** True when the zone is drawn on the robot's pictures. */
export function isOnPicture({ frame }: Pick<RunZone, "frame">): boolean {
  return frame === pictureFrame;
}

/** True when a robot may be sent to the zone by name: not for a zone on a picture, nor for a forbidden one. */
export function isPlace(zone: Pick<RunZone, "frame" | "type">): boolean {
  return !isOnPicture(zone) && zone.type !== "keep_out";
}

/** Half the side of the square that stands for a place, in metres. */
const placeHalfM = 0.5;

/** A stored place as a zone to which a run may drive. */
export function zoneOfPlace(target: NonNullable<RunZone["target"]> & { place?: string }): RunZone {
  const { frame, x, y, place: name = "" } = target;
  const polygon = [
    [x - placeHalfM, y - placeHalfM],
    [x + placeHalfM, y - placeHalfM],
    [x + placeHalfM, y + placeHalfM],
    [x - placeHalfM, y + placeHalfM],
  ] as const;
  return { name, type: "place", frame, polygon, target };
}

/** Where a robot goes in a zone: to the place, else well inside. */
export function targetIn(zone: RunZone): NonNullable<RunZone["target"]> {
  if (zone.target) return zone.target;
  const [x, y] = middleOf(zone.polygon);
  return { frame: zone.frame, x, y };
}

type PointM = readonly [xM: number, yM: number];

/** The distance of a patrol from its zone's edge, in metres: more than the gate's margin at edges. */
const insetM = 0.3;

/** Returns the way along the inside of a zone: a point for each corner, in the zone's order. */
export function routeOf({ polygon }: RunZone): PointM[] {
  const isInside = insideTest(polygon);
  return polygon.map((corner, at) => {
    const before = polygon.at(at - 1)!;
    const after = polygon[(at + 1) % polygon.length]!;
    const [bx, by] = unit(corner, before);
    const [ax, ay] = unit(corner, after);
    const length = Math.hypot(ax + bx, ay + by);
    // Along the bisector of the corner; in a concave corner that leads outside, so the other direction is
    // tried.
    for (const sign of length < 1e-9 ? [] : [1, -1]) {
      const [dx, dy] = [(ax + bx) / length, (ay + by) / length];
      const reach = (sign * insetM) / Math.max(0.2, Math.abs(ax * dy - ay * dx));
      const point: PointM = [corner[0] + dx * reach, corner[1] + dy * reach];
      if (isInside(point) && edgeDistance(polygon, point) >= insetM * 0.9) return point;
    }
    return middleOf(polygon);
  });
}

/** Returns a point well inside the zone: its centre of area, else the grid point farthest from the edges. */
export function middleOf(polygon: RunZone["polygon"]): PointM {
  const isInside = insideTest(polygon);
  const centre = centreOf(polygon);
  if (isInside(centre) && edgeDistance(polygon, centre) >= insetM) return centre;
  const xs = polygon.map(([x]) => x);
  const ys = polygon.map(([, y]) => y);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - bottom];
  let best: PointM = centre;
  let bestM = -1;
  for (let row = 1; row < 20; row += 1) {
    for (let column = 1; column < 20; column += 1) {
      const point: PointM = [left + (width * column) / 20, bottom + (height * row) / 20];
      const awayM = isInside(point) ? edgeDistance(polygon, point) : -1;
      if (awayM > bestM) [best, bestM] = [point, awayM];
    }
  }
  return best;
}

function centreOf(polygon: RunZone["polygon"]): PointM {
  let [twice, x, y] = [0, 0, 0];
  for (const [at, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon[(at + 1) % polygon.length]!;
    const cross = ax * by - bx * ay;
    twice += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return twice === 0 ? polygon[0]! : [x / (3 * twice), y / (3 * twice)];
}

function unit(from: PointM, to: PointM): PointM {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  return [dx / length, dy / length];
}
