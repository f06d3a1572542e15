import type { TSchema } from "typebox";
import { GatehouseError } from "../core/errors.ts";
import { InputCheck } from "../jobs/input-check.ts";

const check = new InputCheck();

/** The first thing that is wrong with `value` by `schema`, without the value itself; null when it fits. */
export function shapeProblem(schema: TSchema, value: unknown): string | null {
  try {
    check.check(schema, value);
    return null;
  } catch (error) {
    if (error instanceof GatehouseError) return error.message;
    throw error;
  }
}
