import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { BusLink } from "./bus-port.ts";

/** The parts of the retained states. */
export interface RetainedStatesParts {
  store: Store;
  link: Pick<BusLink, "send">;
  log: Logger;
  /** Begin of the name under which the topics are stored. */
  place: string;
}

/**
 * Topics whose newest state the broker retains. Sends a state when it changes and on each new
 * connection; clears states that are no longer shown, even from before a restart: each topic is
 * stored before it is first sent.
 */
export class RetainedStates {
  readonly #parts: RetainedStatesParts;
  #states: ReadonlyMap<string, string | Uint8Array> = new Map();
  /** States that the broker has, as far as this connection knows. */
  readonly #sent = new Map<string, string | Uint8Array>();
  /** Topics that the broker may retain; bounded by the topics ever shown. */
  readonly #known = new Set<string>();
  #isUp = false;
  #work: Promise<void> | undefined;
  #isDirty = false;

  constructor(parts: RetainedStatesParts) {
    this.#parts = parts;
  }

  start(): void {
    for (const { key } of this.#parts.store.range({ prefix: this.#prefix() })) {
      this.#known.add(String(key.at(-1)));
    }
  }

  /** Resolves when no message is in transit. */
  async stop(): Promise<void> {
    this.#isUp = false;
    await this.#work;
  }

  /** Replaces the shown states, by topic. Bytes that change must be a new array. */
  show(states: ReadonlyMap<string, string | Uint8Array>): void {
    this.#states = states;
    this.#sync();
  }

  onUp(): void {
    this.#sent.clear();
    this.#isUp = true;
    this.#sync();
  }

  onDown(): void {
    this.#isUp = false;
  }

  #prefix(): StoreKey {
    return ["box", `${this.#parts.place}-retained`];
  }

  #sync(): void {
    this.#isDirty = true;
    if (!this.#isUp || this.#work) return;
    this.#work = this.#run().finally(() => {
      this.#work = undefined;
      if (this.#isDirty) this.#sync();
    });
  }

  async #run(): Promise<void> {
    while (this.#isDirty && this.#isUp) {
      this.#isDirty = false;
      try {
        for (const [topic, payload] of this.#states) await this.#showOne(topic, payload);
        for (const topic of this.#known) if (!this.#states.has(topic)) await this.#clear(topic);
      } catch (error) {
        this.#parts.log.warn({ error: describeError(error) }, "retained states were not sent");
      }
    }
  }

  async #showOne(topic: string, payload: string | Uint8Array): Promise<void> {
    if (!this.#isUp || this.#sent.get(topic) === payload) return;
    if (!this.#known.has(topic)) {
      await this.#parts.store.transact((tx) => tx.put([...this.#prefix(), topic], { v: 1 }));
      this.#known.add(topic);
    }
    const sent = await this.#parts.link.send({ topic, payload, qos: 1, isRetained: true });
    if (sent === "taken") this.#sent.set(topic, payload);
  }

  async #clear(topic: string): Promise<void> {
    if (!this.#isUp) return;
    const sent = await this.#parts.link.send({ topic, payload: "", qos: 1, isRetained: true });
    if (sent !== "taken") return;
    this.#sent.delete(topic);
    await this.#parts.store.transact((tx) => tx.remove([...this.#prefix(), topic]), {
      essential: true,
    });
    this.#known.delete(topic);
  }
}
