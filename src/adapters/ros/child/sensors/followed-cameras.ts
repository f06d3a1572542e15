import type { Clock } from "../../../../base/core/clock.ts";
import { GatehouseError } from "../../../../base/core/errors.ts";
import { movingPicturePixels } from "../../../../base/core/moving-pictures.ts";
import { fullName } from "../core/names.ts";
import type { FollowedPicture, FollowedTopic, NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";
import {
  imageTypeOf,
  isCompressed,
  keptMessage,
  noImages,
  readCompressed,
  readRaw,
} from "./image-message.ts";
import type { StampClock } from "./stamp-clock.ts";

/** Dependencies of the cameras. */
export interface FollowedCamerasParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  stamps: StampClock;
  onPicture(camera: number, picture: FollowedPicture): void;
  /** Said once for each reason. */
  onBlind(camera: number, reason: string): void;
}

interface Followed {
  wish: FollowedTopic;
  type: string | null;
  end: (() => void) | undefined;
  dueMs: number;
  reason: string | null;
}

/** The camera topics of a robot that become video: each is subscribed to once, and read as often as is wanted. */
export class FollowedCameras {
  readonly #parts: FollowedCamerasParts;
  readonly #followed = new Map<number, Followed>();
  #graph: RosGraph | undefined;

  constructor(parts: FollowedCamerasParts) {
    this.#parts = parts;
  }

  /** Follows these topics from now on, and no others. */
  set(wishes: readonly FollowedTopic[]): void {
    const ids = new Set(wishes.map(({ id }) => id));
    for (const [id, followed] of this.#followed) {
      if (ids.has(id)) continue;
      followed.end?.();
      this.#followed.delete(id);
    }
    for (const wish of wishes) {
      if (this.#followed.has(wish.id)) continue;
      const followed = { wish, type: null, end: undefined, dueMs: -Infinity, reason: null };
      this.#followed.set(wish.id, followed);
      if (this.#graph) this.#look(followed, this.#graph);
    }
  }

  /** Looks for the topics on the graph. */
  update(graph: RosGraph): void {
    this.#graph = graph;
    for (const followed of this.#followed.values()) this.#look(followed, graph);
  }

  close(): void {
    this.set([]);
  }

  #look(followed: Followed, graph: RosGraph): void {
    const { link, settings } = this.#parts;
    const name = followed.wish.topic ?? settings.camera?.topic;
    if (name === undefined) {
      this.#blind(followed, "its camera is not configured (camera.topic)");
      return;
    }
    const topic = fullName(settings.namespace, name);
    const type = imageTypeOf(graph, topic);
    if (type === null) this.#blind(followed, noImages(topic));
    if (type === followed.type) return;
    followed.end?.();
    followed.end = undefined;
    followed.type = type;
    if (type === null) return;
    followed.end = link.listen({
      topic,
      type,
      qos: "adapt",
      everyMs: Math.round(1000 / followed.wish.fps),
      onMessage: (message) => this.#take(followed, message),
    });
  }

  #take(followed: Followed, message: RosMessage): void {
    const { clock, stamps, onPicture } = this.#parts;
    const nowMs = clock.monoMs();
    const ageMs = stamps.ageMs(message, { nowMs, wallMs: clock.wallMs() });
    const periodMs = 1000 / followed.wish.fps;
    if (nowMs < followed.dueMs) return;
    // A tenth early is in time; otherwise a camera of exactly this rate would count half as often.
    followed.dueMs = nowMs + periodMs * 0.9;
    try {
      const { bytes, form } = isCompressed(message)
        ? readCompressed(keptMessage(message))
        : readRaw(keptMessage(message));
      if (form.kind === "raw" && form.widthPx * form.heightPx > movingPicturePixels) {
        this.#blind(followed, "its raw pictures are too large for video. Publish smaller ones");
        return;
      }
      followed.reason = null;
      onPicture(followed.wish.id, { bytes, form, capturedHrMs: hrMs() - ageMs });
    } catch (error) {
      this.#blind(followed, GatehouseError.find(error)?.message ?? "its pictures cannot be read");
    }
  }

  #blind(followed: Followed, reason: string): void {
    if (reason === followed.reason) return;
    followed.reason = reason;
    this.#parts.onBlind(followed.wish.id, reason);
  }
}

/** The machine's monotonic clock, which all processes share, in milliseconds. */
function hrMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
