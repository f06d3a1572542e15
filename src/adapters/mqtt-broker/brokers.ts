import type { Logger } from "../../base/core/logger.ts";
import { Broker, type BrokerOptions } from "./broker.ts";

/** The brokers of the site by name; each has one connection, whatever the number of its robots. */
export class Brokers {
  readonly #options: ReadonlyMap<string, Omit<BrokerOptions, "log">>;
  readonly #log: Logger;
  readonly #brokers = new Map<string, Broker>();

  constructor(brokers: readonly (Omit<BrokerOptions, "log"> & { name: string })[], log: Logger) {
    this.#options = new Map(brokers.map(({ name, ...options }) => [name, options]));
    this.#log = log;
  }

  /** The broker; one that the configuration does not have any more is never connected. */
  named(name: string): Broker {
    let broker = this.#brokers.get(name);
    if (!broker) {
      const options = this.#options.get(name) ?? null;
      const log = this.#log.child({ mqtt_broker: name });
      broker = new Broker(options && { ...options, log });
      this.#brokers.set(name, broker);
    }
    return broker;
  }
}
