import { headerOf } from "./nav-goals.ts";
import { fullName } from "../core/names.ts";
import type { RosGraph, RosLink, TopicPublisher, TopicQos } from "../core/ros-link.ts";

const type = "nav2_msgs/msg/SpeedLimit";
const qos: TopicQos = { reliability: "reliable", durability: "volatile", depth: 10 };

/**
 * Sets Nav2's own speed limit: the lower of the set limit and the active command's. It repeats the limit,
 * because the robot's controller forgets it at a restart.
 */
export class SpeedLimiter {
  readonly #link: RosLink;
  readonly topic: string;
  #speaker: TopicPublisher | undefined;
  #listeners = 0;
  #setMps = Infinity;
  #commandMps = Infinity;
  #toldMps: number | null = null;

  constructor(link: RosLink, namespace: string) {
    this.#link = link;
    this.topic = fullName(namespace, "speed_limit");
  }

  /** True when the robot takes a limit now. */
  get isTaken(): boolean {
    return this.#listeners > 0;
  }

  update(graph: RosGraph): void {
    const found = graph.subscribers.get(this.topic)?.filter((each) => each.type === type) ?? [];
    const isNew = found.length > this.#listeners;
    this.#listeners = found.length;
    if (this.#listeners > 0) this.#speaker ??= this.#link.speak(this.topic, type, qos);
    if (isNew && this.#toldMps !== null) this.#tell();
  }

  /** The limit that holds whatever the robot does; Infinity lifts it. */
  set(limitMps: number): void {
    this.#setMps = limitMps;
    this.#tell();
  }

  /** The limit of a movement that begins now; Infinity when it has ended. */
  setForCommand(limitMps: number): void {
    if (limitMps === this.#commandMps && limitMps === Infinity) return;
    this.#commandMps = limitMps;
    this.#tell();
  }

  close(): void {
    this.#speaker?.close();
  }

  #tell(): void {
    const limitMps = Math.min(this.#setMps, this.#commandMps);
    // Zero means "no limit" to Nav2; a robot that was never limited gets no message.
    if (limitMps === Infinity && this.#toldMps === null) return;
    this.#toldMps = limitMps;
    const speed_limit = limitMps === Infinity ? 0 : Math.max(limitMps, 0.001);
    this.#speaker?.publish({ header: headerOf(""), percentage: false, speed_limit });
  }
}
