import type { LiveMap, LiveRobot } from "../../robots/foxglove/live-port.ts";
import { channels } from "./channels.ts";
import type { MessageKind } from "./messages.ts";

/** What a channel shows. */
export interface LiveChannel {
  id: number;
  topic: string;
  kind: MessageKind;
  /** Null for what is of all robots, and for maps. */
  robotId: string | null;
  mapId: string | null;
}

const robotKinds = ["pose", "velocity", "battery", "state", "scan", "record"] as const;

/** The channels of a connection; a channel keeps its number. */
export class LiveChannels {
  readonly #byTopic = new Map<string, LiveChannel>();
  #nextId = 1;

  get(id: number): LiveChannel | undefined {
    return [...this.#byTopic.values()].find((each) => each.id === id);
  }

  of(kind: MessageKind, robotId: string | null): LiveChannel | undefined {
    return [...this.#byTopic.values()].find(
      (each) => each.kind === kind && each.robotId === robotId,
    );
  }

  /** Takes the present robots and maps; returns the channels that are new, and those that are gone. */
  update(robots: readonly LiveRobot[], maps: readonly LiveMap[]) {
    const present = new Map<string, Omit<LiveChannel, "id">>();
    const add = (channel: Omit<LiveChannel, "id">): void =>
      void present.set(channel.topic, channel);
    for (const kind of ["tf", "log"] as const) {
      add({ topic: `/${kind}`, kind, robotId: null, mapId: null });
    }
    for (const { id: robotId, hasPictures } of robots) {
      for (const kind of [...robotKinds, ...(hasPictures ? (["camera"] as const) : [])]) {
        add({ topic: `/${robotId}/${kind}`, kind, robotId, mapId: null });
      }
    }
    for (const { map } of maps) {
      const topic = `/map/${map.name.replaceAll(/[^\p{L}\p{N}]+/gu, "_")}-${map.id.slice(-4)}`;
      add({ topic, kind: "map", robotId: null, mapId: map.id });
    }
    const gone = [...this.#byTopic.values()].filter(({ topic }) => !present.has(topic));
    for (const { topic } of gone) this.#byTopic.delete(topic);
    const fresh: LiveChannel[] = [];
    for (const [topic, channel] of present) {
      if (this.#byTopic.has(topic)) continue;
      const added = { id: this.#nextId++, ...channel };
      this.#byTopic.set(topic, added);
      fresh.push(added);
    }
    return { fresh, gone };
  }
}

/** A channel as the protocol announces it. */
export function announced({ id, topic, kind }: LiveChannel) {
  const { name, schema } = channels[kind];
  return {
    id,
    topic,
    encoding: "json",
    schemaName: name,
    schema: JSON.stringify(schema),
    schemaEncoding: "jsonschema",
  };
}
