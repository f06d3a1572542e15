import type { Message } from "./interfaces.ts";

/** Where something is on a plane, in metres and radians. */
export interface Pose {
  x: number;
  y: number;
  yaw: number;
}

/** Time zero, which tf2 reads as "now". */
export const stamp = { sec: 0, nanosec: 0 };

/** A turn about the vertical axis, as a quaternion. */
export function rotation(yaw: number): Message {
  return { x: 0, y: 0, z: Math.sin(yaw / 2), w: Math.cos(yaw / 2) };
}

/** A transform as `tf` has it. */
export function edge(parent: string, child: string, { x, y, yaw }: Pose): Message {
  return {
    header: { stamp, frame_id: parent },
    child_frame_id: child,
    transform: { translation: { x, y, z: 0 }, rotation: rotation(yaw) },
  };
}

/** `inner` as seen from `outer`. */
export function relative(outer: Pose, inner: Pose): Pose {
  const [dx, dy] = [inner.x - outer.x, inner.y - outer.y];
  const [cos, sin] = [Math.cos(outer.yaw), Math.sin(outer.yaw)];
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin, yaw: inner.yaw - outer.yaw };
}

/** The pose of a message, in the plane. */
export function poseOf(message: Message): Pose {
  const { position, orientation } = message as {
    position: { x: number; y: number };
    orientation: { z: number; w: number };
  };
  return {
    x: position.x,
    y: position.y,
    yaw: 2 * Math.atan2(orientation.z, orientation.w),
  };
}

/** The same angle in ±π. */
export function wrapped(rad: number): number {
  return Math.atan2(Math.sin(rad), Math.cos(rad));
}
