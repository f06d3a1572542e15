import type { Clock } from "../../../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../../../base/core/errors.ts";
import type { RobotScan } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";
import { scanOf } from "./scan-message.ts";
import type { StampClock } from "./stamp-clock.ts";

const scanType = "sensor_msgs/msg/LaserScan";
/** Shortest time between two scans, in milliseconds. */
const periodMs = 200;

/** Dependencies of the scanner. */
export interface ScanTopicParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  stamps: StampClock;
  /** The scanner's place on the robot's body; null while unknown. */
  mountOf(frame: string): RobotScan["mount"];
  onScan(scan: RobotScan): void;
}

/** The robot's laser scanner, read at most five times in a second. */
export class ScanTopic {
  readonly #parts: ScanTopicParts;
  readonly #topic: string | null;
  #end: (() => void) | undefined;
  #problem: string | null = null;
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(parts: ScanTopicParts) {
    this.#parts = parts;
    const { scanTopic, namespace } = parts.settings;
    this.#topic = scanTopic === null ? null : fullName(namespace, scanTopic);
  }

  /** The reason why the last scan was refused, by field; null for none. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Subscribes once the topic is there, with the quality of service of its publishers. */
  update(graph: RosGraph): void {
    const topic = this.#topic;
    if (topic === null || this.#end || !graph.topics.get(topic)?.includes(scanType)) return;
    const onMessage = (message: RosMessage): void => this.#take(topic, message);
    const how = { topic, type: scanType, qos: "adapt", everyMs: periodMs, onMessage } as const;
    this.#end = this.#parts.link.listen(how);
  }

  close(): void {
    this.#end?.();
  }

  #take(topic: string, message: RosMessage): void {
    const { clock, stamps, mountOf, onScan } = this.#parts;
    const nowMs = clock.monoMs();
    const ageMs = stamps.ageMs(message, { nowMs, wallMs: clock.wallMs() });
    if (nowMs < this.#dueMs) return;
    // A tenth early is in time; otherwise a scanner of exactly this rate would count half as often.
    this.#dueMs = nowMs + periodMs * 0.9;
    try {
      const scan = scanOf(message);
      this.#problem = null;
      onScan({ topic, ageMs, mount: mountOf(scan.frame), ...scan });
    } catch (error) {
      this.#problem = GatehouseError.find(error)?.message ?? describeError(error);
    }
  }
}
