import { fail } from "../../../../base/contract/fail.ts";
import type { Clock, Timer } from "../../../../base/core/clock.ts";
import { encodePng } from "../../../../base/core/png.ts";
import type { RobotPicture } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";

/** The next picture has this long to come. */
const pictureMs = 1500;
/** A cheap subscription stays for this long after the last requested picture. */
const idleMs = 5000;
/** Larger ones are not read, in pixels. */
const maxPixels = 16_000_000;
const compressed = "sensor_msgs/msg/CompressedImage";
const raw = "sensor_msgs/msg/Image";

/** Dependencies of the camera. */
export interface CameraTopicParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  /** The robot's present pose; null where unknown. */
  place(): RobotPicture["pose"];
}

/** The robot's camera: subscribed to only while a caller waits for its pictures, over a network for one at a time. */
export class RosCamera {
  readonly #parts: CameraTopicParts;
  #type: string | null = null;
  #end: (() => void) | undefined;
  #idle: Timer | undefined;
  readonly #waiting = new Set<(message: RosMessage) => void>();

  constructor(parts: CameraTopicParts) {
    this.#parts = parts;
  }

  /** The reason why there is no picture; null while there is. */
  get problem(): string | null {
    const { camera, namespace } = this.#parts.settings;
    if (!camera) return "its camera is not configured (camera.topic)";
    if (this.#type !== null) return null;
    return `nobody publishes ${compressed} or ${raw} on ${fullName(namespace, camera.topic)}`;
  }

  /** Looks for the topic on the graph. */
  update(graph: RosGraph): void {
    const { camera, namespace } = this.#parts.settings;
    if (!camera) return;
    const types = graph.topics.get(fullName(namespace, camera.topic)) ?? [];
    const type = [compressed, raw].find((each) => types.includes(each)) ?? null;
    // Our own subscription keeps the name on the graph: a change of its type leads to a new subscription.
    if (type !== this.#type) this.#leave();
    this.#type = type;
  }

  /** The next picture. Rejects with `robot_unreachable` when none comes, or none that can be read. */
  async take(): Promise<RobotPicture> {
    const { clock, settings } = this.#parts;
    const { problem } = this;
    if (problem !== null) throw fail("robot_unreachable", problem);
    this.#listen();
    const message = await new Promise<RosMessage | null>((resolve) => {
      const timer = clock.after(pictureMs, () => settle(null));
      const settle = (value: RosMessage | null): void => {
        timer.cancel();
        this.#waiting.delete(settle);
        resolve(value);
      };
      this.#waiting.add(settle);
    });
    if (!message)
      throw fail(
        "robot_unreachable",
        `camera: sent no picture in ${pictureMs} ms. Check its topic`,
      );
    const pose = this.#parts.place();
    const bytes = "format" in message ? bytesOf(message["data"]) : await encoded(message);
    return { bytes, pose, lens: settings.camera!.lens };
  }

  close(): void {
    this.#leave();
  }

  #listen(): void {
    const { link, clock, settings } = this.#parts;
    this.#idle?.cancel();
    this.#idle = clock.after(idleMs, () => this.#leave());
    this.#end ??= link.listen({
      topic: fullName(settings.namespace, settings.camera!.topic),
      type: this.#type!,
      qos: "adapt",
      // One comes at once, and no other one before the topic is left again.
      ...(link.isCostly ? { everyMs: pictureMs } : {}),
      onMessage: (message) => {
        if (this.#waiting.size === 0) return;
        if (link.isCostly) this.#leave();
        // The native side may take its memory back after this call.
        const { data } = message;
        const copy = data instanceof Uint8Array ? { ...message, data: data.slice() } : message;
        for (const settle of this.#waiting) settle(copy);
      },
    });
  }

  #leave(): void {
    this.#idle?.cancel();
    this.#end?.();
    this.#end = undefined;
  }
}

/** Bytes as they come: rosbridge writes them in base64. */
function bytesOf(data: unknown): Uint8Array {
  if (data instanceof Uint8Array) return data;
  if (typeof data === "string") return Buffer.from(data, "base64");
  throw fail("robot_unreachable", "camera: its message holds no bytes. Check its driver");
}

/** Samples of a pixel, and where red, green and blue are among them. */
const encodings: Record<string, { step: number; order: readonly number[] }> = {
  rgb8: { step: 3, order: [0, 1, 2] },
  bgr8: { step: 3, order: [2, 1, 0] },
  rgba8: { step: 4, order: [0, 1, 2] },
  bgra8: { step: 4, order: [2, 1, 0] },
  mono8: { step: 1, order: [0] },
};

/** A raw picture as PNG. */
async function encoded(message: RosMessage): Promise<Uint8Array> {
  const { width, height, step: rowBytes, encoding } = message as Record<string, number | string>;
  const kind = encodings[String(encoding)];
  if (!kind)
    throw fail(
      "robot_unreachable",
      `camera: the encoding ${encoding} is not supported. Use another`,
    );
  const [widthPx, heightPx, row] = [Number(width), Number(height), Number(rowBytes)];
  const data = bytesOf(message["data"]);
  const isSound =
    [widthPx, heightPx].every((side) => Number.isInteger(side) && side > 0) &&
    widthPx * heightPx <= maxPixels &&
    row >= widthPx * kind.step &&
    data.length >= row * (heightPx - 1) + widthPx * kind.step;
  if (!isSound)
    throw fail(
      "robot_unreachable",
      "camera: its message holds less than the whole picture. Check its driver",
    );
  const channels = kind.order.length === 1 ? 1 : 3;
  const bytes = new Uint8Array(widthPx * heightPx * channels);
  let to = 0;
  for (let y = 0; y < heightPx; y += 1) {
    for (let at = y * row; at < y * row + widthPx * kind.step; at += kind.step) {
      for (const sample of kind.order) bytes[to++] = data[at + sample]!;
    }
  }
  return await encodePng({ widthPx, heightPx, channels, bytes });
}
