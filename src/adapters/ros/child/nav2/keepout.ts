import type { ZoneArea } from "../../../../robots/driver/areas.ts";
import { geometryOf, type GridGeometry, keepoutMask, maskMessage } from "./keepout-mask.ts";
import { headerOf } from "./nav-goals.ts";
import { fullName, nearestTopic } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import { latched, type RosGraph, type RosLink, type TopicPublisher } from "../core/ros-link.ts";

const infoType = "nav2_msgs/msg/CostmapFilterInfo";
const gridType = "nav_msgs/msg/OccupancyGrid";

interface HeardMap {
  topic: string;
  end: () => void;
  geometry: GridGeometry | null;
}

/**
 * Keep-out and keep-in zones as a mask in the robot's own costmap filter, drawn over the robot's own
 * map. A zone counts as held only while the robot is seen to listen to the mask.
 */
export class Keepout {
  readonly #link: RosLink;
  readonly #settings: NavSettings;
  readonly #onChange: () => void;
  readonly #maskTopic: string;
  #zones: readonly ZoneArea[] = [];
  #infoTopic: string | null = null;
  #speakers: { topic: string; info: TopicPublisher; mask: TopicPublisher } | undefined;
  #map: HeardMap | undefined;
  #drawnIds: readonly string[] = [];
  #isHeard = false;
  #obstacle: string | null = "its ROS graph has not been looked at yet";

  constructor(link: RosLink, settings: NavSettings, onChange: () => void) {
    this.#link = link;
    this.#settings = settings;
    this.#onChange = onChange;
    this.#maskTopic = fullName(settings.namespace, "gatehouse/keepout_mask");
  }

  /** Topics whose ends must be known. */
  get watched(): readonly string[] {
    return this.#infoTopic === null ? [this.#maskTopic] : [this.#maskTopic, this.#infoTopic];
  }

  /** Ids of the zones that the robot keeps by itself. */
  get heldIds(): readonly string[] {
    return this.problem === null ? this.#drawnIds : [];
  }

  /** The reason why the robot keeps no zone by itself, for a technician; null when it can. */
  get problem(): string | null {
    if (this.#obstacle !== null) return this.#obstacle;
    const geometry = this.#map?.geometry ?? null;
    if (!geometry) return `its map has not been heard (${this.#map?.topic ?? "map"})`;
    if (isTooLarge(geometry, this.#link)) return "its map is too large to be sent to it as a mask";
    return this.#isHeard ? null : `its keep-out filter does not listen to ${this.#maskTopic}`;
  }

  /** The zones from now on. */
  setZones(zones: readonly ZoneArea[]): void {
    this.#zones = zones.filter(({ type }) => type !== "speed_limit");
    this.#draw();
  }

  /** Looks for the robot's filter, and whether it listens. */
  update(graph: RosGraph): void {
    this.#infoTopic = this.#findInfoTopic(graph);
    const info = this.#infoTopic;
    const others = info === null ? [] : (graph.publishers.get(info) ?? []);
    const isWanted = info !== null && (graph.subscribers.get(info) ?? []).length > 0;
    this.#obstacle = null;
    if (!isWanted)
      this.#obstacle = "its Nav2 has no keep-out filter (nav2_msgs/msg/CostmapFilterInfo)";
    // Two masks on one filter would take turns: the robot's own stays.
    if (others.length > 0) this.#obstacle = `its keep-out filter has a mask of ${others[0]!.node}`;
    if (this.#obstacle !== null) this.#leave();
    else if (this.#zones.length > 0 || this.#speakers) this.#take(graph, info!);
    this.#isHeard = (graph.subscribers.get(this.#maskTopic) ?? []).length > 0;
  }

  close(): void {
    this.#map?.end();
    this.#speakers?.info.close();
    this.#speakers?.mask.close();
    this.#speakers = undefined;
  }

  #findInfoTopic({ topics }: RosGraph): string | null {
    const { namespace, keepoutInfoTopic } = this.#settings;
    if (keepoutInfoTopic !== null) return fullName(namespace, keepoutInfoTopic);
    const found = [...topics]
      .filter(([name, types]) => types.includes(infoType) && name.startsWith(`${namespace}/`))
      .map(([name]) => name)
      .filter((name) => !/speed|binary/.test(name));
    return found.find((name) => name.includes("keepout")) ?? found[0] ?? null;
  }

  #take(graph: RosGraph, info: string): void {
    const topic = nearestTopic(graph, this.#settings.namespace, "map");
    if (this.#map?.topic !== topic) {
      this.#map?.end();
      const map: HeardMap = { topic, end: () => undefined, geometry: null };
      this.#map = map;
      map.end = this.#link.listen({
        topic,
        type: gridType,
        qos: latched,
        onMessage: (message) => {
          map.geometry = geometryOf(message);
          this.#draw();
        },
      });
    }
    if (this.#speakers?.topic === info) return;
    this.#leave();
    this.#speakers = {
      topic: info,
      info: this.#link.speak(info, infoType, latched),
      mask: this.#link.speak(this.#maskTopic, gridType, latched),
    };
    this.#draw();
  }

  #leave(): void {
    this.#speakers?.info.close();
    this.#speakers?.mask.close();
    this.#speakers = undefined;
    this.#setDrawn([]);
  }

  /** Redraws the mask; without zones an empty one, so that the robot drops the last ones too. */
  #draw(): void {
    const geometry = this.#map?.geometry ?? null;
    if (!this.#speakers || !geometry) return;
    if (isTooLarge(geometry, this.#link)) {
      this.#setDrawn([]);
      return;
    }
    const { cells, heldIds } = keepoutMask(geometry, this.#zones);
    this.#speakers.mask.publish(maskMessage(geometry, cells));
    this.#speakers.info.publish({
      header: headerOf(geometry.frame),
      type: 0,
      filter_mask_topic: this.#maskTopic,
      base: 0,
      multiplier: 1,
    });
    this.#setDrawn(heldIds);
  }

  #setDrawn(ids: readonly string[]): void {
    const isSame =
      ids.length === this.#drawnIds.length && ids.every((id, i) => id === this.#drawnIds[i]);
    this.#drawnIds = ids;
    if (!isSame) this.#onChange();
  }
}

function isTooLarge({ width, height }: GridGeometry, { maxArray }: RosLink): boolean {
  return width * height > maxArray;
}
