import { fail } from "../../../../base/contract/fail.ts";
import type { Clock, Timer } from "../../../../base/core/clock.ts";
import { encodePng } from "../../../../base/core/png.ts";
import type { RobotPicture } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";
import {
  bytesOf,
  imageTypeOf,
  isCompressed,
  keptMessage,
  noImages,
  readRaw,
} from "./image-message.ts";

/** The next picture has this long to come. */
const pictureMs = 1500;
/** A cheap subscription stays for this long after the last requested picture. */
const idleMs = 5000;

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
    return noImages(fullName(namespace, camera.topic));
  }

  /** Looks for the topic on the graph. */
  update(graph: RosGraph): void {
    const { camera, namespace } = this.#parts.settings;
    if (!camera) return;
    const type = imageTypeOf(graph, fullName(namespace, camera.topic));
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
    const bytes = isCompressed(message) ? bytesOf(message["data"]) : await encoded(message);
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
        const copy = keptMessage(message);
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

/** Where red, green and blue are among the samples of a pixel. */
const orders = {
  rgb24: [0, 1, 2],
  bgr24: [2, 1, 0],
  rgba: [0, 1, 2],
  bgra: [2, 1, 0],
  gray: [0],
} as const;

/** A raw picture as PNG. */
async function encoded(message: RosMessage): Promise<Uint8Array> {
  const { bytes: data, form } = readRaw(message);
  const { widthPx, heightPx, pixels } = form;
  const order = orders[pixels];
  const step = data.length / (widthPx * heightPx);
  const channels = order.length === 1 ? 1 : 3;
  const bytes = new Uint8Array(widthPx * heightPx * channels);
  let to = 0;
  for (let at = 0; at < data.length; at += step) {
    for (const sample of order) bytes[to++] = data[at + sample]!;
  }
  return await encodePng({ widthPx, heightPx, channels, bytes });
}
