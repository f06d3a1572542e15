import type { SimSettings } from "../../robots/driver/sim-document.ts";
import type { RobotScan } from "../../robots/driver/driver-port.ts";
import type { SimRobot } from "./sim-robot.ts";

/** Of `sim.scanner`, where it does not say. */
const usual = { fov_degrees: 270, range_m: 10, beams: 180 } as const;
/** Radius of a person in the plane of the scanner, in metres. */
const personRadiusM = 0.2;

type PointM = readonly [xM: number, yM: number];

/** The laser scanner of a simulated robot: in its middle, in the plane of obstacles, people and other robots. */
export class SimScanner {
  readonly #robot: SimRobot;
  readonly #fovRad: number;
  readonly #rangeM: number;
  readonly #beams: number;

  constructor(robot: SimRobot, settings: NonNullable<SimSettings["scanner"]>) {
    this.#robot = robot;
    this.#fovRad = ((settings.fov_degrees ?? usual.fov_degrees) / 180) * Math.PI;
    this.#rangeM = settings.range_m ?? usual.range_m;
    this.#beams = settings.beams ?? usual.beams;
  }

  /** What the scanner measures now. */
  scan(): RobotScan {
    const { body } = this.#robot;
    const startRad = -this.#fovRad / 2;
    const stepRad = this.#fovRad / (this.#beams - 1);
    const circles = this.#circles();
    const rangesM = Float32Array.from({ length: this.#beams }, (_, at) => {
      const angle = body.yawRad + startRad + at * stepRad;
      return this.#distanceM([Math.cos(angle), Math.sin(angle)], circles);
    });
    const mount = { xM: 0, yM: 0, yawRad: 0 };
    return { topic: "scan", frame: "laser", mount, ageMs: 0, startRad, stepRad, rangesM };
  }

  #circles(): { at: PointM; radiusM: number }[] {
    const people = this.#robot
      .people()
      .map(({ xM, yM }) => ({ at: [xM, yM] as const, radiusM: personRadiusM }));
    const others = (this.#robot.floor?.others(this.#robot) ?? []).map(({ body, radiusM }) => ({
      at: [body.xM, body.yM] as const,
      radiusM,
    }));
    return [...people, ...others];
  }

  /** Distance to what the beam meets first; 0 where it meets nothing within its range. */
  #distanceM(beam: PointM, circles: readonly { at: PointM; radiusM: number }[]): number {
    const { body, obstacles } = this.#robot;
    const from: PointM = [body.xM, body.yM];
    let nearestM = Infinity;
    for (const corners of obstacles) {
      for (const [at, corner] of corners.entries()) {
        const next = corners[(at + 1) % corners.length]!;
        nearestM = Math.min(nearestM, toLineM(from, beam, [corner, next]));
      }
    }
    for (const circle of circles) nearestM = Math.min(nearestM, toCircleM(from, beam, circle));
    return nearestM <= this.#rangeM ? nearestM : 0;
  }
}

/** Distance along the beam to a line from one point to another; Infinity where it passes. */
function toLineM(from: PointM, beam: PointM, [a, b]: readonly [PointM, PointM]): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const across = beam[0] * dy - beam[1] * dx;
  if (across === 0) return Infinity;
  const [px, py] = [a[0] - from[0], a[1] - from[1]];
  const along = (px * dy - py * dx) / across;
  const share = (px * beam[1] - py * beam[0]) / across;
  return along > 0 && share >= 0 && share <= 1 ? along : Infinity;
}

function toCircleM(
  from: PointM,
  beam: PointM,
  { at, radiusM }: { at: PointM; radiusM: number },
): number {
  const [px, py] = [at[0] - from[0], at[1] - from[1]];
  const along = px * beam[0] + py * beam[1];
  const off = Math.abs(px * beam[1] - py * beam[0]);
  if (along <= 0 || off > radiusM) return Infinity;
  return Math.max(0.001, along - Math.sqrt(radiusM * radiusM - off * off));
}
