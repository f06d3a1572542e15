import type { RobotZoneRequest } from "../../../src/robots/fleet/config-document.ts";

/** A point of the map in metres. */
export type Point = readonly [x: number, y: number];

/** An area as the bench itself keeps it. */
export interface Ground {
  name: string;
  type: RobotZoneRequest["type"];
  polygon: readonly Point[];
}

/** By how often a ray to the right crosses the edge. */
function surrounds(polygon: readonly Point[], [x, y]: Point): boolean {
  let isIn = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

/** Whether the ground is forbidden there. */
export function isForbidden(grounds: readonly Ground[], point: Point): boolean {
  const rooms = grounds.filter(({ type }) => type === "keep_in");
  // The geofence is one more room that cannot be left.
  const fences = rooms.filter(({ name }) => name === "fence");
  const others = rooms.filter(({ name }) => name !== "fence");
  if (fences.some(({ polygon }) => !surrounds(polygon, point))) return true;
  if (others.length > 0 && !others.some(({ polygon }) => surrounds(polygon, point))) return true;
  return grounds.some(({ type, polygon }) => type === "keep_out" && surrounds(polygon, point));
}

/** How far the nearest allowed ground is, by going out in all directions; at most 2 % too much. */
export function depthOf(grounds: readonly Ground[], [x, y]: Point): number {
  for (let far = 0.02; far < 30; far += 0.02 + far * 0.01) {
    for (let turn = 0; turn < 64; turn += 1) {
      const angle = (turn / 64) * 2 * Math.PI;
      if (!isForbidden(grounds, [x + Math.cos(angle) * far, y + Math.sin(angle) * far])) return far;
    }
  }
  return Infinity;
}

/** A way out over the nearest edge may take so much of the shortest, and the robot that strays from it. */
const wayOutFactor = 1.5;
const wayOutSlackM = 0.1;
/** Pose noise that is let pass on forbidden ground. */
const noiseM = 0.1;

/**
 * Counts the metres that one robot drives on forbidden ground beyond what is stated: its stopping
 * distance, and the way out that a command was taken for. Shares no code with the product.
 */
export class Tally {
  /** Metres on forbidden ground in all, and those beyond what is stated. */
  insideM = 0;
  beyondM = 0;
  entries = 0;
  #isInside = false;
  #drivenM = 0;
  /** Without the stopping distance, of which the longest since it came there counts. */
  #allowedM = 0;
  #stopM = 0;

  /** `stopM`: how far the robot may drive until it stands, by what is stated. */
  moved(grounds: readonly Ground[], [from, to]: readonly [Point, Point], stopM: number): void {
    const pieces = 10;
    const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1]) / pieces;
    for (let at = 0; at < pieces; at += 1) {
      const share = (at + 0.5) / pieces;
      const point: Point = [
        from[0] + share * (to[0] - from[0]),
        from[1] + share * (to[1] - from[1]),
      ];
      this.#piece(isForbidden(grounds, point), lengthM, stopM);
    }
  }

  /** A command was taken while the robot was here: the way out from here is allowed. */
  taken(grounds: readonly Ground[], at: Point): void {
    if (!this.#isInside) return;
    const outM = depthOf(grounds, at) * wayOutFactor + wayOutSlackM + noiseM;
    this.#allowedM = Math.max(this.#allowedM, this.#drivenM + outM);
  }

  #piece(isInside: boolean, lengthM: number, stopM: number): void {
    if (isInside && !this.#isInside) {
      this.entries += 1;
      this.#drivenM = 0;
      this.#allowedM = noiseM;
      this.#stopM = 0;
    }
    this.#isInside = isInside;
    if (!isInside) return;
    this.insideM += lengthM;
    this.#drivenM += lengthM;
    // A pose that gets lost on forbidden ground lengthens what is left until the robot stands.
    this.#stopM = Math.max(this.#stopM, stopM);
    const limitM = this.#allowedM + this.#stopM;
    this.beyondM += Math.max(0, Math.min(lengthM, this.#drivenM - limitM));
  }
}
