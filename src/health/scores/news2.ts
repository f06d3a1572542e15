import { toUnit } from "../units.ts";
import { bandsOf, pointsOf } from "./bands.ts";
import type { Vitals } from "./vitals-wire.ts";

/**
 * National Early Warning Score 2: Royal College of Physicians, "National Early Warning Score (NEWS) 2:
 * Standardising the assessment of acute-illness severity in the NHS", London 2017, chart 1.
 */
export const news2Source = "Royal College of Physicians, NEWS2, 2017, chart 1";

const respiration = bandsOf([8, 3], [11, 1], [20, 0], [24, 2], [Infinity, 3]);
const saturation1 = bandsOf([91, 3], [93, 2], [95, 1], [Infinity, 0]);
const saturation2Air = bandsOf([83, 3], [85, 2], [87, 1], [Infinity, 0]);
const saturation2Oxygen = bandsOf(
  [83, 3],
  [85, 2],
  [87, 1],
  [92, 0],
  [94, 1],
  [96, 2],
  [Infinity, 3],
);
const systolic = bandsOf([90, 3], [100, 2], [110, 1], [219, 0], [Infinity, 3]);
const pulse = bandsOf([40, 3], [50, 1], [90, 0], [110, 1], [130, 2], [Infinity, 3]);
/** Degrees Celsius, to one decimal as the chart has them. */
const temperature = bandsOf([35, 3], [36, 1], [38, 0], [39, 1], [Infinity, 2]);

/** The score, or the reason why there is none. */
export type News2 =
  | {
      score: number;
      parts: Readonly<Record<(typeof parameters)[number], number>>;
      /** Clinical risk by chart 2; `low_medium`: 3 points in a single parameter. */
      risk: "low" | "low_medium" | "medium" | "high";
    }
  | { score: null; missing: readonly string[]; reason: "incomplete" | "under_16" | "pregnant" };

const parameters = [
  "respiratory_rate",
  "spo2_percent",
  "on_oxygen",
  "systolic_mmhg",
  "pulse_bpm",
  "consciousness",
  "temperature",
] as const;

/**
 * Computes NEWS2 of a full set of vital signs. A missing sign, an age below 16 years or a pregnancy gives no
 * score: the chart is not made for them (RCP 2017, page xii).
 */
export function news2(
  vitals: Vitals,
  patient: { ageYears?: number; pregnant?: boolean } = {},
): News2 {
  if (patient.ageYears !== undefined && patient.ageYears < 16) {
    return { score: null, missing: [], reason: "under_16" };
  }
  if (patient.pregnant) return { score: null, missing: [], reason: "pregnant" };
  const missing = parameters.filter((name) => vitals[name] === undefined);
  if (missing.length > 0) return { score: null, missing, reason: "incomplete" };
  const parts = {
    respiratory_rate: pointsOf(vitals.respiratory_rate!, respiration),
    spo2_percent: pointsOf(vitals.spo2_percent!, saturationBands(vitals)),
    on_oxygen: vitals.on_oxygen ? 2 : 0,
    systolic_mmhg: pointsOf(vitals.systolic_mmhg!, systolic),
    pulse_bpm: pointsOf(vitals.pulse_bpm!, pulse),
    consciousness: vitals.consciousness === "alert" ? 0 : 3,
    temperature: pointsOf(celsius(vitals.temperature!), temperature),
  };
  const score = Object.values(parts).reduce((sum, points) => sum + points, 0);
  return { score, parts, risk: riskOf(score, Math.max(...Object.values(parts))) };
}

function saturationBands({ spo2_scale: scale, on_oxygen: onOxygen }: Vitals) {
  if (scale !== 2) return saturation1;
  return onOxygen ? saturation2Oxygen : saturation2Air;
}

/** One decimal, half up, as a thermometer shows it. */
function celsius({ value, unit }: NonNullable<Vitals["temperature"]>): number {
  return Math.round(toUnit("temperature", value, { from: unit, to: "C" }) * 10 + 1e-9) / 10;
}

function riskOf(score: number, highest: number): "low" | "low_medium" | "medium" | "high" {
  if (score >= 7) return "high";
  if (score >= 5) return "medium";
  return highest === 3 ? "low_medium" : "low";
}
