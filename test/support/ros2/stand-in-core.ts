import type { Message } from "./interfaces.ts";
import {
  assertType,
  callNative,
  defined,
  graphEnds,
  namesAndTypes,
  receivers,
  toDomain,
} from "./stand-in-context.ts";
import type { FromDomain, WireEnd, WireQos } from "./stand-in-domain.ts";

/** Profiles by rclnodejs' names. */
export const profiles: Record<string, WireQos> = {
  qos_profile_default: { depth: 10, reliability: 1, durability: 2 },
  qos_profile_sensor_data: { depth: 5, reliability: 2, durability: 2 },
  qos_profile_services_default: { depth: 10, reliability: 1, durability: 2 },
  qos_profile_action_status_default: { depth: 1, reliability: 1, durability: 1 },
};

let nextId = 1;
const names = /^\/?[A-Za-z_][A-Za-z0-9_]*(\/[A-Za-z_][A-Za-z0-9_]*)*$/;

/** As rclnodejs' `QoS`. */
export class QoS {
  readonly history: number;
  readonly depth: number;
  readonly reliability: number;
  readonly durability: number;

  constructor(history = 0, depth = 0, reliability = 0, durability = 0) {
    for (const each of [history, depth, reliability, durability]) {
      if (typeof each !== "number") throw new TypeError("a policy must be a number");
    }
    Object.assign(this, { history, depth, reliability, durability });
    this.history = history;
    this.depth = depth;
    this.reliability = reliability;
    this.durability = durability;
  }

  static get profileDefault(): string {
    return "qos_profile_default";
  }

  static get profileSensorData(): string {
    return "qos_profile_sensor_data";
  }
}

function wireQos(qos: unknown): WireQos {
  if (qos === undefined) return profiles["qos_profile_default"]!;
  if (typeof qos === "string" && profiles[qos]) return profiles[qos];
  if (!(qos instanceof QoS)) throw new TypeError("qos must be a QoS or a profile");
  // "System default" is reliable and volatile with every middleware that is in use.
  return { depth: qos.depth, reliability: qos.reliability || 1, durability: qos.durability || 2 };
}

/** A thing with a native side; using it after it was destroyed is an error. */
export class Entity {
  readonly #ids: number[] = [];
  protected readonly node: Node;
  #isDestroyed = false;

  constructor(node: Node) {
    this.node = node;
  }

  protected add(
    end: Omit<WireEnd, "id" | "node">,
    receiver?: (message: FromDomain) => void,
  ): number {
    if (!names.test(end.name)) throw new Error(`topic name is invalid: ${end.name}`);
    const id = nextId++;
    const name = this.node.expand(end.name);
    const node = { name: this.node.name(), namespace: this.node.namespace() };
    this.#ids.push(id);
    if (receiver) receivers.set(id, (message) => this.node.deliver(() => receiver(message)));
    toDomain({ op: "add", end: { ...end, name, id, node } });
    return id;
  }

  protected assertAlive(): void {
    if (this.#isDestroyed) throw new Error("the entity was destroyed");
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  release(): void {
    this.#isDestroyed = true;
    for (const id of this.#ids) {
      receivers.delete(id);
      toDomain({ op: "remove", id });
    }
  }
}

/** As rclnodejs' `Publisher`. */
export class Publisher extends Entity {
  readonly #id: number;
  readonly #type: string;
  readonly #topic: string;

  constructor(node: Node, type: string, topic: string, qos: WireQos) {
    super(node);
    this.#type = type;
    this.#topic = node.expand(topic);
    this.#id = this.add({ kind: "publisher", name: topic, type, qos });
  }

  publish(message: Message): void {
    this.assertAlive();
    toDomain({ op: "publish", id: this.#id, message: defined().complete(this.#type, message) });
  }

  get subscriptionCount(): number {
    return graphEnds().filter((end) => end.kind === "subscription" && end.name === this.#topic)
      .length;
  }
}

/** As rclnodejs' `Subscription`. */
export class Subscription extends Entity {
  constructor(
    node: Node,
    what: { type: string; topic: string; qos: WireQos },
    onMessage: (message: Message) => void,
  ) {
    super(node);
    const { type, topic: name, qos } = what;
    this.add({ kind: "subscription", name, type, qos }, (message) => {
      if (message.op === "message") onMessage(message.message as Message);
    });
  }
}

class Client extends Entity {
  readonly #id: number;
  readonly #type: string;
  readonly #name: string;
  readonly #waiting = new Map<number, (response: Message) => void>();
  #sequence = 0;

  constructor(node: Node, type: string, name: string) {
    super(node);
    this.#type = type;
    this.#name = node.expand(name);
    const qos = profiles["qos_profile_services_default"]!;
    this.#id = this.add({ kind: "client", name, type, qos }, (message) => {
      if (message.op !== "response") return;
      this.#waiting.get(message.sequence)?.(message.response as Message);
      this.#waiting.delete(message.sequence);
    });
  }

  isServiceServerAvailable(): boolean {
    this.assertAlive();
    return graphEnds().some((end) => end.kind === "service" && end.name === this.#name);
  }

  sendRequest(request: Message, onResponse: (response: Message) => void): void {
    this.assertAlive();
    const complete = defined().complete(`${this.#type}_Request`, request);
    this.#sequence += 1;
    this.#waiting.set(this.#sequence, onResponse);
    toDomain({ op: "request", id: this.#id, sequence: this.#sequence, request: complete });
  }

  async sendRequestAsync(request: Message, options: { timeout?: number } = {}): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    this.sendRequest(request, resolve);
    if (options.timeout !== undefined) {
      const late = (): void =>
        reject(new Error(`Service request timeout after ${options.timeout}ms`));
      setTimeout(late, options.timeout).unref();
    }
    return await promise;
  }
}

class Service extends Entity {
  constructor(
    node: Node,
    type: string,
    name: string,
    onRequest: (request: Message, response: { send(message: Message): void }) => void,
  ) {
    super(node);
    const qos = profiles["qos_profile_services_default"]!;
    this.add({ kind: "service", name, type, qos }, (message) => {
      if (message.op !== "request") return;
      const { token } = message;
      const send = (response: Message): void => {
        const complete = defined().complete(`${type}_Response`, response);
        toDomain({ op: "response", token, response: complete });
      };
      onRequest(message.request as Message, { send });
    });
  }
}

/** As rclnodejs' `Node`. */
export class Node {
  readonly #name: string;
  readonly #namespace: string;
  readonly #entities = new Set<Entity>();
  #backlog: (() => void)[] = [];
  #isSpinning = false;

  constructor(name: string, namespace = "", _context?: unknown, _options?: object) {
    if (typeof name !== "string" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      throw new Error(`node name is invalid: ${name}`);
    }
    defined();
    this.#name = name;
    this.#namespace = namespace === "" ? "/" : namespace;
  }

  name(): string {
    return this.#name;
  }

  namespace(): string {
    return this.#namespace;
  }

  getFullyQualifiedName(): string {
    return this.expand(this.#name);
  }

  expand(name: string): string {
    if (name.startsWith("/")) return name;
    return `${this.#namespace === "/" ? "" : this.#namespace}/${name}`;
  }

  spin(_timeoutMs = 10): void {
    if (this.#isSpinning) throw new Error("The node is already spinning.");
    this.#isSpinning = true;
    for (const run of this.#backlog.splice(0)) callNative(run);
  }

  deliver(run: () => void): void {
    if (this.#isSpinning) callNative(run);
    else this.#backlog = [...this.#backlog.slice(-1000), run];
  }

  keep<E extends Entity>(entity: E): E {
    this.#entities.add(entity);
    return entity;
  }

  createPublisher(type: string, topic: string, options: { qos?: unknown } = {}): Publisher {
    assertType(type, "msg");
    return this.keep(new Publisher(this, type, topic, wireQos(options.qos)));
  }

  createSubscription(
    type: string,
    topic: string,
    options: { qos?: unknown } | ((message: Message) => void),
    callback?: (message: Message) => void,
  ): Subscription {
    assertType(type, "msg");
    const onMessage = typeof options === "function" ? options : callback;
    if (typeof onMessage !== "function") throw new TypeError("callback must be a function");
    const qos = wireQos(typeof options === "function" ? undefined : options.qos);
    return this.keep(new Subscription(this, { type, topic, qos }, onMessage));
  }

  createClient(type: string, name: string): Client {
    assertType(type, "srv");
    return this.keep(new Client(this, type, name));
  }

  createService(
    type: string,
    name: string,
    callback: (request: Message, response: { send(message: Message): void }) => void,
  ): Service {
    assertType(type, "srv");
    return this.keep(new Service(this, type, name, callback));
  }

  destroyPublisher(publisher: unknown): void {
    this.#destroy(publisher, Publisher);
  }

  destroySubscription(subscription: unknown): void {
    this.#destroy(subscription, Subscription);
  }

  destroy(): void {
    for (const entity of this.#entities) entity.release();
    this.#entities.clear();
  }

  getTopicNamesAndTypes(): { name: string; types: string[] }[] {
    return namesAndTypes(({ kind }) => kind === "publisher" || kind === "subscription");
  }

  getServiceNamesAndTypes(): { name: string; types: string[] }[] {
    return namesAndTypes(({ kind }) => kind === "service" || kind === "client");
  }

  getPublishersInfoByTopic(topic: string): object[] {
    return this.#infos("publisher", topic);
  }

  getSubscriptionsInfoByTopic(topic: string): object[] {
    return this.#infos("subscription", topic);
  }

  #infos(kind: WireEnd["kind"], topic: string): object[] {
    if (!names.test(topic)) throw new Error(`topic name is invalid: ${topic}`);
    return graphEnds()
      .filter((end) => end.kind === kind && end.name === this.expand(topic))
      .map(({ node, type, qos }) => ({
        node_name: node.name,
        node_namespace: node.namespace,
        topic_type: type,
        endpoint_type: kind === "publisher" ? 1 : 2,
        qos_profile: { history: 1, ...qos },
      }));
  }

  #destroy(entity: unknown, kind: typeof Publisher | typeof Subscription): void {
    if (!(entity instanceof kind)) throw new TypeError(`must be a ${kind.name} instance`);
    entity.release();
    this.#entities.delete(entity);
  }
}
