import type { Clock } from "../../base/core/clock.ts";
import type { MovingPictureSink } from "../../base/core/moving-pictures.ts";
import type { PictureWish } from "../../robots/driver/driver-port.ts";
import type { FollowedPicture, FollowedTopic, RobotReport } from "./child/core/protocol.ts";

/** The camera topics of one robot that somebody follows, across the bridges that serve it. */
export class FollowedTopics {
  readonly #sinks = new Map<number, { topic: FollowedTopic; sink: MovingPictureSink }>();
  readonly #clock: Clock;
  readonly #onChange: () => void;
  #nextId = 1;

  /** `onChange`: `topics` is to be sent to the bridge. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** The topics for the bridge. */
  get topics(): readonly FollowedTopic[] {
    return [...this.#sinks.values()].map(({ topic }) => topic);
  }

  /** As `RobotDriver.followCamera`. */
  follow({ topic, fps }: PictureWish, sink: MovingPictureSink): () => void {
    const id = this.#nextId++;
    this.#sinks.set(id, { topic: { id, topic, fps }, sink });
    this.#onChange();
    return () => {
      if (this.#sinks.delete(id)) this.#onChange();
    };
  }

  /** Takes what the bridge reports of the cameras, and nothing else. */
  take(report: RobotReport): void {
    if (report.type === "picture") this.#hand(report.camera, report.picture);
    else if (report.type === "blind") {
      this.end(`The robot's camera cannot be followed: ${report.reason}.`, report.camera);
    }
  }

  /** One topic, or without an id all of them, cannot be followed any longer. */
  end(reason: string, id?: number): void {
    const ids = id === undefined ? [...this.#sinks.keys()] : [id];
    for (const each of ids) {
      const sink = this.#sinks.get(each)?.sink;
      this.#sinks.delete(each);
      sink?.onEnd(reason);
    }
    this.#onChange();
  }

  #hand(id: number, { bytes, form, capturedHrMs }: FollowedPicture): void {
    const ageMs = Number(process.hrtime.bigint()) / 1e6 - capturedHrMs;
    const capturedMs = this.#clock.monoMs() - Math.max(0, ageMs);
    this.#sinks.get(id)?.sink.onPicture({ bytes, form, capturedMs });
  }
}
