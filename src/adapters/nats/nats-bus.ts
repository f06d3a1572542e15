import { jetstream, type JetStreamClient } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { Backoff } from "../../base/concurrency/backoff.ts";
import { SerialLane } from "../../base/concurrency/serial-lane.ts";
import { type Clock, sleep } from "../../base/core/clock.ts";
import type {
  BusLink,
  BusListener,
  BusMessage,
  BusState,
  SendOutcome,
} from "../../notifications/mqtt/bus-port.ts";
import { connectToFirst, type NatsLogin } from "./nats-connection.ts";
import { isUnavailable, problemOf } from "./nats-problems.ts";

/** Longest wait for the acknowledgement of a stream, in milliseconds. */
const standardAnswerMs = 5000;
const noStream =
  "no stream of the central NATS servers takes the messages, or the way to them is cut";

/** The options of the bus. */
export interface NatsBusOptions extends NatsLogin {
  clock: Clock;
  /** Longest pause between two attempts, in milliseconds; 3000 when absent. */
  maxPauseMs?: number;
  /** Longest wait for the acknowledgement of a stream, in milliseconds; 5000 when absent. */
  answerMs?: number;
}

/**
 * Publishes messages on NATS as on a broker of MQTT: `/` in a topic becomes `.` in the subject. A message counts as taken
 * when a stream of JetStream has acknowledged it; of what is retained, that stream keeps the newest of each subject.
 */
export class NatsBus implements BusLink {
  readonly #options: NatsBusOptions;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  #listener: BusListener | undefined;
  #connection: NatsConnection | undefined;
  #stream: JetStreamClient | undefined;
  #running: Promise<void> | undefined;
  #state: BusState;
  readonly #lane = new SerialLane();
  #waiting = 0;
  #isRefusing = false;

  constructor(options: NatsBusOptions) {
    this.#options = options;
    const { maxPauseMs: maxMs = 3000, clock } = options;
    this.#backoff = new Backoff({ firstMs: Math.min(250, maxMs), maxMs, jitter: 0.4 });
    this.#state = { isUp: false, sinceMs: clock.wallMs(), problem: "not connected yet" };
  }

  listen(listener: BusListener): void {
    this.#listener = listener;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connection?.close();
    await this.#running;
  }

  state(): BusState {
    return this.#state;
  }

  /** One after the other; after a refusal all that wait are refused too, so that none overtakes an earlier one. */
  send(message: BusMessage): Promise<SendOutcome> {
    this.#waiting += 1;
    return this.#lane.run(async () => {
      const outcome = this.#isRefusing ? "refused" : await this.#publish(message);
      this.#waiting -= 1;
      this.#isRefusing = outcome === "refused" && this.#waiting > 0;
      return outcome;
    });
  }

  async #publish({ topic, payload, isRetained }: BusMessage): Promise<SendOutcome> {
    const stream = this.#stream;
    if (!stream) return "lost";
    const msgID = isRetained ? undefined : eventIdOf(payload);
    try {
      const { answerMs: timeout = standardAnswerMs } = this.#options;
      const options = { timeout, ...(msgID === undefined ? {} : { msgID }) };
      await stream.publish(subjectOf(topic), payload, options);
      this.#note(null);
      return "taken";
    } catch (error) {
      if (stream !== this.#stream) return "lost";
      this.#note(isUnavailable(error) ? noStream : problemOf(error));
      return "refused";
    }
  }

  /** The connection stands, but what is sent may not arrive. */
  #note(problem: string | null): void {
    if (this.#state.isUp && this.#state.problem !== problem) {
      this.#state = { isUp: true, sinceMs: this.#options.clock.wallMs(), problem };
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const problem = await this.#connected();
      this.#connection = undefined;
      this.#stream = undefined;
      const { clock } = this.#options;
      this.#state = { isUp: false, sinceMs: clock.wallMs(), problem };
      this.#listener?.onDown();
      if (signal.aborted) return;
      await sleep(clock, this.#backoff.nextMs(), signal);
    }
  }

  async #connected(): Promise<string> {
    try {
      const connection = await connectToFirst(this.#options, this.#stopping.signal);
      this.#connection = connection;
      if (this.#stopping.signal.aborted) await connection.close();
      this.#stream = jetstream(connection);
      this.#backoff.reset();
      this.#state = { isUp: true, sinceMs: this.#options.clock.wallMs(), problem: null };
      this.#listener?.onUp();
      const error = await connection.closed();
      return error ? problemOf(error) : "the connection has ended";
    } catch (error) {
      return problemOf(error);
    }
  }
}

/** The subject of a topic. What NATS does not allow in a word of a subject becomes `_`; points stay, as in types of events. */
function subjectOf(topic: string): string {
  return topic.split("/").map(wordOf).join(".");
}

function wordOf(word: string): string {
  return word.replaceAll(/[\s*>]/g, "_").replaceAll(/^\.|\.$|\.(?=\.)/g, "_");
}

/** A stream drops a second message with the same id, so that repeated ones do no harm. */
function eventIdOf(payload: string | Uint8Array): string | undefined {
  if (typeof payload !== "string") return undefined;
  const { event_id: id } = JSON.parse(payload) as { event_id?: unknown };
  return typeof id === "string" ? id : undefined;
}
