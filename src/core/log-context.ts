import { AsyncLocalStorage } from "node:async_hooks";
import type { LogFields } from "./logger.ts";

const context = new AsyncLocalStorage<LogFields | undefined>();

/**
 * Runs `work` so that every line which it, and whatever it starts, writes to the log carries `fields`
 * beside those from outside: the request and the job that a line belongs to.
 */
export function withLogFields<R>(fields: LogFields, work: () => R): R {
  return context.run({ ...context.getStore(), ...fields }, work);
}

/** Runs `work` for nobody in particular: what it starts is shared and outlives who asked first. */
export function withoutLogFields<R>(work: () => R): R {
  return context.run(undefined, work);
}

/** Fields of the line that is written now. */
export function currentLogFields(): LogFields | undefined {
  return context.getStore();
}
