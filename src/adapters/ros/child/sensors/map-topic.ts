import type { Clock, Timer } from "../../../../base/core/clock.ts";
import { describeError, GatehouseError } from "../../../../base/core/errors.ts";
import type { DriverMap } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import { latched, type RosGraph, type RosLink } from "../core/ros-link.ts";
import { applyUpdate, gridOf, type HeardGrid, topFirst } from "./grid-message.ts";

const gridType = "nav_msgs/msg/OccupancyGrid";
const updateType = "map_msgs/msg/OccupancyGridUpdate";
/** A map that grows is passed on this often, in milliseconds. */
const periodMs = 5000;

/** Dependencies of the map. */
export interface MapTopicParts {
  link: RosLink;
  clock: Clock;
  settings: NavSettings;
  onMap(map: DriverMap): void;
}

/** The robot's map with its updates, passed on at most every five seconds. */
export class MapTopic {
  readonly #parts: MapTopicParts;
  readonly #topic: string | null;
  #ends: (() => void)[] = [];
  #grid: HeardGrid | null = null;
  #problem: string | null = null;
  #timer: Timer | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;

  constructor(parts: MapTopicParts) {
    this.#parts = parts;
    const { mapTopic, namespace } = parts.settings;
    this.#topic = mapTopic === null ? null : fullName(namespace, mapTopic);
  }

  /** The reason why the last map was refused, by field; null for none. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Subscribes once the topic is there. */
  update(graph: RosGraph): void {
    const topic = this.#topic;
    if (topic === null || this.#ends.length > 0) return;
    if (!graph.topics.get(topic)?.includes(gridType)) return;
    const { link } = this.#parts;
    this.#ends = [
      link.listen({
        topic,
        type: gridType,
        qos: latched,
        onMessage: (message) => this.#take(() => gridOf(message)),
      }),
      link.listen({
        topic: `${topic}_updates`,
        type: updateType,
        qos: "adapt",
        everyMs: 0,
        onMessage: (message) => this.#take(() => this.#grid && applyUpdate(this.#grid, message)),
      }),
    ];
  }

  close(): void {
    this.#timer?.cancel();
    for (const end of this.#ends) end();
  }

  #take(read: () => HeardGrid | null): void {
    try {
      this.#grid = read() ?? this.#grid;
      this.#problem = null;
    } catch (error) {
      this.#problem = GatehouseError.find(error)?.message ?? describeError(error);
      return;
    }
    if (!this.#grid || this.#timer) return;
    const { clock } = this.#parts;
    const waitMs = Math.max(0, this.#toldMs + periodMs - clock.monoMs());
    this.#timer = clock.after(waitMs, () => this.#tell());
  }

  #tell(): void {
    this.#timer = undefined;
    const grid = this.#grid;
    if (!grid) return;
    this.#toldMs = this.#parts.clock.monoMs();
    const { frame, shape } = grid;
    this.#parts.onMap({ topic: this.#topic!, frame, ...shape, bytes: topFirst(grid) });
  }
}
