import {
  AckPolicy,
  type ConsumerConfig,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { type Msg, nanos } from "@nats-io/transport-node";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Answerer, Question, ReceivedOffer, WorkLink } from "../../fleet/jobs/work-port.ts";
import type { NatsLink, NatsSession } from "./nats-link.ts";
import { isTooFewServers, problemOf } from "./nats-problems.ts";

/** The parts of `NatsWork`. */
export interface NatsWorkParts {
  link: Pick<NatsLink, "follow">;
  /** Name of the fleet. */
  fleet: string;
  boxId: string;
  log: Logger;
}

/** Offers that nobody took for this long leave the queue, in milliseconds; their owners write them again. */
const offerAgeMs = 10 * 60_000;
/** Time for which the queue knows the ids of offers, in milliseconds. */
const knownMs = 2 * 60_000;
/** A box that took an offer and says nothing for this long loses it to another, in milliseconds. */
const ackMs = 15_000;
/** Longest wait for an acknowledgement of the queue, in milliseconds. */
const publishMs = 3000;
const maxOffers = 10_000;

/** Work between boxes over NATS: offers in a JetStream work queue, questions as plain requests. */
export class NatsWork implements WorkLink {
  readonly #parts: NatsWorkParts;
  #session: NatsSession | undefined;
  /** Consumers that exist on the servers of this connection, by needs; empty while the queue has to be made. */
  #queue: Promise<Set<string>> | undefined;
  #answerer: Answerer | undefined;
  #problem: string | undefined;

  constructor(parts: NatsWorkParts) {
    this.#parts = parts;
    parts.link.follow((session) => this.#use(session));
  }

  isUp(): boolean {
    return this.#session !== undefined;
  }

  answer(answerer: Answerer): void {
    this.#answerer = answerer;
  }

  async offer(need: string, id: string, text: string): Promise<boolean> {
    return (
      (await this.#attempt("offer", async ({ manager }) => {
        await manager
          .jetstream()
          .publish(this.#offers(need), text, { msgID: id, timeout: publishMs });
        return true;
      })) ?? false
    );
  }

  async next(need: string, waitMs: number): Promise<ReceivedOffer | undefined> {
    return await this.#attempt("queue", async ({ manager }) => {
      await this.#consumer(manager, need);
      const consumer = await manager.jetstream().consumers.get(this.#stream, need);
      const message = await consumer.next({ expires: waitMs });
      if (!message) return undefined;
      return {
        text: message.string(),
        done: () => message.ack(),
        later: (delayMs) => message.nak(delayMs),
      };
    });
  }

  async ask(boxId: string, { name, body, withinMs }: Question): Promise<Uint8Array | undefined> {
    try {
      const subject = `${this.#prefix}.box.${boxId}.${name}`;
      const { connection } = this.#session ?? {};
      const answer = await connection?.request(subject, body, { timeout: withinMs });
      return answer && answer.data.length > 0 ? answer.data : undefined;
    } catch (error) {
      this.#parts.log.debug({ boxId, name, error: describeError(error) }, "a box did not answer");
      return undefined;
    }
  }

  get #prefix(): string {
    return `gatehouse.${this.#parts.fleet}`;
  }

  get #stream(): string {
    return `gatehouse-${this.#parts.fleet}-offers`;
  }

  #offers(need: string): string {
    return `${this.#prefix}.offer.${need}`;
  }

  #use(session: NatsSession | undefined): void {
    this.#session = session;
    this.#queue = undefined;
    if (!session) return;
    const subject = `${this.#prefix}.box.${this.#parts.boxId}.*`;
    session.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) void this.#reply(message);
      },
    });
  }

  async #reply(message: Msg): Promise<void> {
    const name = message.subject.split(".").at(-1) as Question["name"];
    try {
      message.respond((await this.#answerer?.(name, message.string())) ?? new Uint8Array());
    } catch (error) {
      this.#parts.log.warn({ name, error: describeError(error) }, "a box got no answer");
    }
  }

  /** Does something with the queue; undefined when it fails, and then the queue is made again before the next time. */
  async #attempt<T>(what: string, work: (session: NatsSession) => Promise<T>) {
    const session = this.#session;
    if (!session) return undefined;
    try {
      this.#queue ??= this.#make(session);
      await this.#queue;
      const done = await work(session);
      this.#problem = undefined;
      return done;
    } catch (error) {
      if (this.#session === session) {
        this.#queue = undefined;
        this.#warn(what, problemOf(error));
      }
      return undefined;
    }
  }

  /** Logs each new problem once. */
  #warn(what: string, problem: string): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#parts.log.warn({ what, problem }, "the queue of offers does not work");
  }

  async #make({ manager, copies }: NatsSession): Promise<Set<string>> {
    const config = {
      name: this.#stream,
      subjects: [this.#offers("*")],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      max_age: nanos(offerAgeMs),
      duplicate_window: nanos(knownMs),
      max_msgs: maxOffers,
      num_replicas: copies,
    };
    try {
      await manager.streams.info(this.#stream);
    } catch {
      await manager.streams.add(config).catch(async (error: unknown) => {
        if (!isTooFewServers(error)) throw error;
        await manager.streams.add({ ...config, num_replicas: 1 });
      });
    }
    return new Set();
  }

  async #consumer(manager: JetStreamManager, need: string): Promise<void> {
    const known = await this.#queue;
    if (!known || known.has(need)) return;
    const config: Partial<ConsumerConfig> = {
      durable_name: need,
      filter_subject: this.#offers(need),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackMs),
    };
    await manager.consumers.add(this.#stream, config);
    known.add(need);
  }
}
