import type { Clock } from "../../core/clock.ts";
import type { Broker, BrokerMessage } from "./broker.ts";
import { checkedOutgoing, readIncoming, type VdaTopic, type VdaVersion } from "./frames.ts";
import type { OrderBody } from "./order-run.ts";
import { FrameOrder, RobotState, type UsableState } from "./robot-state.ts";
import type { FactsheetFrame } from "./schemas-factsheet.ts";
import type { ActionFrame } from "./schemas-order.ts";
import type { ConnectionWord, VisualizationFrame } from "./schemas-state.ts";

/** Who a robot is on its broker. */
export interface VdaIdentity {
  /** First level of its topics; `uagv` in the specification. */
  interfaceName: string;
  version: VdaVersion;
  manufacturer: string;
  serialNumber: string;
}

/** `legacy_instant_actions`: the robot wants VDA 5050 1.1's name of the list of instant actions. */
export type VdaProfile = "standard" | "legacy_instant_actions";

/** What comes in of a robot. Nothing of it may throw. */
export interface ChannelEvents {
  onState(state: RobotState): void;
  onVisualization(frame: VisualizationFrame): void;
  /** A kept word was left at some time; a last will is left when the robot connects. */
  onConnection(word: ConnectionWord, isKept: boolean): void;
  onFactsheet(frame: FactsheetFrame): void;
  onBroker(isConnected: boolean): void;
}

/** What a channel is made of. */
export interface ChannelOptions {
  broker: Broker;
  identity: VdaIdentity;
  profile: VdaProfile;
  clock: Clock;
}

/** A frame that waits longer than this in the broker is forgotten, in seconds. */
const expirySec = 5;

/** The topics of one robot: frames with their headers, checked both ways. */
export class RobotChannel {
  readonly #options: ChannelOptions;
  readonly #headerIds = { order: 0, instantActions: 0 };
  readonly #states = new FrameOrder();
  readonly #visualizations = new FrameOrder();
  readonly #problems = new Map<VdaTopic, readonly string[]>();
  #unsubscribe: (() => void) | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
  }

  /** What was wrong with the newest frame of each topic. */
  get problems(): string[] {
    return [...this.#problems.values()].flat();
  }

  /** Begins to listen. */
  open(events: ChannelEvents): void {
    const topics = (["state", "visualization", "factsheet"] as const).map((name) => ({
      topic: this.#topic(name),
      qos: 0 as const,
    }));
    this.#unsubscribe = this.#options.broker.subscribe({
      topics: [...topics, { topic: this.#topic("connection"), qos: 1 }],
      onMessage: (message) => this.#take(message, events),
      onConnected: (isConnected) => {
        if (isConnected) this.#begin();
        events.onBroker(isConnected);
      },
    });
  }

  /** Ends listening; idempotent. */
  close(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
  }

  /** Sends the order; fails with `robot_unreachable` while the broker is not connected. */
  async sendOrder(body: OrderBody): Promise<void> {
    const frame = { ...this.#header("order"), ...body };
    await this.#send("order", checkedOutgoing(this.#options.identity.version, "order", frame));
  }

  /** Sends instant actions; fails with `robot_unreachable` while the broker is not connected. */
  async sendActions(actions: readonly ActionFrame[]): Promise<void> {
    const { identity, profile } = this.#options;
    const frame = { ...this.#header("instantActions"), actions: [...actions] };
    const { actions: list, ...header } = checkedOutgoing(identity.version, "instantActions", frame);
    const isLegacy = profile === "legacy_instant_actions";
    await this.#send("instantActions", isLegacy ? { ...header, instantActions: list } : frame);
  }

  #begin(): void {
    this.#states.reset();
    this.#visualizations.reset();
  }

  #take({ topic, payload, isRetained }: BrokerMessage, events: ChannelEvents): void {
    const name = topic.slice(topic.lastIndexOf("/") + 1) as VdaTopic;
    // What the broker kept says nothing about now; only these two topics are meant to be kept.
    if (isRetained && name !== "connection" && name !== "factsheet") return;
    const { frame, problems } = readIncoming(this.#options.identity.version, name, payload);
    this.#problems.set(name, problems);
    if (frame === null) return;
    switch (name) {
      case "state": {
        const state = frame as unknown as UsableState;
        if (this.#states.accepts(state)) events.onState(new RobotState(state));
        return;
      }
      case "visualization":
        if (this.#isNewVisualization(frame)) events.onVisualization(frame as VisualizationFrame);
        return;
      case "connection": {
        const word = frame["connectionState"] as ConnectionWord;
        // A last will has the header of the time when it was left: no number nor time counts.
        if (word === "ONLINE") this.#begin();
        events.onConnection(word, isRetained);
        return;
      }
      case "factsheet":
        events.onFactsheet(frame as unknown as FactsheetFrame);
        return;
      case "order":
      case "instantActions":
    }
  }

  #isNewVisualization({ headerId, timestamp }: VisualizationFrame): boolean {
    if (headerId === undefined || timestamp === undefined) return true;
    return this.#visualizations.accepts({ headerId, timestamp });
  }

  #header(topic: "order" | "instantActions") {
    const { identity, clock } = this.#options;
    const headerId = this.#headerIds[topic];
    this.#headerIds[topic] = (headerId + 1) % 2 ** 32;
    return {
      headerId,
      timestamp: new Date(clock.wallMs()).toISOString(),
      version: `${identity.version}.0`,
      manufacturer: identity.manufacturer,
      serialNumber: identity.serialNumber,
    };
  }

  async #send(name: VdaTopic, frame: object): Promise<void> {
    await this.#options.broker.publish(this.#topic(name), JSON.stringify(frame), expirySec);
  }

  #topic(name: VdaTopic): string {
    const { interfaceName, manufacturer, serialNumber } = this.#options.identity;
    return `${interfaceName}/v2/${manufacturer}/${serialNumber}/${name}`;
  }
}
