import { fail } from "../../../../base/contract/fail.ts";
import type { PictureForm } from "../../../../base/core/moving-pictures.ts";
import type { RosGraph, RosMessage } from "../core/ros-link.ts";

/** Larger pictures are not read, in pixels. */
const maxPixels = 16_000_000;
/** Larger compressed pictures are not passed on, in bytes. */
const maxBytes = 8 * 1024 * 1024;
const compressed = "sensor_msgs/msg/CompressedImage";
const raw = "sensor_msgs/msg/Image";

type RawForm = Extract<PictureForm, { kind: "raw" }>;

/** `sensor_msgs/image_encodings.hpp`: bytes of a pixel, and ffmpeg's name. */
const encodings: Record<string, { step: number; pixels: RawForm["pixels"] }> = {
  rgb8: { step: 3, pixels: "rgb24" },
  bgr8: { step: 3, pixels: "bgr24" },
  rgba8: { step: 4, pixels: "rgba" },
  bgra8: { step: 4, pixels: "bgra" },
  mono8: { step: 1, pixels: "gray" },
};

/** The type of the pictures on a topic, compressed ones first; null without any. */
export function imageTypeOf(graph: RosGraph, topic: string): string | null {
  const types = graph.topics.get(topic) ?? [];
  return [compressed, raw].find((each) => types.includes(each)) ?? null;
}

/** Why a topic brings no picture, for a technician. */
export function noImages(topic: string): string {
  return `nobody publishes ${compressed} or ${raw} on ${topic}`;
}

/** Copies the bytes of a message, whose memory the native side may take back after the call that brought it. */
export function keptMessage(message: RosMessage): RosMessage {
  const { data } = message;
  return data instanceof Uint8Array ? { ...message, data: data.slice() } : message;
}

/** True for `CompressedImage`. */
export function isCompressed(message: RosMessage): boolean {
  return "format" in message;
}

/** Bytes as they come: rosbridge writes them in base64. Throws `robot_unreachable`. */
export function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return Buffer.from(data, "base64");
  throw fail("robot_unreachable", "camera: its message holds no bytes. Check its driver");
}

/** A compressed picture, whose first bytes say what it is. Throws `robot_unreachable`. */
export function readCompressed(message: RosMessage): { bytes: Uint8Array; form: PictureForm } {
  const bytes = bytesOf(message["data"]);
  const kind = bytes[0] === 0xff && bytes[1] === 0xd8 ? "jpeg" : bytes[0] === 0x89 ? "png" : null;
  if (kind !== null && bytes.length <= maxBytes) return { bytes, form: { kind } };
  const what = kind === null ? "is neither JPEG nor PNG" : `has more than ${maxBytes} bytes`;
  throw fail("robot_unreachable", `camera: its picture ${what}. Set its driver to small JPEGs`);
}

/** A raw picture without the padding of its rows. Throws `robot_unreachable`. */
export function readRaw(message: RosMessage): { bytes: Uint8Array; form: RawForm } {
  const { width, height, step: rowBytes, encoding } = message as Record<string, number | string>;
  const kind = encodings[String(encoding)];
  if (!kind)
    throw fail(
      "robot_unreachable",
      `camera: the encoding ${encoding} is not supported. Use another`,
    );
  const [widthPx, heightPx, row] = [Number(width), Number(height), Number(rowBytes)];
  const data = bytesOf(message["data"]);
  const used = widthPx * kind.step;
  const isSound =
    [widthPx, heightPx].every((side) => Number.isInteger(side) && side > 0) &&
    widthPx * heightPx <= maxPixels &&
    row >= used &&
    data.length >= row * (heightPx - 1) + used;
  if (!isSound)
    throw fail(
      "robot_unreachable",
      "camera: its message holds less than the whole picture. Check its driver",
    );
  const form: RawForm = { kind: "raw", pixels: kind.pixels, widthPx, heightPx };
  if (row === used) return { bytes: data.subarray(0, used * heightPx), form };
  const bytes = new Uint8Array(used * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    bytes.set(data.subarray(y * row, y * row + used), y * used);
  }
  return { bytes, form };
}
