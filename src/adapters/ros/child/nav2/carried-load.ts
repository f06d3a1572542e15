import type { CarriedLoad, RobotSample } from "../../../../robots/driver/driver-port.ts";
import { fullName } from "../core/names.ts";
import type { NavSettings } from "../core/protocol.ts";
import type { RosGraph, RosLink, RosMessage } from "../core/ros-link.ts";
import type { LoadCommand } from "./load-message.ts";

const boolType = "std_msgs/msg/Bool";
const textType = "std_msgs/msg/String";
/** The source while no topic says it. */
const byCommands = "commands";
/** Longest id of a load that is taken from the topic; a longer one is cut. */
const maxIdLength = 200;

/** Dependencies of what is known about the robot's load. */
export interface CarriedLoadParts {
  link: RosLink;
  settings: NavSettings;
  onSample(sample: RobotSample): void;
}

/**
 * What the robot carries: by its own topic where it has one, else by the commands that it carried out. Nothing
 * is said before the first of either.
 */
export class CarriedLoads {
  readonly #parts: CarriedLoadParts;
  readonly #topic: string | null;
  #end: (() => void) | undefined;
  #loads: readonly CarriedLoad[] | null = null;
  #source = byCommands;
  /** The load of the last `pick` that succeeded; its id and type are known by the command only. */
  #picked: CarriedLoad | null = null;

  constructor(parts: CarriedLoadParts) {
    this.#parts = parts;
    const { loads, namespace } = parts.settings;
    const topic = loads?.stateTopic ?? null;
    this.#topic = topic === null ? null : fullName(namespace, topic);
  }

  /** What is known now, with where it is from; null before anything is. */
  get known(): RobotSample | null {
    return this.#loads && { source: this.#source, loads: this.#loads };
  }

  /** Subscribes once the topic is there. */
  update(graph: RosGraph): void {
    const topic = this.#topic;
    if (topic === null || this.#end) return;
    const types = graph.topics.get(topic) ?? [];
    const type = [boolType, textType].find((each) => types.includes(each));
    if (type === undefined) return;
    const onMessage = ({ data }: RosMessage): void => this.#take(data, topic);
    this.#end = this.#parts.link.listen({ topic, type, qos: "adapt", onMessage });
  }

  /** The robot has carried out a command. */
  note({ kind, loadId: id, loadType: type, device: position }: LoadCommand): void {
    this.#picked = kind === "pick" ? { id, type, position, weightKg: null } : null;
    const [there] = this.#loads ?? [];
    if (this.#source === byCommands) this.#loads = this.#picked ? [this.#picked] : [];
    // The topic says whether it carries one; the command says which.
    else if (there) this.#loads = [this.#named(there)];
    this.#tell();
  }

  close(): void {
    this.#end?.();
  }

  #take(data: unknown, topic: string): void {
    if (typeof data !== "boolean" && typeof data !== "string") return;
    this.#source = topic;
    const id = typeof data === "string" ? data.slice(0, maxIdLength) : null;
    const there = { id, type: null, position: null, weightKg: null };
    const before = JSON.stringify(this.#loads);
    this.#loads = data === false || data === "" ? [] : [this.#named(there)];
    if (JSON.stringify(this.#loads) !== before) this.#tell();
  }

  /** With what the command said about it, unless the robot speaks of another load. */
  #named(there: CarriedLoad): CarriedLoad {
    const picked = this.#picked;
    const isOther = there.id !== null && picked?.id !== null && picked?.id !== there.id;
    return picked === null || isOther ? there : { ...picked, id: there.id ?? picked.id };
  }

  #tell(): void {
    if (this.known) this.#parts.onSample(this.known);
  }
}
