import type { RosMessage } from "./ros-link.ts";

interface Vector {
  x: number;
  y: number;
  z: number;
}
interface Quaternion extends Vector {
  w: number;
}
interface Transform {
  translation: Vector;
  rotation: Quaternion;
}
interface Edge extends Transform {
  parent: string;
  /** Time of its arrival; null for one that never changes. */
  atMs: number | null;
}

/** A pose on a plane. */
export interface PlanarPose {
  xM: number;
  yM: number;
  yawRad: number;
}

/** A pose, and the arrival of its oldest moving part, monotonic. */
export interface DatedPose {
  pose: PlanarPose;
  atMs: number;
}

/** A squared length of a rotation may be off by this; tf2 refuses the same. */
const unitTolerance = 0.01;
/** A moving part of the way that is older than this makes the whole unknown, in milliseconds. */
const freshMs = 3000;
/** Longest way from a frame to its root, and most frames kept. */
const maxDepth = 64;
const maxFrames = 1000;

/**
 * The transform tree of a robot, from `/tf` and `/tf_static`. Ages count from the arrival of a transform: the
 * clocks of robot and box need not agree.
 */
export class Transforms {
  readonly #edges = new Map<string, Edge>();
  /** Frames whose newest transform was refused. */
  readonly #refused = new Set<string>();

  /** The fault of the newest transform of a frame, for a technician; null for none. */
  get problem(): string | null {
    const [child] = this.#refused;
    return child === undefined ? null : `the transform of ${child} has no unit rotation`;
  }

  /** Takes a `tf2_msgs/msg/TFMessage`. */
  take(message: RosMessage, { isStatic, nowMs }: { isStatic: boolean; nowMs: number }): void {
    const list = message["transforms"];
    if (!Array.isArray(list)) return;
    for (const each of list as (RosMessage | null)[]) {
      const header = each?.["header"] as RosMessage | undefined;
      const transform = each?.["transform"] as Partial<Transform> | undefined;
      if (!each || !header || !transform) continue;
      const child = bare(String(each["child_frame_id"]));
      if (!this.#edges.has(child) && this.#edges.size >= maxFrames) continue;
      if (!isSound(transform)) {
        if (this.#refused.size < maxFrames) this.#refused.add(child);
        continue;
      }
      this.#refused.delete(child);
      const parent = bare(String(header["frame_id"]));
      this.#edges.set(child, { ...transform, parent, atMs: isStatic ? null : nowMs });
    }
  }

  /**
   * Returns the pose of `base` in `root`, as old as its oldest moving part; null when the tree lacks it, or
   * it is not fresh.
   */
  pose(root: string, base: string, nowMs: number): DatedPose | null {
    let frame = bare(base);
    let atMs = nowMs;
    let whole: Transform = {
      translation: { x: 0, y: 0, z: 0 },
      rotation: { x: 0, y: 0, z: 0, w: 1 },
    };
    for (let depth = 0; frame !== bare(root); depth += 1) {
      const edge = this.#edges.get(frame);
      if (!edge || depth > maxDepth) return null;
      if (edge.atMs !== null && nowMs - edge.atMs > freshMs) return null;
      atMs = Math.min(atMs, edge.atMs ?? nowMs);
      whole = compose(edge, whole);
      frame = edge.parent;
    }
    const { translation, rotation } = whole;
    return { pose: { xM: translation.x, yM: translation.y, yawRad: yawOf(rotation) }, atMs };
  }
}

/** True for a valid rotation: finite and of length 1. A missing field makes its length 0. */
export function isUnit(rotation: Partial<Quaternion> | undefined): rotation is Quaternion {
  const { x = Number.NaN, y = Number.NaN, z = Number.NaN, w = Number.NaN } = rotation ?? {};
  return Math.abs(x * x + y * y + z * z + w * w - 1) <= unitTolerance;
}

/** Heading of a rotation about the vertical axis, in (-π, π]. */
export function yawOf({ x, y, z, w }: Quaternion): number {
  return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

/** The rotation about the vertical axis by `yawRad`. */
export function rotationOf(yawRad: number): Quaternion {
  return { x: 0, y: 0, z: Math.sin(yawRad / 2), w: Math.cos(yawRad / 2) };
}

function compose(outer: Transform, inner: Transform): Transform {
  const moved = rotate(outer.rotation, inner.translation);
  const { x, y, z } = outer.translation;
  return {
    translation: { x: x + moved.x, y: y + moved.y, z: z + moved.z },
    rotation: multiply(outer.rotation, inner.rotation),
  };
}

function rotate(by: Quaternion, { x, y, z }: Vector): Vector {
  const back = { x: -by.x, y: -by.y, z: -by.z, w: by.w };
  return multiply(multiply(by, { x, y, z, w: 0 }), back);
}

function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
    z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

function isSound(transform: Partial<Transform>): transform is Transform {
  const { translation: at, rotation } = transform;
  return [at?.x, at?.y, at?.z].every(Number.isFinite) && isUnit(rotation);
}

/** ROS 1 habits live on: a leading slash means nothing. */
function bare(frame: string): string {
  return frame.startsWith("/") ? frame.slice(1) : frame;
}
