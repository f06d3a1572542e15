import { fail } from "../base/contract/fail.ts";

/**
 * Factors to the first unit of each analyte; molar masses in g/mol: glucose 180.16, creatinine 113.12, urea
 * 60.06 (as nitrogen 28.01), bilirubin 584.66, calcium 40.08, cholesterol 386.65, triglycerides 885.4 (triolein), urate
 * 168.11, lactate 90.08 (IUPAC standard atomic weights).
 */
const analytes = {
  glucose: { "mmol/L": 1, "mg/dL": 10 / 180.16 },
  creatinine: { "umol/L": 1, "mg/dL": 10_000 / 113.12 },
  urea: { "mmol/L": 1, "mg/dL": 10 / 60.06 },
  urea_nitrogen: { "mmol/L": 1, "mg/dL": 10 / 28.01 },
  bilirubin: { "umol/L": 1, "mg/dL": 10_000 / 584.66 },
  calcium: { "mmol/L": 1, "mg/dL": 10 / 40.08 },
  cholesterol: { "mmol/L": 1, "mg/dL": 10 / 386.65 },
  triglycerides: { "mmol/L": 1, "mg/dL": 10 / 885.4 },
  urate: { "umol/L": 1, "mg/dL": 10_000 / 168.11 },
  lactate: { "mmol/L": 1, "mg/dL": 10 / 90.08 },
  hemoglobin: { "g/L": 1, "g/dL": 10 },
  albumin: { "g/L": 1, "g/dL": 10 },
  sodium: { "mmol/L": 1, "mEq/L": 1 },
  potassium: { "mmol/L": 1, "mEq/L": 1 },
  weight: { kg: 1, lb: 0.453_592_37, g: 0.001 },
  height: { m: 1, cm: 0.01, in: 0.0254, ft: 0.3048 },
  pressure: { mmHg: 1, kPa: 7.500_617 },
} as const satisfies Record<string, Readonly<Record<string, number>>>;

/** Analytes with known units: those of the table and `temperature`. */
export type Analyte = keyof typeof analytes | "temperature";

/** Names of all convertible analytes. */
export const analyteNames: readonly Analyte[] = [
  ...(Object.keys(analytes) as (keyof typeof analytes)[]),
  "temperature",
];

/** Returns the units of one analyte, the unit for comparison first. */
export function unitsOf(analyte: Analyte): readonly string[] {
  return analyte === "temperature" ? ["C", "F"] : Object.keys(analytes[analyte]);
}

/** Converts a value; throws `invalid_request_body` for a unit that the analyte does not have. */
export function toUnit(
  analyte: Analyte,
  value: number,
  { from, to }: { from: string; to: string },
): number {
  if (!unitsOf(analyte).includes(from) || !unitsOf(analyte).includes(to)) {
    throw fail(
      "invalid_request_body",
      `${analyte}: has no such unit. Use ${unitsOf(analyte).join(" or ")}`,
    );
  }
  if (from === to) return value;
  if (analyte === "temperature") return to === "C" ? ((value - 32) * 5) / 9 : (value * 9) / 5 + 32;
  const factors: Readonly<Record<string, number>> = analytes[analyte];
  return (value * factors[from]!) / factors[to]!;
}
