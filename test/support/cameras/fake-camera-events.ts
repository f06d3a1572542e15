import type {
  CameraEvent,
  CameraEventListener,
  CameraEventsStatus,
} from "../../../src/cameras/events/camera-event.ts";
import type { CameraEventFeed } from "../../../src/cameras/events/camera-events.ts";
import type { SourceSpec } from "../../../src/cameras/source.ts";

/** A feed of cameras' events that tests drive. */
export class FakeCameraEvents implements CameraEventFeed {
  readonly followers: { source: SourceSpec; listener: CameraEventListener }[] = [];

  follow(source: SourceSpec, listener: CameraEventListener): () => void {
    const follower = { source, listener };
    this.followers.push(follower);
    return () => void this.followers.splice(this.followers.indexOf(follower), 1);
  }

  /** Reports `events` to every follower; parts left out are a change of motion. */
  emit(...events: Partial<CameraEvent>[]): void {
    const usual = {
      kind: "motion",
      key: "m",
      active: true,
      isInitial: false,
      name: null,
      sources: [],
    } as const;
    for (const { listener } of this.followers) {
      listener.onEvents(events.map((event) => ({ ...usual, ...event })));
    }
  }

  /** Changes the state of every subscription. */
  become(state: CameraEventsStatus["state"], sinceMs = 0): void {
    for (const { listener } of this.followers) {
      listener.onStatus({ state, sinceMs, problem: null });
    }
  }
}
