import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFields } from "./logger.ts";

const context = new AsyncLocalStorage<LogFields | undefined>();
const trace = new AsyncLocalStorage<string | undefined>();

/**
 * Runs `work` so that every line which it, and whatever it starts, writes to the log carries `fields`
 * beside those from outside: the request and the job that a line belongs to.
 */
export function withLogFields<R>(fields: LogFields, work: () => R): R {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Runs `work` for nobody in particular: what it starts is shared and outlives who asked first. */
export function withoutLogFields<R>(work: () => R): R {
  return trace.run(undefined, () => context.run(undefined, work));
}

/**
 * Runs `work` as part of a trace, named by a W3C `traceparent`; undefined: of none. Its lines in the log
 * carry the `trace_id`.
 */
export function withTrace<R>(traceparent: string | undefined, work: () => R): R {
  return trace.run(traceparent, () =>
    traceparent === undefined
      ? work()
      : withLogFields({ trace_id: traceparent.split("-")[1] }, work),
  );
}

/** The W3C `traceparent` of what runs now; undefined outside of every trace. */
export function currentTrace(): string | undefined {
  return trace.getStore();
}

/** Fields of the line that is written now. */
export function currentLogFields(): LogFields | undefined {
  return context.getStore();
}
