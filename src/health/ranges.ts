import { type Static, Type } from "typebox";
import { fail } from "../base/contract/fail.ts";
import type { JsonObject } from "../base/jobs/job.ts";
import { type Analyte, analyteNames, toUnit, unitsOf } from "./units.ts";

/** A measured value with the range of the laboratory that measured it. */
export const labSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    value: Type.Number(),
    unit: Type.String({ minLength: 1, maxLength: 20 }),
    analyte: Type.Optional(
      Type.Unsafe<Analyte>({
        type: "string",
        enum: [...analyteNames],
        description:
          "Name of the substance. The box needs it to convert units if the range has another unit",
      }),
    ),
    range: Type.Optional(
      Type.Object(
        {
          low: Type.Optional(Type.Number()),
          high: Type.Optional(Type.Number()),
          unit: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

/** A checked value. */
export const labWire = Type.Object(
  {
    name: Type.String(),
    value: Type.Number(),
    unit: Type.String(),
    /** Null without a range: the box has no ranges of its own, because laboratories differ. */
    position: Type.Unsafe<"low" | "within" | "high" | null>({
      enum: ["low", "within", "high", null],
    }),
  },
  { additionalProperties: false },
);

/**
 * Compares a value with its range, in the range's unit; ends belong to the range. Throws
 * `invalid_request_body` naming `param` for a unit that the analyte does not have, two units without an
 * analyte, and a range whose low end is above its high end.
 */
export function checkLab(lab: Static<typeof labSchema>, param: string): JsonObject {
  const { name, analyte, range = {} } = lab;
  const unit = range.unit ?? lab.unit;
  checkUnits(lab, unit, param);
  const value = analyte ? toUnit(analyte, lab.value, { from: lab.unit, to: unit }) : lab.value;
  const { low = -Infinity, high = Infinity } = range;
  if (low > high) throw refusal(param, "range.low", "is above range.high");
  const hasRange = range.low !== undefined || range.high !== undefined;
  return {
    name,
    value: Number(value.toPrecision(6)),
    unit,
    position: hasRange ? positionOf(value, low, high) : null,
  };
}

function checkUnits(lab: Static<typeof labSchema>, unit: string, param: string): void {
  if (!lab.analyte) {
    if (unit === lab.unit) return;
    throw refusal(param, "analyte", "is missing. Send it to convert between units");
  }
  const known = unitsOf(lab.analyte);
  const message = `is not a unit of ${lab.analyte}. Send ${known.join(" or ")}`;
  if (!known.includes(lab.unit)) throw refusal(param, "unit", message);
  if (!known.includes(unit)) throw refusal(param, "range.unit", message);
}

function positionOf(value: number, low: number, high: number): "low" | "within" | "high" {
  if (value < low) return "low";
  return value > high ? "high" : "within";
}

function refusal(param: string, field: string, message: string) {
  return fail("invalid_request_body", `${param}.${field}: ${message}`, {
    param: `${param}.${field}`,
  });
}
