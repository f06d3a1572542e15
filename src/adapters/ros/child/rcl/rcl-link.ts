import { goalTypes } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import { describeError } from "../../../../base/core/errors.ts";
import { RclActions } from "./rcl-actions.ts";
import { loadRcl, qosOf, type RclClient, type RclModule, type RclNode } from "./rcl-module.ts";
import { RclListener } from "./rcl-listener.ts";
import type {
  TopicEndpoint,
  GoalRequest,
  GraphWish,
  NamedInterface,
  ServiceCall,
  TopicSubscription,
  RosGraph,
  RosLink,
  RosMessage,
  SentGoal,
  TopicPublisher,
  TopicQos,
} from "../core/ros-link.ts";

/** Dependencies of the link. */
export interface RclLinkOptions {
  /** Name of the module; another one than `rclnodejs` has the same interface. */
  module: string;
  nodeName: string;
  /** An action client is exchanged after so many goals: it never frees their memory. */
  recycleAfter: number;
  env: NodeJS.ProcessEnv;
  onTrouble(message: string): void;
}

/** The native side waits this long at a time; new subscriptions start after it, in milliseconds. */
const spinMs = 20;

/** ROS 2 in this process, through rclnodejs. */
export class RclLink implements RosLink {
  readonly #options: RclLinkOptions;
  readonly #listeners = new Set<RclListener>();
  readonly #clients = new Map<string, RclClient>();
  /** Types of services that the box does not have. */
  readonly #unknown = new Set<string>();
  readonly maxArray = 64_000_000;
  readonly isCostly = false;
  readonly problem: string | null = null;
  #rcl: RclModule | undefined;
  #node: RclNode | undefined;
  #actions: RclActions | undefined;
  #ownName = "";

  constructor(options: RclLinkOptions) {
    this.#options = options;
  }

  get distro(): string | null {
    return this.#options.env["ROS_DISTRO"] ?? null;
  }

  async open(): Promise<void> {
    const { module, nodeName, env, recycleAfter } = this.#options;
    const rcl = await loadRcl(module, env);
    try {
      await rcl.init(undefined, []);
      rcl.removeSignalHandlers?.();
      const options = { startParameterServices: false, enableRosout: false };
      const node = new rcl.Node(nodeName, "", undefined, options);
      node.spin(spinMs);
      this.#rcl = rcl;
      this.#node = node;
      this.#ownName = node.getFullyQualifiedName();
      this.#actions = new RclActions({ rcl, node, recycleAfter });
    } catch (error) {
      throw fail(
        "robot_unreachable",
        `ROS 2: does not start (${describeError(error)}). Check its installation`,
      );
    }
  }

  async graph({ topics: watched, actions, services }: GraphWish): Promise<RosGraph> {
    const node = this.#opened();
    const topics = new Map(node.getTopicNamesAndTypes().map(({ name, types }) => [name, types]));
    for (const listener of this.#listeners) listener.adapt();
    const ends = (list: "getSubscriptionsInfoByTopic" | "getPublishersInfoByTopic") =>
      new Map(watched.map((topic) => [topic, this.#ends(list, topic)]));
    return {
      topics,
      actions: this.#servers(actions),
      services: new Set(services.filter((each) => this.#isServed(each)).map(({ name }) => name)),
      subscribers: ends("getSubscriptionsInfoByTopic"),
      publishers: ends("getPublishersInfoByTopic"),
    };
  }

  listen(listening: TopicSubscription): () => void {
    const guarded = { ...listening, onMessage: this.#guarded(listening) };
    const listener = new RclListener(this.#rcl!, this.#opened(), guarded);
    this.#listeners.add(listener);
    listener.adapt();
    return () => {
      this.#listeners.delete(listener);
      listener.close();
    };
  }

  speak(topic: string, type: string, qos: TopicQos): TopicPublisher {
    const node = this.#opened();
    const publisher = node.createPublisher(type, topic, { qos: qosOf(this.#rcl!, qos) });
    let isClosed = false;
    return {
      publish: (message) => {
        if (!isClosed) publisher.publish(message);
      },
      close: () => {
        if (!isClosed) node.destroyPublisher(publisher);
        isClosed = true;
      },
    };
  }

  async call({ service, type, request, timeoutMs }: ServiceCall) {
    const client = this.#client(service, type);
    if (!client.isServiceServerAvailable()) {
      throw fail("robot_unreachable", `${service}: the robot has no such service. Check its nodes`);
    }
    try {
      return await client.sendRequestAsync(request, { timeout: timeoutMs });
    } catch (error) {
      throw fail("robot_unreachable", `${service}: ${describeError(error)}`);
    }
  }

  async sendGoal(request: GoalRequest): Promise<SentGoal> {
    this.#opened();
    return await this.#actions!.send(request);
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) listener.close();
    this.#listeners.clear();
    this.#node = undefined;
    this.#rcl?.shutdown();
    this.#rcl = undefined;
  }

  /** Never destroyed: one that is while its answer is on the way ends the process. */
  #client(service: string, type: string): RclClient {
    let client = this.#clients.get(service);
    if (!client) {
      client = this.#opened().createClient(type, service);
      this.#clients.set(service, client);
    }
    return client;
  }

  /** The graph names actions that only have clients as well, ours among them. */
  #servers(wished: readonly NamedInterface[]): Map<string, string> {
    const found = new Map<string, string>();
    for (const { name, types } of this.#rcl!.getActionNamesAndTypes(this.#opened())) {
      const own = wished.find((each) => each.name === name)?.type;
      const type = types.find(
        (each) => each === own || goalTypes.some((kind) => each.endsWith(`/${kind}`)),
      );
      if (type === undefined) continue;
      const cancel = this.#client(`${name}/_action/cancel_goal`, "action_msgs/srv/CancelGoal");
      if (cancel.isServiceServerAvailable()) found.set(name, type);
    }
    return found;
  }

  /** False too for a type whose message classes are not on the box: it could not be called. */
  #isServed({ name, type }: NamedInterface): boolean {
    try {
      return this.#client(name, type).isServiceServerAvailable();
    } catch (error) {
      if (!this.#unknown.has(type)) this.#options.onTrouble(`${type}: ${describeError(error)}`);
      this.#unknown.add(type);
      return false;
    }
  }

  #ends(
    list: "getSubscriptionsInfoByTopic" | "getPublishersInfoByTopic",
    topic: string,
  ): TopicEndpoint[] {
    return this.#opened()
      [list](topic, false)
      .map(({ node_namespace: space, node_name: name, topic_type: type }) => {
        return { node: `${space === "/" ? "" : space}/${name}`, type };
      })
      .filter(({ node }) => node !== this.#ownName);
  }

  /** A throw in a callback of the native side would end the process. */
  #guarded({ topic, onMessage }: TopicSubscription): (message: RosMessage) => void {
    let hasFailed = false;
    return (message) => {
      try {
        onMessage(message);
      } catch (error) {
        if (!hasFailed) this.#options.onTrouble(`${topic}: ${describeError(error)}`);
        hasFailed = true;
      }
    };
  }

  #opened(): RclNode {
    if (this.#node) return this.#node;
    throw fail("robot_unreachable", "ROS 2: is not open. Try again");
  }
}
