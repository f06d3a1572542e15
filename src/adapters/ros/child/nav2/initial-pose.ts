import { fail } from "../../../../base/contract/fail.ts";
import type { MapPose } from "../../../../robots/driver/command.ts";
import { fullName } from "../core/names.ts";
import type { RosGraph, RosLink, TopicPublisher } from "../core/ros-link.ts";
import { rotationOf } from "../core/transforms.ts";
import { headerOf } from "./nav-goals.ts";

const type = "geometry_msgs/msg/PoseWithCovarianceStamped";

/** The topic that tells the robot's localization where the robot is. */
export class InitialPose {
  readonly #link: RosLink;
  /** Full name of the topic. */
  readonly topic: string;
  #publisher: TopicPublisher | undefined;

  constructor(link: RosLink, namespace: string) {
    this.#link = link;
    this.topic = fullName(namespace, "initialpose");
  }

  /** True once a node of the robot has read the topic. */
  get isTaken(): boolean {
    return this.#publisher !== undefined;
  }

  /** Looks whether a node reads the topic. */
  update(graph: RosGraph): void {
    if ((graph.subscribers.get(this.topic) ?? []).length === 0) return;
    const quality = { reliability: "reliable", durability: "volatile", depth: 1 } as const;
    this.#publisher ??= this.#link.speak(this.topic, type, quality);
  }

  /** Publishes where the robot is. Throws `robot_refused` where no node takes it. */
  publish(place: MapPose): void {
    if (!this.#publisher)
      throw fail(
        "robot_refused",
        "pose: no node on the robot takes an initial pose. Check its localization",
      );
    const covariance = Array.from({ length: 36 }, () => 0);
    // As RViz does: half a metre, and a twelfth of a turn where the heading is known.
    covariance[0] = 0.25;
    covariance[7] = 0.25;
    covariance[35] = place.yawRad === null ? 9.87 : 0.0685;
    const position = { x: place.xM, y: place.yM, z: 0 };
    const pose = { position, orientation: rotationOf(place.yawRad ?? 0) };
    this.#publisher.publish({ header: headerOf(place.frame), pose: { pose, covariance } });
  }

  close(): void {
    this.#publisher?.close();
  }
}
