import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { Message } from "./interfaces.ts";
import { ActionClient } from "./stand-in-actions.ts";
import { Node, QoS } from "./stand-in-core.ts";

interface Request extends Message {
  op: string;
  id?: string;
}

interface Connection {
  send(message: Message): void;
  /** Publishers by topic and subscriptions by id. */
  publishers: Map<string, { publish(message: Message): void }>;
  subscriptions: Map<string, object>;
}

const hidden = /\/_action\/|\/_service_event$/;

/**
 * A rosbridge server after the published protocol (version 2), over the stand-in for rclnodejs: JSON,
 * `advertise publish subscribe call_service send_action_goal cancel_action_goal`, the graph through
 * rosapi's services. As the real one by default it does nothing else on a connection while a goal of
 * it runs, encodes bytes as base64 and NaN as null, and answers what it cannot do with a status.
 */
export class RosbridgeServer {
  readonly #node: Node;
  readonly #server: WebSocketServer;
  readonly #distro: string;
  readonly #sockets = new Set<WebSocket>();
  /** Messages that it sent to clients, by topic. */
  readonly sent = new Map<string, number>();

  constructor(distro: string) {
    this.#distro = distro;
    this.#node = new Node("rosbridge_websocket");
    this.#node.spin();
    this.#server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    this.#server.on("connection", (socket) => this.#serve(socket));
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Connections that hold subscriptions. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Resolves when it takes connections. */
  async listening(): Promise<void> {
    if (!this.#server.address()) await once(this.#server, "listening");
  }

  /** Sends this to every client, whatever it is. */
  sendRaw(text: string): void {
    for (const socket of this.#sockets) socket.send(text);
  }

  /** Every connection is cut; new ones are taken. */
  cut(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  /** Resolves when every connection has let go of its subscriptions: a server ends before its sockets do. */
  async close(): Promise<void> {
    const gone = [...this.#sockets].map((socket) => once(socket, "close"));
    this.cut();
    await Promise.all([...gone, new Promise((resolve) => this.#server.close(resolve))]);
    this.#node.destroy();
  }

  #serve(socket: WebSocket): void {
    this.#sockets.add(socket);
    const connection: Connection = {
      send: (message) => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message, encode));
      },
      publishers: new Map(),
      subscriptions: new Map(),
    };
    // One after the other, as the server's incoming queue does it.
    let tail: Promise<unknown> = Promise.resolve();
    socket.on("message", (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Request;
      const perform = async (): Promise<void> => {
        try {
          await this.#perform(connection, message);
        } catch (error) {
          const msg = `${message.op}: ${String(error)}`;
          connection.send({ op: "status", level: "error", msg, id: message.id ?? null });
        }
      };
      tail = tail.then(perform);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      for (const each of connection.subscriptions.values()) this.#node.destroySubscription(each);
      for (const each of connection.publishers.values()) this.#node.destroyPublisher(each);
    });
  }

  async #perform(connection: Connection, message: Request): Promise<void> {
    switch (message.op) {
      case "advertise":
        this.#advertise(connection, message);
        return;
      case "unadvertise": {
        const publisher = connection.publishers.get(String(message["topic"]));
        if (!publisher) throw new Error("the topic was not advertised");
        connection.publishers.delete(String(message["topic"]));
        this.#node.destroyPublisher(publisher);
        return;
      }
      case "publish": {
        const publisher = connection.publishers.get(String(message["topic"]));
        if (!publisher) throw new Error("the topic was not advertised");
        publisher.publish(message["msg"] as Message);
        return;
      }
      case "subscribe":
        this.#subscribe(connection, message);
        return;
      case "unsubscribe": {
        const subscription = connection.subscriptions.get(String(message.id));
        if (!subscription) throw new Error("no such subscription");
        connection.subscriptions.delete(String(message.id));
        this.#node.destroySubscription(subscription);
        return;
      }
      case "call_service":
        // Services are called in a thread of their own.
        void this.#call(connection, message);
        return;
      case "send_action_goal":
        await this.#goal(connection, message);
        return;
      default:
        throw new Error(`unknown operation ${message.op}`);
    }
  }

  #advertise({ publishers }: Connection, message: Request): void {
    const topic = String(message["topic"]);
    const type = String(message["type"]);
    const known = this.#node.getTopicNamesAndTypes().find(({ name }) => name === topic);
    if (known && !known.types.includes(type)) throw new Error(`${topic} is ${known.types[0]}`);
    if (publishers.has(topic)) return;
    // Kept for late subscribers either way, as the server has it.
    const qos = new QoS(1, message["latch"] === true ? 1 : 100, 1, 1);
    publishers.set(topic, this.#node.createPublisher(type, topic, { qos }));
  }

  #subscribe({ send, subscriptions }: Connection, message: Request): void {
    const topic = String(message["topic"]);
    const type = String(message["type"]);
    const throttleMs = Number(message["throttle_rate"] ?? 0);
    const offers = this.#node.getPublishersInfoByTopic(topic) as {
      qos_profile: { reliability: number; durability: number };
    }[];
    const isBest = offers.some(({ qos_profile: { reliability } }) => reliability === 2);
    const isKept =
      offers.length > 0 && offers.every(({ qos_profile: { durability } }) => durability === 1);
    const qos = new QoS(1, 10, isBest ? 2 : 1, isKept ? 1 : 2);
    let sentMs = Number.NEGATIVE_INFINITY;
    const subscription = this.#node.createSubscription(type, topic, { qos }, (msg) => {
      if (performance.now() - sentMs < throttleMs) return;
      sentMs = performance.now();
      this.sent.set(topic, (this.sent.get(topic) ?? 0) + 1);
      send({ op: "publish", topic, msg });
    });
    subscriptions.set(String(message.id), subscription);
  }

  async #call({ send }: Connection, message: Request): Promise<void> {
    const service = String(message["service"]);
    const answer = { op: "service_response", service, id: message.id ?? null };
    try {
      const args = (message["args"] ?? {}) as Message;
      const timeout = Number(message["timeout"] ?? 5) * 1000;
      const values = service.startsWith("/rosapi/")
        ? this.#rosapi(service.slice("/rosapi/".length), args)
        : await this.#callRos(service, args, timeout);
      send({ ...answer, values, result: true });
    } catch (error) {
      send({ ...answer, values: String(error), result: false });
    }
  }

  async #callRos(service: string, args: Message, timeout: number): Promise<Message> {
    const known = this.#node.getServiceNamesAndTypes().find(({ name }) => name === service);
    if (!known) throw new Error(`Service ${service} does not exist`);
    return await this.#node
      .createClient(known.types[0]!, service)
      .sendRequestAsync(args, { timeout });
  }

  #rosapi(name: string, args: Message): Message {
    const topic = String(args["topic"] ?? "");
    const nodes = (list: object[]): string[] =>
      (list as { node_name: string; node_namespace: string }[]).map(
        ({ node_name: each, node_namespace: space }) => `${space === "/" ? "" : space}/${each}`,
      );
    switch (name) {
      case "topics": {
        const all = this.#node.getTopicNamesAndTypes().filter((each) => !hidden.test(each.name));
        return { topics: all.map((each) => each.name), types: all.map(({ types }) => types[0]) };
      }
      case "action_servers": {
        const suffix = "/_action/feedback";
        const all = this.#node.getTopicNamesAndTypes().filter((each) => each.name.endsWith(suffix));
        return { action_servers: all.map((each) => each.name.slice(0, -suffix.length)) };
      }
      case "subscribers":
        return { subscribers: nodes(this.#node.getSubscriptionsInfoByTopic(topic)) };
      case "publishers":
        return { publishers: nodes(this.#node.getPublishersInfoByTopic(topic)) };
      case "service_type": {
        const wanted = String(args["service"] ?? "");
        const found = this.#node.getServiceNamesAndTypes().find((each) => each.name === wanted);
        return { type: found?.types[0] ?? "" };
      }
      case "get_ros_version":
        return { version: 2, distro: this.#distro };
      default:
        throw new Error(`Service /rosapi/${name} does not exist`);
    }
  }

  async #goal({ send }: Connection, message: Request): Promise<void> {
    const action = String(message["action"]);
    const answer = { op: "action_result", action, id: message.id ?? null };
    try {
      const client = new ActionClient(this.#node, String(message["action_type"]), action);
      const uuid = crypto.getRandomValues(new Uint8Array(16));
      const tell = (values: unknown): void =>
        send({ op: "action_feedback", action, id: message.id ?? null, values });
      const onFeedback = message["feedback"] === true ? tell : undefined;
      const args = (message["args"] ?? {}) as Message;
      const handle = await client.sendGoal(args, onFeedback, { uuid });
      if (!handle.isAccepted()) throw new Error("Action goal was rejected");
      const values = await handle.getResult();
      client.destroy();
      send({ ...answer, values, status: handle.status, result: true });
    } catch (error) {
      send({ ...answer, values: String(error), status: 0, result: false });
    }
  }
}

/** Numbers that JSON has none for are null, bytes are base64, other arrays of numbers lists. */
function encode(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, finite);
  return finite(value);
}

function finite(value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}
