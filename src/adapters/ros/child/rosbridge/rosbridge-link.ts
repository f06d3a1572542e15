import { statusesOf } from "../core/action-goals.ts";
import { fail } from "../../../../base/contract/fail.ts";
import { Backoff } from "../../../../base/concurrency/backoff.ts";
import type { Clock } from "../../../../base/core/clock.ts";
import { describeError } from "../../../../base/core/errors.ts";
import { writeMessage } from "./rosbridge-wire.ts";
import { RosbridgeSocket, type SocketTarget } from "./rosbridge-socket.ts";
import type {
  TopicEndpoint,
  GoalRequest,
  GoalResult,
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
export interface RosbridgeLinkOptions extends SocketTarget {
  clock: Clock;
  /** The connection is gone. */
  onLost(): void;
  onTrouble(message: string): void;
}

/** Actions by the names that Nav2 gives them: rosbridge does not report their types. */
const usualActions: readonly (readonly [name: string, type: string])[] = [
  ["navigate_to_pose", "nav2_msgs/action/NavigateToPose"],
  ["follow_waypoints", "nav2_msgs/action/FollowWaypoints"],
  ["navigate_through_poses", "nav2_msgs/action/NavigateThroughPoses"],
  ["dock_robot", "nav2_msgs/action/DockRobot"],
  ["undock_robot", "nav2_msgs/action/UndockRobot"],
];
const statusType = "action_msgs/msg/GoalStatusArray";
/** Topics that need every message; the server throttles others. */
const whole: ReadonlySet<string> = new Set([statusType, "tf2_msgs/msg/TFMessage"]);
const throttleMs = 50;
const askMs = 2000;
/** A velocity is not queued behind so many bytes that the network does not take. */
const maxQueuedBytes = 65_536;

/**
 * ROS 2 behind a rosbridge server (protocol version 2, JSON over a WebSocket), with rosapi for the
 * graph. The server's main loop can be held up by a goal for as long as it lasts, so each goal has a
 * connection of its own.
 */
export class RosbridgeLink implements RosLink {
  readonly #options: RosbridgeLinkOptions;
  readonly #main: RosbridgeSocket;
  readonly #backoff = new Backoff({ firstMs: 100, maxMs: 2000, jitter: 0.2 });
  readonly #listening = new Map<string, TopicSubscription>();
  readonly #speaking = new Map<
    string,
    { type: string; isLatched: boolean; last: RosMessage | null }
  >();
  readonly #goals = new Set<RosbridgeSocket>();
  /** Goals that an action has reported, by its name. */
  readonly #seen = new Map<string, ReadonlySet<string>>();
  readonly #onSeen = new Set<() => void>();
  readonly maxArray = 4_000_000;
  readonly isCostly = true;
  #problem: string | null = "rosbridge is not connected yet";
  #distro: string | null = null;
  #nextId = 1;
  #isClosed = false;

  constructor(options: RosbridgeLinkOptions) {
    this.#options = options;
    this.#main = new RosbridgeSocket(options, {
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onClose: (reason, isFinal) => this.#onClose(reason, isFinal),
    });
  }

  get problem(): string | null {
    return this.#problem;
  }

  get distro(): string | null {
    return this.#distro;
  }

  async open(): Promise<void> {
    this.#main.connect();
  }

  async graph({ topics: watched, actions, services }: GraphWish): Promise<RosGraph> {
    if (this.#problem !== null) throw fail("robot_unreachable", this.#problem);
    try {
      const [topics, servers] = await Promise.all([
        this.#ask("/rosapi/topics"),
        this.#ask("/rosapi/action_servers"),
      ]);
      const names = texts(topics["topics"]);
      const types = texts(topics["types"]);
      const known = new Map(names.map((name, at) => [name, [types[at] ?? ""]]));
      const ends = async (service: string, field: string) =>
        new Map(
          await Promise.all(
            watched.map(async (topic): Promise<[string, TopicEndpoint[]]> => {
              if (!known.has(topic)) return [topic, []];
              const nodes = texts((await this.#ask(service, { topic }))[field]);
              const type = known.get(topic)![0]!;
              return [topic, nodes.filter(isOther).map((node) => ({ node, type }))];
            }),
          ),
        );
      return {
        topics: known,
        actions: this.#actionsOf(texts(servers["action_servers"]), actions),
        services: await this.#servicesOf(services),
        subscribers: await ends("/rosapi/subscribers", "subscribers"),
        publishers: await ends("/rosapi/publishers", "publishers"),
      };
    } catch (error) {
      // A connection that accepts everything and answers nothing is dead.
      this.#main.drop(`rosapi does not answer: ${describeError(error)}`);
      throw error;
    }
  }

  listen(listening: TopicSubscription): () => void {
    const id = `listen:${this.#nextId++}`;
    this.#listening.set(id, listening);
    this.#subscribe(id, listening);
    return () => {
      if (!this.#listening.delete(id)) return;
      this.#main.send({ op: "unsubscribe", id, topic: listening.topic });
    };
  }

  speak(topic: string, type: string, { durability }: TopicQos): TopicPublisher {
    const isLatched = durability === "transient_local";
    const speaking = { type, isLatched, last: null as RosMessage | null };
    this.#speaking.set(topic, speaking);
    this.#main.send({ op: "advertise", topic, type, latch: isLatched });
    return {
      publish: (message) => {
        if (isLatched) speaking.last = message;
        if (!isLatched && this.#main.queuedBytes > maxQueuedBytes) return;
        this.#main.send({ op: "publish", topic, msg: writeMessage(message) });
      },
      close: () => {
        if (this.#speaking.delete(topic)) this.#main.send({ op: "unadvertise", topic });
      },
    };
  }

  async call(call: ServiceCall): Promise<RosMessage> {
    const { service, type, request, timeoutMs, isLong = false } = call;
    const args = writeMessage(request);
    const message = { op: "call_service", service, type, args, timeout: timeoutMs / 1000 };
    const answer = isLong
      ? await this.#askAside(message, timeoutMs)
      : await this.#main.ask(message, timeoutMs);
    if (answer["result"] === true) return (answer["values"] ?? {}) as RosMessage;
    throw fail("robot_unreachable", `${service}: ${String(answer["values"])}`);
  }

  /**
   * rosbridge chooses the goal's UUID and reports neither it nor the acceptance; both appear in the action's
   * statuses.
   */
  async sendGoal(request: GoalRequest): Promise<SentGoal> {
    const { action } = request;
    const before = this.#seen.get(action) ?? new Set();
    const { socket, result } = await this.#goalSocket(request);
    const taken = Promise.withResolvers<string | null>();
    const look = (): void => {
      const id = [...(this.#seen.get(action) ?? [])].find((each) => !before.has(each));
      if (id !== undefined) taken.resolve(id);
    };
    this.#onSeen.add(look);
    result.then(
      () => taken.resolve(null),
      (error: unknown) => taken.reject(error),
    );
    try {
      const id = await taken.promise;
      return { isAccepted: true, id, result: result.catch(() => never) };
    } catch (error) {
      if (!describeError(error).includes("rejected")) throw error;
      return { isAccepted: false, id: null, result: never };
    } finally {
      this.#onSeen.delete(look);
      void result.catch(() => undefined).finally(() => this.#endGoal(socket));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#main.close();
    for (const socket of this.#goals) socket.close();
  }

  /** On a connection of its own, which the server may hold up until the answer. */
  async #askAside(message: RosMessage, timeoutMs: number): Promise<RosMessage> {
    if (this.#problem !== null) throw fail("robot_unreachable", this.#problem);
    const opened = Promise.withResolvers<void>();
    const lost = Promise.withResolvers<never>();
    lost.promise.catch(() => undefined);
    const socket = new RosbridgeSocket(this.#options, {
      onOpen: () => opened.resolve(),
      onMessage: () => undefined,
      onClose: (reason) => lost.reject(fail("robot_unreachable", reason)),
    });
    this.#goals.add(socket);
    socket.connect();
    try {
      await Promise.race([opened.promise, lost.promise]);
      return await Promise.race([socket.ask(message, timeoutMs), lost.promise]);
    } finally {
      this.#endGoal(socket);
    }
  }

  async #goalSocket({ action, type, goal, onFeedback }: GoalRequest) {
    if (this.#problem !== null) throw fail("robot_unreachable", this.#problem);
    const opened = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<GoalResult>();
    const socket = new RosbridgeSocket(this.#options, {
      onOpen: () => opened.resolve(),
      onMessage: (message) => {
        if (message["op"] === "action_feedback") onFeedback();
        if (message["op"] !== "action_result") return;
        if (message["result"] === true) {
          const values = message["values"] as RosMessage | undefined;
          ended.resolve({ status: Number(message["status"]), result: values ?? {} });
        } else ended.reject(fail("robot_unreachable", String(message["values"])));
      },
      onClose: (reason) => opened.reject(fail("robot_unreachable", reason)),
    });
    ended.promise.catch(() => undefined);
    this.#goals.add(socket);
    socket.connect();
    await opened.promise;
    socket.send({
      op: "send_action_goal",
      id: `goal:${this.#nextId++}`,
      action,
      action_type: type,
      args: writeMessage(goal),
      feedback: true,
    });
    return { socket, result: ended.promise };
  }

  #endGoal(socket: RosbridgeSocket): void {
    this.#goals.delete(socket);
    socket.close();
  }

  #onOpen(): void {
    this.#problem = null;
    this.#backoff.reset();
    for (const [topic, { type, isLatched, last }] of this.#speaking) {
      this.#main.send({ op: "advertise", topic, type, latch: isLatched });
      if (last) this.#main.send({ op: "publish", topic, msg: writeMessage(last) });
    }
    for (const [id, listening] of this.#listening) this.#subscribe(id, listening);
    this.#ask("/rosapi/get_ros_version").then(
      ({ distro }) => {
        this.#distro = typeof distro === "string" && distro !== "" ? distro : null;
      },
      () => undefined,
    );
  }

  #onClose(reason: string, isFinal: boolean): void {
    this.#problem = isFinal
      ? reason
      : `rosbridge at ${this.#options.url} cannot be reached: ${reason}`;
    if (this.#isClosed) return;
    this.#options.onLost();
    if (isFinal) return;
    this.#options.clock.after(this.#backoff.nextMs(), () => {
      if (!this.#isClosed) this.#main.connect();
    });
  }

  #onMessage(message: RosMessage): void {
    if (message["op"] === "status" && message["level"] === "error") {
      this.#options.onTrouble(`rosbridge: ${String(message["msg"]).slice(0, 300)}`);
      return;
    }
    if (message["op"] !== "publish") return;
    const { topic, msg } = message as { topic?: unknown; msg?: unknown };
    for (const listening of this.#listening.values()) {
      if (listening.topic !== topic || typeof msg !== "object" || msg === null) continue;
      try {
        if (listening.type === statusType) this.#saw(String(topic), msg as RosMessage);
        listening.onMessage(msg as RosMessage);
      } catch (error) {
        this.#options.onTrouble(`${String(topic)}: ${describeError(error)}`);
      }
    }
  }

  #saw(topic: string, message: RosMessage): void {
    const goals = new Set(statusesOf(message).keys());
    this.#seen.set(topic.replace("/_action/status", ""), goals);
    for (const look of this.#onSeen) look();
  }

  #subscribe(id: string, { topic, type, everyMs = throttleMs }: TopicSubscription): void {
    const isWhole = whole.has(type);
    const rate = isWhole ? {} : { throttle_rate: everyMs, queue_length: 1 };
    this.#main.send({ op: "subscribe", id, topic, type, ...rate });
  }

  /** The wished services that the robot has with the wished type. */
  async #servicesOf(wished: readonly NamedInterface[]): Promise<Set<string>> {
    const found = await Promise.all(
      wished.map(async ({ name, type }) => {
        const { type: there } = await this.#ask("/rosapi/service_type", { service: name });
        return there === type ? [name] : [];
      }),
    );
    return new Set(found.flat());
  }

  #actionsOf(servers: readonly string[], wished: readonly NamedInterface[]): Map<string, string> {
    const found = servers.flatMap((name): [string, string][] => {
      const own = wished.find((each) => each.name === name);
      if (own) return [[name, own.type]];
      const usual = usualActions.find(([each]) => name.endsWith(`/${each}`));
      if (!usual) return [];
      const isOld = this.#distro === "humble" && usual[1].includes("ock");
      return [[name, isOld ? usual[1].replace("nav2_msgs", "opennav_docking_msgs") : usual[1]]];
    });
    return new Map(found);
  }

  async #ask(service: string, request: RosMessage = {}): Promise<RosMessage> {
    return await this.call({ service, type: "", request, timeoutMs: askMs });
  }
}

const never: Promise<never> = new Promise(() => undefined);

/** rosbridge's own node acts for this client; its endpoints do not count as another client's. */
function isOther(node: string): boolean {
  return !node.includes("rosbridge");
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
