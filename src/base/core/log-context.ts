import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFields } from "./logger.ts";

const context = new AsyncLocalStorage<LogFields | undefined>();
const trace = new AsyncLocalStorage<string | undefined>();

/**
 * Runs `work` with `fields` on every log line that it and its asynchronous calls write, beside the
 * fields of the outer context: the request and the job of a line.
 */
export function withLogFields<R>(fields: LogFields, work: () => R): R {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Runs `work` outside any context: the work is shared and outlives its first caller. */
export function withoutLogFields<R>(work: () => R): R {
  return trace.run(undefined, () => context.run(undefined, work));
}

/**
 * Runs `work` as part of a trace, named by a W3C `traceparent`; undefined for no trace. Its log
 * lines carry the `trace_id`.
 */
export function withTrace<R>(traceparent: string | undefined, work: () => R): R {
  return trace.run(traceparent, () =>
    traceparent === undefined
      ? work()
      : withLogFields({ trace_id: traceparent.split("-")[1] }, work),
  );
}

/** Returns the W3C `traceparent` of the running work; undefined outside a trace. */
export function currentTrace(): string | undefined {
  return trace.getStore();
}

/** Returns the fields of the current log line. */
export function currentLogFields(): LogFields | undefined {
  return context.getStore();
}
