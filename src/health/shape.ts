import type { TSchema } from "typebox";
import { GatehouseError } from "../base/core/errors.ts";
import { isNameRule, unknownName } from "../base/contract/schema-fault.ts";
import { InputCheck } from "../base/jobs/inputs/input-check.ts";

const check = new InputCheck();

/** A fault of a value by its schema. */
export interface ShapeFault {
  /** With names of fields as in the value. */
  problem: string;
  /** The field and its fault, without any part of the value. */
  publicReason: string;
}

/** Returns the first fault of `value` by `schema`; null when it fits. */
export function shapeFault(schema: TSchema, value: unknown): ShapeFault | null {
  try {
    check.check(schema, value);
    return null;
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    const [detail] = (error.details ?? []) as { path: string; rule: string; message: string }[];
    const publicReason =
      detail === undefined || isNameRule(detail.rule)
        ? unknownName
        : `${detail.path || "the answer"}: ${detail.message}`;
    return { problem: error.message, publicReason };
  }
}

/** Describes the first fault of `value` by `schema`, without the value itself; null when it fits. */
export function shapeProblem(schema: TSchema, value: unknown): string | null {
  return shapeFault(schema, value)?.problem ?? null;
}
