import { describeError, GatehouseError } from "./errors.ts";
import type { Logger } from "./logger.ts";

/**
 * A long-lived part of the appliance. The constructor only keeps its arguments. `start` may be
 * called once; `stop` is idempotent, may be called in any state, and releases everything that
 * `start` took.
 */
export interface Part {
  start?(signal: AbortSignal): Promise<void> | void;
  stop?(): Promise<void> | void;
}

/**
 * Owns parts in order: starts them oldest first and stops them newest first. Stopping continues
 * past a part that fails or exceeds its deadline, and reports every such failure together.
 */
export class PartStack {
  readonly #log: Logger;
  readonly #stopDeadlineMs: number;
  readonly #parts: { name: string; part: Part }[] = [];
  #stopping: Promise<void> | undefined;

  /** `stopDeadlineMs` bounds the stop of each part. */
  constructor(log: Logger, stopDeadlineMs = 10_000) {
    this.#log = log;
    this.#stopDeadlineMs = stopDeadlineMs;
  }

  /** Starts `part` and owns it from then on, even when its start fails. */
  async start<P extends Part>(name: string, part: P, signal: AbortSignal): Promise<P> {
    if (this.#stopping)
      throw new GatehouseError(
        "shutting_down",
        `${name}: cannot start while the appliance stops. Start it again`,
      );
    this.#parts.push({ name, part });
    await part.start?.(signal);
    return part;
  }

  /** Stops everything, newest first; rejects with an AggregateError when a part failed to stop. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const { name, part } of this.#parts.toReversed()) {
      try {
        await withDeadline(name, part.stop?.(), this.#stopDeadlineMs);
      } catch (error) {
        this.#log.error({ part: name, error: describeError(error) }, "part did not stop cleanly");
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "not all parts stopped cleanly");
  }
}

async function withDeadline(
  name: string,
  work: Promise<void> | void,
  deadlineMs: number,
): Promise<void> {
  let handle: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    handle = setTimeout(
      () =>
        reject(new GatehouseError("internal_error", `${name} did not stop in ${deadlineMs} ms`)),
      deadlineMs,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(handle);
  }
}
