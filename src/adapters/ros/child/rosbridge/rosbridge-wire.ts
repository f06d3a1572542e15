import type { RosMessage } from "../core/ros-link.ts";

/** A message as JSON can carry it: arrays of numbers are plain. */
export function writeMessage(value: RosMessage): RosMessage {
  return plain(value) as RosMessage;
}

function plain(value: unknown): unknown {
  // Every typed array is a list of numbers, as this one.
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
