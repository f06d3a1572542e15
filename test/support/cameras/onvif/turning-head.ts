import type { BoxNorm } from "../../../../src/base/contract/geometry.ts";

/** Where a head looks. */
export interface HeadPose {
  pan: number;
  tilt: number;
  zoom: number;
}

/** How a head turns. */
export interface HeadOptions {
  /** Monotonic milliseconds; those of the process when absent. */
  nowMs?: () => number;
  /** Units per second at full speed; the whole range is 2 wide. */
  unitsPerSec?: number;
  /** Milliseconds until a command takes effect. */
  lateMs?: number;
}

type Motion =
  | { kind: "speed"; speed: HeadPose; endMs: number }
  | { kind: "place"; place: HeadPose }
  | { kind: "rest" };

/** Width and height of the picture in units of pan and tilt, without zoom. */
const pictureUnits = { width: 0.5, height: 0.4 } as const;
/** How much the picture is narrower with full zoom. */
const zoomRange = 3;
const zoomPerSec = 0.25;
const rest: HeadPose = { pan: 0, tilt: 0, zoom: 0 };

/** A camera's head that takes time to turn, and stops at the ends of its range. */
export class TurningHead {
  readonly #options: Required<HeadOptions>;
  #pose: HeadPose = { ...rest };
  #motion: Motion = { kind: "rest" };
  #atMs: number;
  readonly #coming: { atMs: number; motion: Motion }[] = [];
  /** Counts what ended movements: `stop` or the camera's own `timeout`. */
  readonly ended = { stop: 0, timeout: 0 };
  /** True: the head takes no stop. */
  ignoresStop = false;

  constructor(options: HeadOptions = {}) {
    const nowMs = options.nowMs ?? (() => performance.now());
    this.#options = { nowMs, unitsPerSec: 0.4, lateMs: 100, ...options };
    this.#atMs = nowMs();
  }

  /** Where it looks now. */
  get pose(): Readonly<HeadPose> {
    this.#advance();
    return this.#pose;
  }

  get isMoving(): boolean {
    this.#advance();
    return this.#motion.kind !== "rest" || this.#coming.length > 0;
  }

  /** Turns with shares of the full speed; axes that are left out go on as they were. */
  turn(speed: Partial<HeadPose>, timeoutMs: number): void {
    this.#advance();
    const newest = this.#coming.at(-1)?.motion ?? this.#motion;
    const before = newest.kind === "speed" ? newest.speed : rest;
    const endMs = this.#options.nowMs() + this.#options.lateMs + timeoutMs;
    this.#soon({ kind: "speed", speed: { ...before, ...speed }, endMs });
  }

  /** Turns to a place at full speed. */
  go(place: Partial<HeadPose>): void {
    this.#soon({ kind: "place", place: { ...this.pose, ...place } });
  }

  stop(): void {
    this.ended.stop += 1;
    if (!this.ignoresStop) this.#soon({ kind: "rest" });
  }

  /** Where a thing of the world is in the picture; null while nothing of it is in sight. */
  boxOf(thing: { pan: number; tilt: number; width: number; height: number }): BoxNorm | null {
    const { x, y, scale } = this.place(thing);
    const [w, h] = [
      (thing.width / pictureUnits.width) * scale,
      (thing.height / pictureUnits.height) * scale,
    ];
    const cut = (value: number): number => Math.max(0, Math.min(1, value));
    const box: BoxNorm = [cut(x - w / 2), cut(y - h / 2), cut(x + w / 2), cut(y + h / 2)];
    return box[2] - box[0] < w / 4 || box[3] - box[1] < h / 4 ? null : box;
  }

  /** The middle of a thing in pictures from the top left, and how much the zoom enlarges it. */
  place(thing: { pan: number; tilt: number }): { x: number; y: number; scale: number } {
    const { pan, tilt, zoom } = this.pose;
    const scale = 1 + zoom * (zoomRange - 1);
    const x = 0.5 + ((thing.pan - pan) / pictureUnits.width) * scale;
    const y = 0.5 - ((thing.tilt - tilt) / pictureUnits.height) * scale;
    return { x, y, scale };
  }

  /** The part of the world in sight, in unzoomed pictures from the top left of the home view. */
  window(): { left: number; right: number; top: number; bottom: number } {
    const { pan, tilt, zoom } = this.pose;
    const half = 0.5 / (1 + zoom * (zoomRange - 1));
    const [x, y] = [0.5 + pan / pictureUnits.width, 0.5 - tilt / pictureUnits.height];
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
  }

  #soon(motion: Motion): void {
    this.#advance();
    this.#coming.push({ atMs: this.#options.nowMs() + this.#options.lateMs, motion });
  }

  #advance(): void {
    const nowMs = this.#options.nowMs();
    while (this.#coming[0] && this.#coming[0].atMs <= nowMs) {
      const next = this.#coming.shift()!;
      this.#move(next.atMs);
      this.#motion = next.motion;
    }
    this.#move(nowMs);
  }

  #move(untilMs: number): void {
    const motion = this.#motion;
    if (motion.kind === "speed") {
      const toMs = Math.min(untilMs, motion.endMs);
      const sec = Math.max(0, toMs - this.#atMs) / 1000;
      const { unitsPerSec } = this.#options;
      const { pan, tilt, zoom } = this.#pose;
      this.#pose = {
        pan: bounded(pan + motion.speed.pan * unitsPerSec * sec, -1),
        tilt: bounded(tilt + motion.speed.tilt * unitsPerSec * sec, -1),
        zoom: bounded(zoom + motion.speed.zoom * zoomPerSec * sec, 0),
      };
      if (untilMs >= motion.endMs) {
        this.ended.timeout += 1;
        this.#motion = { kind: "rest" };
      }
    } else if (motion.kind === "place") {
      const step = (this.#options.unitsPerSec * Math.max(0, untilMs - this.#atMs)) / 1000;
      const near = (from: number, to: number): number =>
        from + Math.max(-step, Math.min(step, to - from));
      const { pan, tilt, zoom } = this.#pose;
      const { place } = motion;
      this.#pose = {
        pan: near(pan, place.pan),
        tilt: near(tilt, place.tilt),
        zoom: near(zoom, place.zoom),
      };
      const isThere = Object.entries(place).every(
        ([axis, value]) => this.#pose[axis as keyof HeadPose] === value,
      );
      if (isThere) this.#motion = { kind: "rest" };
    }
    this.#atMs = Math.max(this.#atMs, untilMs);
  }
}

function bounded(value: number, least: number): number {
  return Math.max(least, Math.min(1, value));
}
