import { noise3 } from "./noise.ts";
import { clamp, paint, smoothMin } from "./shape.ts";
import type { Shape, Surface } from "./shape.ts";
import type { Vec3 } from "./view.ts";

/** Appearance of a person. Colours are linear RGB. */
export interface Looks {
  heightM: number;
  /** 1 is slim, 1.25 is heavy. */
  girth: number;
  top: Vec3;
  legs: Vec3;
  shoes: Vec3;
  skin: Vec3;
  hair: Vec3;
  /** Reflective stripes around the chest. */
  vest?: boolean;
  backpack?: Vec3;
  /** Bare forearms. */
  shortSleeves?: boolean;
}

/** Position of a person and of the limbs at one moment. */
export interface Pose {
  x: number;
  y: number;
  headingRad: number;
  /** Position in the walking cycle; one turn is two steps. */
  gaitRad: number;
  /** 0 standing, 1 walking. */
  stride: number;
  /** Slow movement of somebody who stands about. */
  idleRad: number;
}

const kinds = { top: 0, legs: 1, shoes: 2, skin: 3, head: 4, sleeve: 5, pack: 6 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

/** Numbers per limb: ax ay az, bx by bz, radius at a, radius at b, kind. */
const limbSize = 9;

interface Joint {
  /** Forward, sideways (left positive) and up, metres, in the person's own frame. */
  at: Vec3;
  radius: number;
}

/** A clothed human figure made of tapered limbs that melt into each other. */
export class Person implements Shape {
  readonly low: Vec3 = [Infinity, Infinity, Infinity];
  readonly high: Vec3 = [-Infinity, -Infinity, -Infinity];
  readonly #looks: Looks;
  readonly #pose: Pose;
  readonly #limbs: Float64Array;
  readonly #count: number;
  readonly #forward: Vec3;
  #head: Vec3 = [0, 0, 0];
  /** The point of the last `distance` call; kept to save an array per call. */
  readonly #probe: Vec3 = [0, 0, 0];

  constructor(looks: Looks, pose: Pose) {
    this.#looks = looks;
    this.#pose = pose;
    this.#forward = [Math.cos(pose.headingRad), Math.sin(pose.headingRad), 0];
    const limbs: number[] = [];
    this.#addBody(limbs);
    this.#limbs = Float64Array.from(limbs);
    this.#count = limbs.length / limbSize;
    this.#groundFeet();
  }

  distance(x: number, y: number, z: number): number {
    const at = this.#probe;
    at[0] = x;
    at[1] = y;
    at[2] = z;
    let best = 1e9;
    for (let i = 0; i < this.#count; i += 1) {
      best = smoothMin(best, this.#limbDistance(i * limbSize, at), 0.045);
    }
    return best;
  }

  surface(point: Vec3, out: Surface): void {
    const at = point;
    const [x, y, z] = point;
    let best = 1e9;
    let kind: Kind = kinds.top;
    for (let i = 0; i < this.#count; i += 1) {
      const d = this.#limbDistance(i * limbSize, at);
      if (d < best) {
        best = d;
        kind = this.#limbs[i * limbSize + 8]! as Kind;
      }
    }
    this.#paintKind(kind, point, out);
    const fold = noise3((x - this.#pose.x) * 14, (y - this.#pose.y) * 14, z * 9);
    const shade = kind === kinds.head || kind === kinds.skin ? 1 : 0.72 + 0.5 * fold;
    out.red *= shade;
    out.green *= shade;
    out.blue *= shade;
  }

  #paintKind(kind: Kind, point: Vec3, out: Surface): void {
    const looks = this.#looks;
    const tall = looks.heightM / 1.75;
    if (kind === kinds.legs) paint(out, looks.legs, 0);
    else if (kind === kinds.shoes) paint(out, looks.shoes, 0.02);
    else if (kind === kinds.skin) paint(out, looks.skin, 0.02);
    else if (kind === kinds.sleeve) paint(out, looks.shortSleeves ? looks.skin : looks.top, 0);
    else if (kind === kinds.pack) paint(out, looks.backpack ?? looks.top, 0.01);
    else if (kind === kinds.head) paint(out, this.#isHair(point) ? looks.hair : looks.skin, 0.02);
    else {
      const stripe = looks.vest && Math.abs(((point[2] / tall + 0.02) % 0.2) - 0.1) < 0.032;
      paint(out, stripe ? [0.75, 0.76, 0.72] : looks.top, 0);
    }
  }

  #isHair(point: Vec3): boolean {
    const ahead =
      (point[0] - this.#head[0]) * this.#forward[0] + (point[1] - this.#head[1]) * this.#forward[1];
    const above = point[2] - this.#head[2];
    return above > 0.055 || (ahead < -0.005 && above > -0.075) || (ahead < 0.03 && above > 0.02);
  }

  #limbDistance(limb: number, point: Vec3): number {
    const limbs = this.#limbs;
    const ax = limbs[limb]!;
    const ay = limbs[limb + 1]!;
    const az = limbs[limb + 2]!;
    const bx = limbs[limb + 3]! - ax;
    const by = limbs[limb + 4]! - ay;
    const bz = limbs[limb + 5]! - az;
    const px = point[0] - ax;
    const py = point[1] - ay;
    const pz = point[2] - az;
    const h = clamp((px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz + 1e-9), 0, 1);
    const dx = px - bx * h;
    const dy = py - by * h;
    const dz = pz - bz * h;
    const radius = limbs[limb + 6]! + (limbs[limb + 7]! - limbs[limb + 6]!) * h;
    return Math.sqrt(dx * dx + dy * dy + dz * dz) - radius;
  }

  #addBody(limbs: number[]): void {
    const { stride, gaitRad, idleRad } = this.#pose;
    const lean = 0.02 + 0.05 * stride;
    const sway = (1 - stride) * 0.03 * Math.sin(idleRad);
    for (const side of [1, -1]) {
      this.#addLeg(limbs, side, gaitRad + (side > 0 ? 0 : Math.PI));
      this.#addArm(limbs, side, { swingRad: gaitRad + (side > 0 ? Math.PI : 0), lean, sway });
      this.#limb(limbs, kinds.top, [
        { at: [lean * 0.3, side * 0.075 + sway * 0.3, 0.98], radius: 0.112 },
        { at: [lean, side * 0.095 + sway, 1.36], radius: 0.118 },
      ]);
    }
    this.#limb(limbs, kinds.legs, [
      { at: [0, 0.07, 0.93], radius: 0.118 },
      { at: [0, -0.07, 0.93], radius: 0.118 },
    ]);
    this.#limb(limbs, kinds.top, [
      { at: [lean, 0.15 + sway, 1.425], radius: 0.068 },
      { at: [lean, -0.15 + sway, 1.425], radius: 0.068 },
    ]);
    this.#addHead(limbs, lean, sway);
    if (this.#looks.backpack) {
      this.#limb(limbs, kinds.pack, [
        { at: [lean - 0.19, sway, 1.1], radius: 0.12 },
        { at: [lean - 0.17, sway, 1.34], radius: 0.11 },
      ]);
    }
  }

  #addHead(limbs: number[], lean: number, sway: number): void {
    this.#limb(limbs, kinds.skin, [
      { at: [lean + 0.01, sway, 1.44], radius: 0.055 },
      { at: [lean + 0.03, sway, 1.56], radius: 0.052 },
    ]);
    this.#limb(limbs, kinds.head, [
      { at: [lean + 0.055, sway * 1.2, 1.6], radius: 0.078 },
      { at: [lean + 0.035, sway * 1.2, 1.655], radius: 0.095 },
    ]);
    this.#head = this.#world([lean + 0.045, sway * 1.2, 1.63]);
  }

  #addLeg(limbs: number[], side: number, phase: number): void {
    const { stride } = this.#pose;
    const thigh = stride * (0.4 * Math.sin(phase) + 0.06);
    const bend = 0.05 + stride * (0.1 + 0.95 * Math.max(0, Math.cos(phase + 0.4)) ** 2);
    const spread = 0.085 + (1 - stride) * 0.03;
    const hip: Vec3 = [0, side * 0.085, 0.92];
    const knee: Vec3 = [
      hip[0] + 0.45 * Math.sin(thigh),
      side * spread,
      hip[2] - 0.45 * Math.cos(thigh),
    ];
    const shin = thigh - bend;
    const ankle: Vec3 = [
      knee[0] + 0.41 * Math.sin(shin),
      side * spread,
      knee[2] - 0.41 * Math.cos(shin),
    ];
    const toe = shin * 0.6;
    this.#limb(limbs, kinds.legs, [
      { at: hip, radius: 0.098 },
      { at: knee, radius: 0.068 },
    ]);
    this.#limb(limbs, kinds.legs, [
      { at: knee, radius: 0.066 },
      { at: ankle, radius: 0.05 },
    ]);
    this.#limb(limbs, kinds.shoes, [
      { at: [ankle[0] - 0.03, ankle[1], ankle[2] - 0.02], radius: 0.048 },
      {
        at: [
          ankle[0] + 0.15 * Math.cos(toe),
          ankle[1] * 1.2,
          ankle[2] - 0.03 + 0.15 * Math.sin(toe),
        ],
        radius: 0.036,
      },
    ]);
  }

  #addArm(
    limbs: number[],
    side: number,
    move: { swingRad: number; lean: number; sway: number },
  ): void {
    const { stride, idleRad } = this.#pose;
    const idle = (1 - stride) * (0.18 + 0.14 * Math.sin(idleRad * 2 + side));
    const upper = stride * 0.36 * Math.sin(move.swingRad) + idle;
    const lower =
      upper + 0.2 + stride * 0.22 + (1 - stride) * 0.25 * Math.max(0, Math.sin(idleRad + side));
    const shoulder: Vec3 = [move.lean, side * 0.2 + move.sway, 1.415];
    const elbow: Vec3 = [
      shoulder[0] + 0.29 * Math.sin(upper),
      side * 0.265 + move.sway,
      shoulder[2] - 0.285 * Math.cos(upper),
    ];
    const wrist: Vec3 = [
      elbow[0] + 0.25 * Math.sin(lower),
      side * 0.275,
      elbow[2] - 0.25 * Math.cos(lower),
    ];
    const hand: Vec3 = [
      wrist[0] + 0.08 * Math.sin(lower),
      side * 0.27,
      wrist[2] - 0.08 * Math.cos(lower),
    ];
    this.#limb(limbs, kinds.top, [
      { at: shoulder, radius: 0.062 },
      { at: elbow, radius: 0.05 },
    ]);
    this.#limb(limbs, kinds.sleeve, [
      { at: elbow, radius: 0.047 },
      { at: wrist, radius: 0.036 },
    ]);
    this.#limb(limbs, kinds.skin, [
      { at: wrist, radius: 0.034 },
      { at: hand, radius: 0.036 },
    ]);
  }

  #limb(limbs: number[], kind: Kind, [a, b]: [Joint, Joint]): void {
    const tall = this.#looks.heightM / 1.75;
    const wide = (kind === kinds.head || kind === kinds.skin ? 1 : this.#looks.girth) * tall;
    limbs.push(...this.#world(a.at), ...this.#world(b.at), a.radius * wide, b.radius * wide, kind);
  }

  #world([ahead, left, up]: Vec3): Vec3 {
    const tall = this.#looks.heightM / 1.75;
    const [cos, sin] = this.#forward;
    return [
      this.#pose.x + (ahead * cos - left * sin) * tall,
      this.#pose.y + (ahead * sin + left * cos) * tall,
      up * tall,
    ];
  }

  /** Lowers or raises the whole figure so that the lower foot stands on the ground. */
  #groundFeet(): void {
    let lowest = Infinity;
    for (let at = 0; at < this.#limbs.length; at += limbSize) {
      for (const end of [0, 3]) {
        lowest = Math.min(lowest, this.#limbs[at + end + 2]! - this.#limbs[at + 6 + end / 3]!);
      }
    }
    for (let at = 0; at < this.#limbs.length; at += limbSize) {
      for (const end of [0, 3]) {
        this.#limbs[at + end + 2]! -= lowest;
        const radius = this.#limbs[at + 6 + end / 3]! + 0.02;
        for (let axis = 0; axis < 3; axis += 1) {
          const value = this.#limbs[at + end + axis]!;
          this.low[axis] = Math.min(this.low[axis]!, value - radius);
          this.high[axis] = Math.max(this.high[axis]!, value + radius);
        }
      }
    }
    this.#head[2] -= lowest;
  }
}
