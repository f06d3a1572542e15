import { fail } from "../../base/contract/fail.ts";
import type { Fence } from "../../base/core/fence.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Broker, BrokerMessage } from "../mqtt-broker/broker.ts";
import type { Dialect, OutgoingFrame, Sheet, VdaTopic, VdaVersion } from "./dialect.ts";
import { dialects } from "./dialects.ts";
import { checkedOutgoing, readIncoming } from "./frames.ts";
import type { OrderBody } from "./order-progress.ts";
import { FrameOrder, RobotState, UnusableState } from "./robot-state.ts";
import type { ResponseFrame, ZoneSetFrame } from "./schemas/3-0-order.ts";
import type { ActionFrame } from "./schemas/order.ts";
import type { ConnectionWord, VisualizationFrame } from "./schemas/state.ts";

/** The identity of a robot on its broker. */
export interface VdaIdentity {
  /** First and second level of its topics; null for what its version suggests. */
  interfaceName: string | null;
  majorVersion: string | null;
  version: VdaVersion;
  manufacturer: string;
  serialNumber: string;
}

/** `legacy_instant_actions`: the robot wants VDA 5050 1.1's name of the list of instant actions. */
export type VdaProfile = "standard" | "legacy_instant_actions";

/** Receives the messages of a robot. Its methods must not throw. */
export interface ChannelEvents {
  onState(state: RobotState): void;
  onUnusableState(state: UnusableState): void;
  onVisualization(frame: VisualizationFrame): void;
  /** A retained message may be old; the broker publishes a last will also when the robot reconnects. */
  onConnection(word: ConnectionWord, isKept: boolean): void;
  onFactsheet(sheet: Sheet): void;
  onBroker(isConnected: boolean): void;
}

/** Dependencies of a channel. */
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
  readonly #dialect: Dialect;
  readonly #headerIds = new Map<VdaTopic, number>();
  readonly #states = new FrameOrder();
  readonly #visualizations = new FrameOrder();
  readonly #problems = new Map<VdaTopic, readonly string[]>();
  #unsubscribe: (() => void) | undefined;
  #movedMs: number | null = null;
  #fence: Fence | undefined;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#dialect = dialects[options.identity.version];
  }

  /** The form of the robot's version. */
  get dialect(): Dialect {
    return this.#dialect;
  }

  /** The faults of the newest frame of each topic. */
  get problems(): string[] {
    return [...this.#problems.values()].flat();
  }

  /**
   * When the first frame that may move the robot was sent since the last state, in monotonic milliseconds;
   * null for none.
   */
  get movedMs(): number | null {
    return this.#movedMs;
  }

  /** Sends only while this fence is open. Call it before `open`. */
  boundFence(fence: Fence): void {
    this.#fence = fence;
    // The kernel would deliver an order after minutes, when another box drives the robot.
    fence.onLost(() => this.#options.broker.discard());
  }

  /** Begins to listen. */
  open(events: ChannelEvents): void {
    const names = (["state", "visualization", "factsheet"] as const).filter(
      (name) => this.#dialect.schemas[name],
    );
    const topics = names.map((name) => ({ topic: this.#topic(name), qos: 0 as const }));
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

  /** Sends the order; fails with `robot_unreachable` while the broker is not connected, or the fence is closed. */
  async sendOrder(body: OrderBody): Promise<void> {
    this.#assertOpen("mayCommand");
    this.#movedMs ??= this.#options.clock.monoMs();
    await this.#send("order", this.#dialect.order({ ...this.#header("order"), ...body }));
  }

  /** Sends instant actions; fails as `sendOrder`. */
  async sendActions(actions: readonly ActionFrame[]): Promise<void> {
    const topic = "instantActions";
    const isGo = actions.some(({ actionType }) => actionType === "stopPause");
    this.#assertOpen(isGo ? "mayCommand" : "mayStop");
    if (isGo) this.#movedMs ??= this.#options.clock.monoMs();
    const frame = this.#dialect.instantActions({ ...this.#header(topic), actions: [...actions] });
    await this.#send(topic, frame);
  }

  /** Sends a set of zones; fails as `sendOrder`. */
  async sendZoneSet(zoneSet: ZoneSetFrame): Promise<void> {
    this.#assertOpen("mayCommand");
    await this.#send("zoneSet", { ...this.#header("zoneSet"), zoneSet });
  }

  /** Answers requests of the robot; fails as `sendOrder`. */
  async sendResponses(responses: ResponseFrame[]): Promise<void> {
    this.#assertOpen("mayCommand");
    await this.#send("responses", { ...this.#header("responses"), responses });
  }

  #assertOpen(right: "mayCommand" | "mayStop"): void {
    const fence = this.#fence;
    if (!fence || fence[right]()) return;
    throw fail("robot_unreachable", `fleet: ${fence.problem()}`);
  }

  #begin(): void {
    this.#states.reset();
    this.#visualizations.reset();
  }

  #take({ topic, payload, isRetained }: BrokerMessage, events: ChannelEvents): void {
    const name = topic.slice(topic.lastIndexOf("/") + 1) as VdaTopic;
    // A retained message proves nothing about now; only these two topics are retained on purpose.
    if (isRetained && name !== "connection" && name !== "factsheet") return;
    const read = readIncoming(this.#options.identity.version, name, payload);
    const foreign = this.#foreignHeader(name, read.rest);
    const { frame, rest, problems } =
      foreign === null ? read : { frame: null, rest: {}, problems: [foreign] };
    this.#problems.set(name, problems);
    if (frame === null) {
      if (name === "state") events.onUnusableState(new UnusableState(problems, rest));
      return;
    }
    switch (name) {
      case "state": {
        const state = this.#dialect.state(frame);
        if (!this.#states.accepts(state)) return;
        this.#movedMs = null;
        events.onState(new RobotState(state));
        return;
      }
      case "visualization": {
        const motion = this.#dialect.visualization(frame);
        if (this.#isNewVisualization(motion)) events.onVisualization(motion);
        return;
      }
      case "connection": {
        const word = this.#dialect.connection(frame["connectionState"] as string);
        // A last will has the header of the time when it was left: no number nor time counts.
        if (word === "ONLINE") this.#begin();
        events.onConnection(word, isRetained);
        return;
      }
      case "factsheet":
        events.onFactsheet(this.#dialect.sheet(frame));
        return;
      default:
      // The others are the master's own.
    }
  }

  /** The field that shows that another robot sent the frame; null for none. */
  #foreignHeader(name: VdaTopic, header: Readonly<Record<string, unknown>>): string | null {
    const { identity } = this.#options;
    const field = (["manufacturer", "serialNumber"] as const).find(
      (each) => header[each] !== undefined && header[each] !== identity[each],
    );
    if (field === undefined) return null;
    const found = String(header[field]).slice(0, 100);
    return `${name}.${field}: is ${found}, another robot's than ${identity[field]}`;
  }

  #isNewVisualization({ headerId, timestamp }: VisualizationFrame): boolean {
    if (headerId === undefined || timestamp === undefined) return true;
    return this.#visualizations.accepts({ headerId, timestamp });
  }

  #header(topic: VdaTopic) {
    const { identity, clock } = this.#options;
    const headerId = this.#headerIds.get(topic) ?? 0;
    this.#headerIds.set(topic, (headerId + 1) % 2 ** 32);
    return {
      headerId,
      timestamp: new Date(clock.wallMs()).toISOString(),
      version: `${identity.version}.0`,
      manufacturer: identity.manufacturer,
      serialNumber: identity.serialNumber,
    };
  }

  async #send(name: VdaTopic, body: OutgoingFrame): Promise<void> {
    const { identity, profile, broker } = this.#options;
    const frame = checkedOutgoing(identity.version, name, body);
    const isLegacy = name === "instantActions" && profile === "legacy_instant_actions";
    const payload = JSON.stringify(isLegacy ? withLegacyName(frame) : frame);
    await broker.publish(this.#topic(name), payload, expirySec);
  }

  #topic(name: VdaTopic): string {
    const { interfaceName, majorVersion, manufacturer, serialNumber } = this.#options.identity;
    const first = interfaceName ?? this.#dialect.interfaceName;
    const second = majorVersion ?? this.#dialect.majorVersion;
    return `${first}/${second}/${manufacturer}/${serialNumber}/${name}`;
  }
}

/** The list of instant actions under the name that it had in 1.1. */
function withLegacyName(frame: OutgoingFrame): OutgoingFrame {
  const { actions, ...header } = frame;
  return actions === undefined ? frame : { ...header, instantActions: actions };
}
