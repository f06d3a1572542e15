import type { Clock } from "../../../../base/core/clock.ts";
import type { RobotSample } from "../../../../robots/driver/driver-port.ts";
import { BatteryReader } from "./battery.ts";
import { fullName, nearestTopic, topicOfType } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { TopicSubscription, RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";
import type { StampClock } from "./stamp-clock.ts";
import { type DatedPose, isUnit, type PlanarPose, Transforms, yawOf } from "../core/transforms.ts";

/** Shortest interval between samples of one kind, in milliseconds. */
const periodMs = 100;
/** Constant values are reported this often while the robot reports. */
const slowPeriodMs = 1000;
/** A pose by transforms that is younger than this is preferred to the localiser's topic. */
const preferMs = 1000;
/** A robot that has been silent for longer may not be there, in milliseconds. */
const heardMs = 1500;

interface SensorParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  /** Learns the robot's clock from its odometry too. */
  stamps: StampClock;
  onSample(sample: RobotSample): void;
}

/** A robot's reports as samples: pose, speed, battery, emergency stop, faults. */
export class Sensors {
  readonly #parts: SensorParts;
  readonly #transforms = new Transforms();
  readonly #battery: BatteryReader;
  readonly #listening = new Map<string, { topic: string; end: () => void }>();
  readonly #toldMs = new Map<string, number>();
  #poseMs = Number.NEGATIVE_INFINITY;
  #heardMs = Number.NEGATIVE_INFINITY;
  /** Knowledge about the robot beside its reports. */
  #about: readonly RobotSample[] | null = null;

  constructor(parts: SensorParts) {
    this.#parts = parts;
    this.#battery = new BatteryReader(parts.settings.batteryScale);
  }

  /** True when the robot reported a moment ago. */
  get isHeard(): boolean {
    return this.#parts.clock.monoMs() - this.#heardMs < heardMs;
  }

  /** True when the robot is localised: its place in the map is known and fresh. */
  get isLocalised(): boolean {
    return this.#parts.clock.monoMs() - this.#poseMs < 3 * preferMs;
  }

  /** The fault of the robot's position, for a technician; null for none. */
  get poseProblem(): string | null {
    return this.#transforms.problem;
  }

  /** The robot's pose in its map; null where unknown. */
  get place(): ({ frame: string } & PlanarPose) | null {
    const found = this.#poseNow(this.#parts.clock.monoMs());
    return found && { frame: this.#parts.settings.mapFrame, ...found.pose };
  }

  /** Returns where a frame is on the robot's body; null where the transforms do not say. */
  mountOf(frame: string): PlanarPose | null {
    const nowMs = this.#parts.clock.monoMs();
    for (const base of this.#bases) {
      const found = this.#transforms.pose(base, frame, nowMs);
      if (found) return found.pose;
    }
    return null;
  }

  /** Subscribes to the present topics of the graph. */
  update(graph: RosGraph, about: readonly RobotSample[]): void {
    this.#about = about;
    const { settings } = this.#parts;
    const { namespace } = settings;
    const tf = nearestTopic(graph, namespace, "tf");
    this.#listen("tf", tf, { type: "tf2_msgs/msg/TFMessage", onMessage: this.#onTf(false) });
    this.#listen("tf_static", `${tf}_static`, {
      type: "tf2_msgs/msg/TFMessage",
      onMessage: this.#onTf(true),
    });
    const odometry = "nav_msgs/msg/Odometry";
    const odom = { type: odometry, common: "odom", configured: settings.odomTopic };
    this.#listen("odom", topicOfType(graph, settings, odom), {
      type: odometry,
      onMessage: (message) => this.#onOdometry(message),
    });
    const batteryState = "sensor_msgs/msg/BatteryState";
    const battery = {
      type: batteryState,
      common: "battery_state",
      configured: settings.batteryTopic,
    };
    this.#listen("battery", topicOfType(graph, settings, battery), {
      type: batteryState,
      onMessage: (message) => this.#onBattery(message),
    });
    const amcl = fullName(namespace, "amcl_pose");
    this.#listen("amcl_pose", graph.topics.has(amcl) ? amcl : null, {
      type: "geometry_msgs/msg/PoseWithCovarianceStamped",
      onMessage: (message) => this.#onLocaliserPose(message),
    });
    if (settings.emergencyStop) {
      const { topic, pressed } = settings.emergencyStop;
      this.#listen("e_stop", fullName(namespace, topic), {
        type: "std_msgs/msg/Bool",
        onMessage: (message) =>
          this.#tell("e_stop", { isEmergencyStopped: message["data"] === pressed }, 0),
      });
    }
  }

  close(): void {
    for (const { end } of this.#listening.values()) end();
    this.#listening.clear();
  }

  #listen(
    name: string,
    topic: string | null,
    how: Pick<TopicSubscription, "type" | "onMessage">,
  ): void {
    const before = this.#listening.get(name);
    if (topic === null || before?.topic === topic) return;
    before?.end();
    const end = this.#parts.link.listen({ topic, qos: "adapt", ...how });
    this.#listening.set(name, { topic, end });
  }

  #onTf(isStatic: boolean): (message: RosMessage) => void {
    return (message) => {
      const nowMs = this.#parts.clock.monoMs();
      this.#transforms.take(message, { isStatic, nowMs });
      const found = this.#poseNow(nowMs);
      if (!found) return;
      this.#poseMs = found.atMs;
      const pose = { frame: this.#parts.settings.mapFrame, ...found.pose };
      this.#tell("tf", { pose, poseAgeMs: nowMs - found.atMs });
    };
  }

  get #bases(): readonly string[] {
    const { baseFrame } = this.#parts.settings;
    return baseFrame === null ? ["base_link", "base_footprint"] : [baseFrame];
  }

  #poseNow(nowMs: number): DatedPose | null {
    const { mapFrame } = this.#parts.settings;
    for (const base of this.#bases) {
      const pose = this.#transforms.pose(mapFrame, base, nowMs);
      if (pose) return pose;
    }
    return null;
  }

  /** Spoken only on motion, so it comes second to the transforms. */
  #onLocaliserPose(message: RosMessage): void {
    const nowMs = this.#parts.clock.monoMs();
    if (nowMs - this.#poseMs < preferMs) return;
    const header = message["header"] as { frame_id: string };
    const { pose } = message["pose"] as {
      pose: { position: { x: number; y: number }; orientation: Parameters<typeof yawOf>[0] };
    };
    const { x: xM, y: yM } = pose.position;
    if (!isUnit(pose.orientation)) return;
    const frame = header.frame_id.replace(/^\//, "");
    this.#tell("amcl_pose", { pose: { frame, xM, yM, yawRad: yawOf(pose.orientation) } });
  }

  #onOdometry(message: RosMessage): void {
    const { stamps, clock } = this.#parts;
    stamps.ageMs(message, { nowMs: clock.monoMs(), wallMs: clock.wallMs() });
    const { twist } = message["twist"] as {
      twist: { linear: { x: number; y: number }; angular: { z: number } };
    };
    const { x, y } = twist.linear;
    const linearMps = Math.hypot(x, y) * (x < 0 ? -1 : 1);
    this.#tell("odom", { velocity: { linearMps, angularRadps: twist.angular.z } });
  }

  #onBattery(message: RosMessage): void {
    const battery = this.#battery.read(message);
    if (battery) this.#tell("battery", { battery });
  }

  /** Adds the values that the box knows about the robot, only while the robot reports. */
  #tell(name: string, sample: Omit<RobotSample, "source">, everyMs = periodMs): void {
    const { onSample, settings, clock } = this.#parts;
    this.#heardMs = clock.monoMs();
    if (this.#isDue(name, everyMs)) {
      onSample({ source: this.#listening.get(name)?.topic ?? name, ...sample });
    }
    if (this.#about !== null && this.#isDue("about", slowPeriodMs)) {
      for (const each of this.#about) onSample(each);
      // The site configuration states that the robot has none.
      if (!settings.emergencyStop) onSample({ source: "configuration", isEmergencyStopped: false });
    }
  }

  #isDue(name: string, everyMs: number): boolean {
    const nowMs = this.#parts.clock.monoMs();
    // A tenth early is in time; otherwise a sensor of exactly this period would count half as often.
    if (nowMs - (this.#toldMs.get(name) ?? Number.NEGATIVE_INFINITY) < everyMs * 0.9) return false;
    this.#toldMs.set(name, nowMs);
    return true;
  }
}
