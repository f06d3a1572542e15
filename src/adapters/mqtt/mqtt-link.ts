import { connect, type IClientOptions, type IPublishPacket, type MqttClient } from "mqtt";
import { Backoff } from "../../base/concurrency/backoff.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { MqttLogin } from "../../base/settings/mqtt-login.ts";
import type {
  BusLink,
  BusListener,
  BusMessage,
  BusState,
  SendOutcome,
} from "../../notifications/mqtt/bus-port.ts";

/** The connection to the broker. */
export interface MqttLinkOptions extends MqttLogin {
  /** Unique on the broker, and the same after a restart: the broker then ends the older connection. */
  clientId: string;
  /** The broker publishes this when the box is gone. */
  will: { topic: string; payload: string };
  clock: Clock;
  log: Logger;
  /** Longest pause between two attempts, in milliseconds; 30 000 when absent. */
  maxPauseMs?: number;
}

/** Half-open connections are noticed after one and a half of these, in seconds. */
const keepAliveSec = 15;
const connectTimeoutMs = 10_000;

/**
 * One MQTT 5 connection after the other, each with a client of its own, so that the library's store
 * never sends what belongs to an earlier connection.
 */
export class MqttLink implements BusLink {
  readonly #options: MqttLinkOptions;
  readonly #backoff: Backoff;
  /** Settle what waits for an acknowledgement of this connection. */
  readonly #waiting = new Set<(sent: SendOutcome) => void>();
  #listener: BusListener | undefined;
  #topics: readonly string[] = [];
  #client: MqttClient | undefined;
  #pause: Timer | undefined;
  #state: BusState;
  /** Topic that `state.problem` is about while the connection is up. */
  #refusedTopic: string | undefined;
  #isStopped = false;

  constructor(options: MqttLinkOptions) {
    this.#options = options;
    const { maxPauseMs: maxMs = 30_000, clock } = options;
    this.#backoff = new Backoff({ firstMs: Math.min(500, maxMs), maxMs, jitter: 0.2 });
    this.#state = { isUp: false, sinceMs: clock.wallMs(), problem: "not connected yet" };
  }

  listen(listener: BusListener, topics: readonly string[]): void {
    this.#listener = listener;
    this.#topics = topics;
  }

  start(): void {
    this.#open();
  }

  /** Ends the connection without a word, so that the broker publishes the last will. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#pause?.cancel();
    const client = this.#client;
    this.#client = undefined;
    this.#settleAll();
    client?.end(true);
  }

  state(): BusState {
    return this.#state;
  }

  async send({
    topic,
    payload,
    qos,
    isRetained: retain,
    correlation,
  }: BusMessage): Promise<SendOutcome> {
    const client = this.#client;
    if (!client || !this.#state.isUp) return "lost";
    const properties = correlation ? { correlationData: Buffer.from(correlation) } : {};
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    this.#waiting.add(resolve);
    const bytes = typeof payload === "string" ? payload : Buffer.from(payload);
    client.publish(topic, bytes, { qos, retain, properties }, (error) => {
      if (error && client === this.#client && client.connected) {
        this.#note(`the broker refuses ${topic}: ${describeError(error)}`);
        this.#refusedTopic = topic;
        resolve("refused");
        return;
      }
      if (!error && topic === this.#refusedTopic) this.#mended();
      resolve(error ? "lost" : "taken");
    });
    return await promise.finally(() => this.#waiting.delete(resolve));
  }

  #open(): void {
    const { clock: _clock, log: _log, maxPauseMs: _pause, url, will, ...login } = this.#options;
    const options: IClientOptions = {
      ...login,
      will: { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true },
      protocolVersion: 5,
      // Commands sent while the box was away would be out of date.
      clean: true,
      keepalive: keepAliveSec,
      connectTimeout: connectTimeoutMs,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
    };
    const client = connect(url, options);
    this.#client = client;
    client.on("connect", () => this.#onConnect(client));
    client.on("message", (topic, payload, packet) => this.#onMessage(topic, payload, packet));
    client.on("error", (error) => this.#onEnd(client, describeError(error)));
    client.on("close", () => this.#onEnd(client, "the connection was lost"));
  }

  #onConnect(client: MqttClient): void {
    if (client !== this.#client) return;
    this.#backoff.reset();
    this.#change({ isUp: true, problem: null });
    this.#options.log.info({}, "the MQTT broker is connected");
    if (this.#topics.length > 0) this.#subscribe(client);
    this.#listener?.onUp();
  }

  #subscribe(client: MqttClient): void {
    // `rap`: also a command that is retained from now on is seen as such.
    const grants = Object.fromEntries(
      this.#topics.map((topic) => [topic, { qos: 1 as const, rap: true }]),
    );
    client.subscribe(grants, (error, granted) => {
      const isRefused = error ?? granted?.find(({ qos }) => qos >= 128);
      if (isRefused && client === this.#client) {
        this.#note(`the broker refuses to subscribe to ${this.#topics.join(", ")}`);
      }
    });
  }

  #onMessage(topic: string, payload: Buffer, { retain, properties }: IPublishPacket): void {
    const { responseTopic, correlationData } = properties ?? {};
    this.#listener?.onMessage({
      topic,
      payload,
      isRetained: retain,
      ...(responseTopic === undefined ? {} : { responseTopic }),
      ...(correlationData === undefined ? {} : { correlation: correlationData }),
    });
  }

  #onEnd(client: MqttClient, problem: string): void {
    if (client !== this.#client || this.#isStopped) return;
    this.#client = undefined;
    client.end(true);
    const wasUp = this.#state.isUp;
    if (wasUp || problem !== this.#state.problem) {
      this.#options.log.warn({ problem }, "the MQTT broker is not connected");
    }
    this.#change({ isUp: false, problem });
    this.#settleAll();
    if (wasUp) this.#listener?.onDown();
    this.#pause = this.#options.clock.after(this.#backoff.nextMs(), () => this.#open());
  }

  #settleAll(): void {
    for (const settle of this.#waiting) settle("lost");
  }

  #mended(): void {
    this.#refusedTopic = undefined;
    this.#state = { ...this.#state, problem: null };
  }

  #note(problem: string): void {
    if (problem !== this.#state.problem) this.#options.log.warn({ problem }, "the MQTT broker");
    this.#state = { ...this.#state, problem };
  }

  #change({ isUp, problem }: Pick<BusState, "isUp" | "problem">): void {
    const sinceMs = isUp === this.#state.isUp ? this.#state.sinceMs : this.#options.clock.wallMs();
    this.#state = { isUp, sinceMs, problem };
  }
}
