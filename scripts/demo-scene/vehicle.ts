import { clamp, paint, smoothMin } from "./shape.ts";
import type { Shape, Surface } from "./shape.ts";
import type { Vec3 } from "./view.ts";

type Outline = readonly (readonly [along: number, up: number])[];

/** The form of a vehicle: side outlines (front is +along), metres. */
export interface Model {
  body: Outline;
  cabin: Outline;
  /** Side windows, windscreen and rear window lie inside the cabin between these heights. */
  glass: { fromM: number; toM: number; pillarsM: readonly number[]; rearBlind?: boolean };
  halfWidthM: number;
  /** Metres by which each metre above the belt is narrower. */
  tumblehome: number;
  axlesM: readonly [number, number];
  wheelM: number;
}

/** A five-door car. */
export const hatchback: Model = {
  body: [
    [-2.06, 0.3],
    [-2.12, 0.62],
    [-2.02, 0.93],
    [-1.2, 0.97],
    [0.95, 0.95],
    [1.75, 0.84],
    [2.08, 0.66],
    [2.1, 0.3],
  ],
  cabin: [
    [-2.0, 0.9],
    [-1.72, 1.3],
    [-1.25, 1.47],
    [-0.2, 1.5],
    [0.4, 1.42],
    [1.2, 0.92],
  ],
  glass: { fromM: 0.99, toM: 1.4, pillarsM: [-0.32, -1.3, 0.72] },
  halfWidthM: 0.88,
  tumblehome: 0.42,
  axlesM: [1.3, -1.28],
  wheelM: 0.325,
};

/** A saloon. */
export const saloon: Model = {
  body: [
    [-2.3, 0.32],
    [-2.36, 0.7],
    [-2.25, 0.96],
    [-1.3, 0.98],
    [1.0, 0.95],
    [1.95, 0.84],
    [2.3, 0.64],
    [2.3, 0.3],
  ],
  cabin: [
    [-1.75, 0.92],
    [-1.0, 1.4],
    [-0.4, 1.46],
    [0.25, 1.4],
    [1.15, 0.92],
  ],
  glass: { fromM: 0.99, toM: 1.37, pillarsM: [-0.28, -1.12, 0.66] },
  halfWidthM: 0.9,
  tumblehome: 0.42,
  axlesM: [1.42, -1.36],
  wheelM: 0.33,
};

/** A delivery van. */
export const van: Model = {
  body: [
    [-2.55, 0.36],
    [-2.6, 0.8],
    [-2.55, 1.1],
    [0.6, 1.1],
    [1.7, 1.1],
    [2.35, 1.0],
    [2.55, 0.7],
    [2.55, 0.34],
  ],
  cabin: [
    [-2.58, 1.0],
    [-2.54, 2.2],
    [-2.35, 2.32],
    [0.4, 2.34],
    [1.05, 2.2],
    [1.95, 1.05],
  ],
  glass: { fromM: 1.25, toM: 2.0, pillarsM: [0.25, 1.35], rearBlind: true },
  halfWidthM: 0.99,
  tumblehome: 0.12,
  axlesM: [1.6, -1.6],
  wheelM: 0.36,
};

/** Parts of the body that are not painted, first match wins: sill, lamps, plates, grille. */
const trim: readonly {
  end: "front" | "rear" | "either";
  /** Depth from the end of the body, metres. */
  deepM: number;
  /** From and to, as a fraction of the half width. */
  across: readonly [number, number];
  /** From and to above the ground, metres. */
  up: readonly [number, number];
  rgb: Vec3;
  gloss: number;
}[] = [
  { end: "either", deepM: 9, across: [0, 9], up: [0, 0.36], rgb: [0.02, 0.02, 0.021], gloss: 0.02 },
  {
    end: "front",
    deepM: 0.32,
    across: [0.55, 9],
    up: [0.6, 0.8],
    rgb: [0.72, 0.74, 0.76],
    gloss: 0.3,
  },
  {
    end: "rear",
    deepM: 0.22,
    across: [0.62, 9],
    up: [0.66, 0.92],
    rgb: [0.42, 0.012, 0.01],
    gloss: 0.15,
  },
  {
    end: "either",
    deepM: 0.12,
    across: [0, 0.31],
    up: [0.44, 0.56],
    rgb: [0.75, 0.75, 0.7],
    gloss: 0.02,
  },
  {
    end: "front",
    deepM: 0.12,
    across: [0, 0.6],
    up: [0.42, 0.68],
    rgb: [0.015, 0.015, 0.016],
    gloss: 0.05,
  },
];

/** Position of a vehicle, and its paint. */
export interface Parked {
  x: number;
  y: number;
  headingRad: number;
  paint: Vec3;
  /** Angle by which the wheels have turned. */
  rollRad: number;
}

function outlineDistance(outline: Outline, u: number, z: number): number {
  let squared = Infinity;
  let sign = 1;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i, i += 1) {
    const [ax, ay] = outline[i]!;
    const ex = outline[j]![0] - ax;
    const ey = outline[j]![1] - ay;
    const wx = u - ax;
    const wy = z - ay;
    const h = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey), 0, 1);
    squared = Math.min(squared, (wx - ex * h) ** 2 + (wy - ey * h) ** 2);
    const up = wy >= 0;
    const below = z < outline[j]![1];
    const left = ex * wy > ey * wx;
    if (up === below && up === left) sign = -sign;
  }
  return sign * Math.sqrt(squared);
}

/** A road vehicle: a rounded body, a narrower cabin with glass, lights, and turning wheels. */
export class Vehicle implements Shape {
  readonly low: Vec3;
  readonly high: Vec3;
  readonly #model: Model;
  readonly #at: Parked;
  readonly #cos: number;
  readonly #sin: number;

  constructor(model: Model, at: Parked) {
    this.#model = model;
    this.#at = at;
    this.#cos = Math.cos(at.headingRad);
    this.#sin = Math.sin(at.headingRad);
    const alongM = 2.75;
    const acrossM = model.halfWidthM + 0.2;
    const dx = Math.abs(this.#cos) * alongM + Math.abs(this.#sin) * acrossM;
    const dy = Math.abs(this.#sin) * alongM + Math.abs(this.#cos) * acrossM;
    this.low = [at.x - dx, at.y - dy, 0];
    this.high = [at.x + dx, at.y + dy, 2.4];
  }

  distance(x: number, y: number, z: number): number {
    const u = (x - this.#at.x) * this.#cos + (y - this.#at.y) * this.#sin;
    const w = Math.abs((y - this.#at.y) * this.#cos - (x - this.#at.x) * this.#sin);
    const model = this.#model;
    const rough = Math.max(Math.abs(u) - 2.7, w - model.halfWidthM - 0.15);
    if (rough > 0.4) return rough;
    const round = 0.07;
    const body =
      this.#slab(outlineDistance(model.body, u, z) + round, w - model.halfWidthM + round) - round;
    const narrow = model.halfWidthM - 0.05 - model.tumblehome * Math.max(0, z - 0.95);
    const cabin =
      this.#slab(outlineDistance(model.cabin, u, z) + round, w - narrow + round) - round;
    let d = smoothMin(body, cabin, 0.06);
    const mirror =
      Math.hypot(
        u - model.cabin.at(-1)![0] + 0.3,
        w - model.halfWidthM - 0.06,
        z - model.glass.fromM - 0.03,
      ) - 0.085;
    d = Math.min(d, mirror);
    return this.#withWheels(d, w, [u, z]);
  }

  surface(point: Vec3, out: Surface): void {
    const u = (point[0] - this.#at.x) * this.#cos + (point[1] - this.#at.y) * this.#sin;
    const w = (point[1] - this.#at.y) * this.#cos - (point[0] - this.#at.x) * this.#sin;
    const z = point[2];
    if (this.#paintWheel([u, w, z], out)) return;
    if (this.#isGlass(u, Math.abs(w), z)) paint(out, [0.012, 0.014, 0.017], 0.22);
    else this.#paintBody([u, w, z], out);
  }

  #slab(outline: number, across: number): number {
    return (
      Math.min(Math.max(outline, across), 0) + Math.hypot(Math.max(outline, 0), Math.max(across, 0))
    );
  }

  #withWheels(d: number, w: number, [u, z]: [number, number]): number {
    const { axlesM, wheelM, halfWidthM } = this.#model;
    for (const axle of axlesM) {
      const radial = Math.hypot(u - axle, z - wheelM);
      const arch = Math.max(radial - wheelM - 0.07, halfWidthM - 0.3 - w);
      d = Math.max(d, -arch);
      const tyre =
        this.#slab(radial - wheelM + 0.03, Math.abs(w - halfWidthM + 0.12) - 0.09) - 0.03;
      d = Math.min(d, tyre);
    }
    return d;
  }

  #paintWheel([u, w, z]: Vec3, out: Surface): boolean {
    const { axlesM, wheelM, halfWidthM } = this.#model;
    for (const axle of axlesM) {
      const radial = Math.hypot(u - axle, z - wheelM);
      if (radial > wheelM + 0.075) continue;
      if (radial > wheelM + 0.012 || Math.abs(w) < halfWidthM - 0.3) {
        if (Math.abs(w) > halfWidthM - 0.005 && radial > wheelM + 0.05) return false;
        paint(out, [0.01, 0.01, 0.01], 0);
        return true;
      }
      const spoke = Math.cos((Math.atan2(z - wheelM, u - axle) + this.#at.rollRad) * 5) > -0.25;
      if (radial > wheelM * 0.68) paint(out, [0.018, 0.018, 0.019], 0.01);
      else if (radial < wheelM * 0.6 && !spoke) paint(out, [0.04, 0.04, 0.045], 0.02);
      else paint(out, [0.42, 0.43, 0.45], 0.25);
      return true;
    }
    return false;
  }

  #isGlass(u: number, w: number, z: number): boolean {
    const { glass, cabin, halfWidthM, tumblehome } = this.#model;
    if (z < glass.fromM || z > glass.toM) return false;
    const edge = outlineDistance(cabin, u, z);
    const sideAt = halfWidthM - 0.05 - tumblehome * (z - 0.95);
    if (w > sideAt - 0.09) {
      if (glass.rearBlind && u < glass.pillarsM[0]!) return false;
      return edge < -0.1 && !glass.pillarsM.some((pillar) => Math.abs(u - pillar) < 0.045);
    }
    return edge > -0.05 && !(glass.rearBlind && u < 0 && Math.abs(w) < 0.05);
  }

  #paintBody([u, w, z]: Vec3, out: Surface): void {
    const front = this.#model.body.at(-1)![0] - u;
    const rear = u - this.#model.body[0]![0];
    const side = Math.abs(w) / this.#model.halfWidthM;
    const part = trim.find(
      ({ end, deepM, across, up }) =>
        (end === "front" ? front : end === "rear" ? rear : Math.min(front, rear)) < deepM &&
        side >= across[0] &&
        side < across[1] &&
        z >= up[0] &&
        z < up[1],
    );
    if (part) paint(out, part.rgb, part.gloss);
    else paint(out, this.#at.paint, 0.06);
    if (!part && side > 0.86 && z < 1.6) this.#paintDoors(u, z, out);
  }

  #paintDoors(u: number, z: number, out: Surface): void {
    const seams = [...this.#model.glass.pillarsM, this.#model.axlesM[0] - 0.45];
    if (z < 0.95 && seams.some((seam) => Math.abs(u - seam) < 0.012)) {
      paint(out, [0.01, 0.01, 0.01], 0);
    } else if (
      Math.abs(z - 0.86) < 0.018 &&
      seams.some((seam) => u > seam + 0.06 && u < seam + 0.24)
    ) {
      paint(out, [0.05, 0.05, 0.05], 0.1);
    }
  }
}
