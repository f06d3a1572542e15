import type { Vitals } from "./vitals-wire.ts";

/** Singer et al., "The Third International Consensus Definitions for Sepsis and Septic Shock", JAMA 2016. */
export const qsofaSource = "Singer et al., Sepsis-3, JAMA 2016;315:801, box 4";

/** The quick SOFA score, or its missing inputs. */
export type Qsofa =
  | {
      score: number;
      parts: { respiratory_rate: 0 | 1; systolic_mmhg: 0 | 1; mentation: 0 | 1 };
      /** At two points or more. */
      positive: boolean;
    }
  | { score: null; missing: readonly string[]; reason: "incomplete" };

/** qSOFA: a respiratory rate of 22 or more, a systolic pressure of 100 or less, altered mentation. */
export function qsofa(vitals: Vitals): Qsofa {
  const { respiratory_rate: rate, systolic_mmhg: systolic, consciousness, gcs } = vitals;
  const missing = [
    ...(rate === undefined ? ["respiratory_rate"] : []),
    ...(systolic === undefined ? ["systolic_mmhg"] : []),
    ...(consciousness === undefined && gcs === undefined ? ["consciousness"] : []),
  ];
  if (rate === undefined || systolic === undefined || missing.length > 0) {
    return { score: null, missing, reason: "incomplete" };
  }
  const isAltered = (gcs !== undefined && gcs < 15) || (consciousness ?? "alert") !== "alert";
  const parts = {
    respiratory_rate: bit(rate >= 22),
    systolic_mmhg: bit(systolic <= 100),
    mentation: bit(isAltered),
  };
  const score = parts.respiratory_rate + parts.systolic_mmhg + parts.mentation;
  return { score, parts, positive: score >= 2 };
}

function bit(holds: boolean): 0 | 1 {
  return holds ? 1 : 0;
}
