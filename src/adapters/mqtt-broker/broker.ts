import { type IClientOptions, MqttClient } from "mqtt";
import { fail } from "../../base/contract/fail.ts";
import { describeError } from "../../base/core/errors.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { MqttLogin } from "../../base/settings/mqtt-login.ts";
import { type BrokerSocket, dialBroker } from "./broker-socket.ts";

/** A broker and the parameters of its connection. */
export interface BrokerOptions extends MqttLogin {
  log: Logger;
  /** Between two attempts to connect, in milliseconds; 1000 when absent. */
  reconnectMs?: number;
}

/** A message of a topic that was subscribed to. */
export interface BrokerMessage {
  topic: string;
  payload: Uint8Array;
  /** True for a retained message of earlier: it proves nothing about now. */
  isRetained: boolean;
}

/** A subscriber to topics. Its methods must not throw. */
export interface TopicSubscriber {
  topics: readonly { topic: string; qos: 0 | 1 }[];
  onMessage(message: BrokerMessage): void;
  /** The broker can be reached from now on, or no longer. */
  onConnected(isConnected: boolean): void;
}

/** Half-open connections are noticed after one and a half of these, in seconds. */
const keepAliveSec = 10;

/**
 * One MQTT 5 connection to a broker, shared by the robots behind it. It reconnects by itself; a message that
 * cannot be sent at once is never sent later.
 */
export class Broker {
  readonly #options: BrokerOptions | null;
  readonly #subscriptions = new Set<TopicSubscriber>();
  #client: MqttClient | undefined;
  #socket: BrokerSocket | undefined;
  #problem: string | null;

  /** Null: a broker that is not configured; it is never connected. */
  constructor(options: BrokerOptions | null) {
    this.#options = options;
    this.#problem = options ? "not connected yet" : "it is not in mqtt_brokers";
  }

  /** The reason why the broker is unreachable, in words; null while it is reachable. */
  get problem(): string | null {
    return this.#client?.connected ? null : (this.#problem ?? "the connection was lost");
  }

  /** Delivers the topics from now on, across reconnections; returns the way to end it. */
  subscribe(subscription: TopicSubscriber): () => void {
    this.#subscriptions.add(subscription);
    const client = (this.#client ??= this.#options ? this.#open(this.#options) : undefined);
    if (client?.connected) this.#ask(client, subscription);
    return () => {
      if (!this.#subscriptions.delete(subscription)) return;
      if (this.#subscriptions.size === 0) this.#close();
      else client?.unsubscribe(subscription.topics.map(({ topic }) => topic));
    };
  }

  /**
   * Sends now or not at all; the broker forgets it after `expirySec`. Resolves when it is on its
   * way. Rejects with `robot_unreachable` while the broker is not connected.
   */
  async publish(topic: string, payload: string, expirySec: number): Promise<void> {
    const client = this.#client;
    if (!client?.connected) {
      throw fail(
        "robot_unreachable",
        `broker: cannot be reached (${this.problem}). Check its address and login`,
      );
    }
    const properties = { messageExpiryInterval: expirySec };
    await new Promise<void>((resolve, reject) => {
      client.publish(topic, payload, { qos: 0, properties }, (error) => {
        if (error)
          reject(
            fail("robot_unreachable", "broker: cannot be reached. Check its address and login", {
              cause: error,
            }),
          );
        else resolve();
      });
    });
  }

  /** Discards what was published and may still be under way, and connects again. */
  discard(): void {
    this.#socket?.discard();
  }

  #open({ log, reconnectMs = 1000, ...login }: BrokerOptions): MqttClient {
    const { username, password } = login;
    const options: IClientOptions = {
      ...omitUndefined({ username, password }),
      protocolVersion: 5,
      clean: true,
      keepalive: keepAliveSec,
      reconnectPeriod: reconnectMs,
      reconnectOnConnackError: true,
      connectTimeout: 5000,
      queueQoSZero: false,
      resubscribe: false,
    };
    const dial = (owner: MqttClient): BrokerSocket["stream"] => {
      const socket = dialBroker(login);
      this.#socket = socket;
      // The client tells of some errors only, such as a refused connection: none of TLS.
      socket.stream.on("error", (error) => owner.emit("error", error));
      return socket.stream;
    };
    const client = new MqttClient(dial, options);
    client.on("connect", () => {
      this.#problem = null;
      for (const each of this.#subscriptions) {
        this.#ask(client, each);
        each.onConnected(true);
      }
    });
    client.on("message", (topic, payload, { retain }) => {
      for (const each of this.#subscriptions) {
        if (!each.topics.some((one) => one.topic === topic)) continue;
        each.onMessage({ topic, payload, isRetained: retain });
      }
    });
    client.on("close", () => {
      for (const each of this.#subscriptions) each.onConnected(false);
    });
    client.on("error", (error) => {
      const problem = describeError(error);
      if (problem !== this.#problem) log.warn({ error: problem }, "the MQTT broker");
      this.#problem = problem;
    });
    return client;
  }

  #ask(client: MqttClient, { topics }: TopicSubscriber): void {
    const subscriptions = Object.fromEntries(topics.map(({ topic, qos }) => [topic, { qos }]));
    client.subscribe(subscriptions, (error, granted) => {
      const refused = granted?.find(({ qos }) => qos >= 128);
      if (!error && !refused) return;
      this.#problem = `the broker refuses ${refused?.topic ?? "the subscription"}`;
      this.#options?.log.warn({ topics: topics.map(({ topic }) => topic) }, this.#problem);
    });
  }

  #close(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end(true);
  }
}
