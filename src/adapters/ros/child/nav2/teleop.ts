import { fail } from "../../../../base/contract/fail.ts";
import type { Clock } from "../../../../base/core/clock.ts";
import type { DriverCommand } from "../../../../robots/driver/driver-port.ts";
import { headerOf } from "./nav-goals.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, TopicPublisher, TopicQos } from "../core/ros-link.ts";
import { type TwistSpeeds, VelocityPublisher } from "./velocity-publisher.ts";

/** Nav2's last link before the motors; its output is never spoken on, or it would guard nothing. */
const collisionMonitorInput = "cmd_vel_smoothed";
const qos: TopicQos = { reliability: "reliable", durability: "volatile", depth: 1 };
const plain = "geometry_msgs/msg/Twist";
const withStamp = "geometry_msgs/msg/TwistStamped";

/** Teleop velocities, in the message type of the robot's own subscriber. */
export class Teleop {
  readonly #link: RosLink;
  readonly #settings: NavSettings;
  readonly topic: string;
  readonly #publisher: VelocityPublisher;
  #speaker: { type: string; speaker: TopicPublisher } | undefined;
  #isHeard = false;

  constructor(link: RosLink, clock: Clock, settings: NavSettings) {
    this.#link = link;
    this.#settings = settings;
    this.topic = fullName(settings.namespace, settings.velocityTopic ?? collisionMonitorInput);
    this.#publisher = new VelocityPublisher(clock, (velocity) => this.#publish(velocity));
  }

  /** The reason why teleop is unavailable now; null when it is available. */
  get problem(): string | null {
    if (this.#isHeard) return null;
    const hint = this.#settings.velocityTopic === null ? " (set velocity_topic)" : "";
    return `nobody on the robot listens to velocities on ${this.topic}${hint}`;
  }

  update(graph: RosGraph): void {
    const ends = graph.subscribers.get(this.topic) ?? [];
    const type = ends.find((each) => each.type === plain || each.type === withStamp)?.type;
    this.#isHeard = type !== undefined;
    if (type === undefined || type === this.#speaker?.type) return;
    // Nav2 of Kilted and later wants stamps: the type is the one that is listened for.
    this.#speaker?.speaker.close();
    this.#speaker = { type, speaker: this.#link.speak(this.topic, type, qos) };
  }

  /** Moves for the command's duration; never faster than it allows. */
  drive({ command, maxSpeedMps, maxTurnRadps }: DriverCommand): void {
    if (command.kind !== "teleop") return;
    if (this.problem !== null) throw fail("robot_unreachable", this.problem);
    const linearMps = within(command.linearMps, maxSpeedMps);
    const angularRadps = within(command.angularRadps, maxTurnRadps);
    this.#publisher.drive({ linearMps, angularRadps }, command.durationMs);
  }

  /** Zero now and for a while; whether anybody listens. */
  halt(): boolean {
    this.#publisher.halt();
    return this.#isHeard;
  }

  /** The robot drives by itself from now on. */
  release(): void {
    this.#publisher.release();
  }

  close(): void {
    this.#publisher.release();
    this.#speaker?.speaker.close();
  }

  #publish({ linearMps, angularRadps }: TwistSpeeds): void {
    const linear = { x: linearMps, y: 0, z: 0 };
    const twist = { linear, angular: { x: 0, y: 0, z: angularRadps } };
    if (this.#speaker?.type === plain) this.#speaker.speaker.publish(twist);
    else {
      const frame = this.#settings.baseFrame ?? "base_link";
      this.#speaker?.speaker.publish({ header: headerOf(frame), twist });
    }
  }
}

function within(value: number, most: number): number {
  return Number.isFinite(value) ? Math.max(-most, Math.min(most, value)) : 0;
}
