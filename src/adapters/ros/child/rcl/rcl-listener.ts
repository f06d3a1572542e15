import { qosOf, type RclModule, type RclNode, rclQos, type RclSubscription } from "./rcl-module.ts";
import type { TopicSubscription, TopicQos } from "../core/ros-link.ts";

/** A transform topic carries many senders' messages; of other topics the newest few are enough. */
const depthOf = (type: string): number => (type === "tf2_msgs/msg/TFMessage" ? 100 : 5);

/**
 * One subscription whose quality of service follows the publishers'. A reader that requests more than a
 * writer offers receives nothing: it is reliable only where every writer is, and transient local only where
 * every writer is.
 */
export class RclListener {
  readonly #rcl: RclModule;
  readonly #node: RclNode;
  readonly #listening: TopicSubscription;
  #qos: TopicQos | undefined;
  #subscription: RclSubscription | undefined;

  constructor(rcl: RclModule, node: RclNode, listening: TopicSubscription) {
    this.#rcl = rcl;
    this.#node = node;
    this.#listening = listening;
  }

  /** Subscribes, and resubscribes when the publishers have changed. */
  adapt(): void {
    const { qos, topic, type, onMessage } = this.#listening;
    const targetQos = qos === "adapt" ? this.#offered() : qos;
    if (this.#qos && sameQos(this.#qos, targetQos)) return;
    this.#leave();
    this.#qos = targetQos;
    const options = { qos: qosOf(this.#rcl, targetQos), enableTypedArray: true };
    this.#subscription = this.#node.createSubscription(type, topic, options, onMessage);
  }

  close(): void {
    this.#leave();
  }

  #offered(): TopicQos {
    const { topic, type } = this.#listening;
    const offers = this.#node
      .getPublishersInfoByTopic(topic, false)
      .map(({ qos_profile: profile }) => profile);
    const all = (holds: (offer: (typeof offers)[number]) => boolean): boolean =>
      offers.length > 0 && offers.every(holds);
    return {
      reliability: all(({ reliability }) => reliability === rclQos.reliable)
        ? "reliable"
        : "best_effort",
      durability: all(({ durability }) => durability === rclQos.transientLocal)
        ? "transient_local"
        : "volatile",
      depth: depthOf(type),
    };
  }

  #leave(): void {
    if (this.#subscription) this.#node.destroySubscription(this.#subscription);
    this.#subscription = undefined;
  }
}

function sameQos(one: TopicQos, other: TopicQos): boolean {
  return one.reliability === other.reliability && one.durability === other.durability;
}
