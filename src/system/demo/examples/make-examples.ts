import { type Clock, sleep } from "../../../base/core/clock.ts";
import { describeError } from "../../../base/core/errors.ts";
import type { Logger } from "../../../base/core/logger.ts";
import type { Part } from "../../../base/core/parts.ts";
import { BoxApi, type OwnRequests } from "./box-api-wire.ts";
import { type Example, type ExampleSite, examples } from "./examples-wire.ts";

/** Dependencies of `DemoExamples`. */
export interface DemoExamplesParts {
  requests: OwnRequests;
  /** Key of the visitor. */
  key: string;
  site: ExampleSite;
  clock: Clock;
  log: Logger;
}

/** Time between two looks at the cameras, in milliseconds. */
const everyMs = 500;
/** Looks before the examples are made without the cameras. */
const mostLooks = 120;

/**
 * Makes an example of each area of the page in the background, over the box's own API with the visitor's key. A part of
 * the box that refuses stays empty; the log says why.
 */
export class DemoExamples implements Part {
  readonly #parts: DemoExamplesParts;
  readonly #stopped = new AbortController();
  #work: Promise<void> | undefined;

  constructor(parts: DemoExamplesParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#work = this.#makeAll();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#work;
  }

  async #makeAll(): Promise<void> {
    const { requests, key, site } = this.#parts;
    const { signal } = this.#stopped;
    const api = new BoxApi(requests, key, signal);
    await this.#untilWatched(api);
    for (const example of examples) {
      if (signal.aborted) return;
      if (example.needsStandIn && !site.hasStandIn) continue;
      await this.#make(example, api);
    }
  }

  /** The doctor and the policy's warnings speak of the cameras: both come after their first picture. */
  async #untilWatched(api: BoxApi): Promise<void> {
    const { signal } = this.#stopped;
    const states = () => api.list<{ state: string }>("/api/v1/surveillance/streams");
    for (let look = 0; look < mostLooks && !signal.aborted; look += 1) {
      const streams = await states().catch(() => []);
      if (streams.length > 0 && streams.every(({ state }) => state === "watching")) return;
      await sleep(this.#parts.clock, everyMs, signal).catch(() => undefined);
    }
  }

  async #make({ area, make }: Example, api: BoxApi): Promise<void> {
    const { site, log } = this.#parts;
    try {
      await make(api, site);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      log.warn({ area, error: describeError(error) }, "the demo has no example of this area");
    }
  }
}
