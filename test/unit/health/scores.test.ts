import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { adherenceOf, daysCovered } from "../../../src/health/scores/adherence.ts";
import { news2 } from "../../../src/health/scores/news2.ts";
import { qsofa } from "../../../src/health/scores/qsofa.ts";
import {
  type QuestionnaireName,
  scoreQuestionnaire,
} from "../../../src/health/scores/questionnaires.ts";
import type { Vitals } from "../../../src/health/scores/vitals-wire.ts";
import { analyteNames, toUnit, unitsOf } from "../../../src/health/units.ts";

/** Vital signs that score nothing. */
const well: Vitals = {
  respiratory_rate: 16,
  spo2_percent: 98,
  on_oxygen: false,
  systolic_mmhg: 120,
  pulse_bpm: 70,
  consciousness: "alert",
  temperature: { value: 37, unit: "C" },
};

type Part = "respiratory_rate" | "spo2_percent" | "systolic_mmhg" | "pulse_bpm" | "temperature";

function points(part: Part, change: Vitals): number {
  const score = news2({ ...well, ...change });
  assert.ok(score.score !== null);
  return score.parts[part];
}

/** Both sides of every boundary: from `first` on each value scores so many points. */
function checkChart(
  part: Part,
  rows: readonly (readonly [first: number, points: number])[],
  make: (value: number) => Vitals,
  step = 1,
): void {
  for (const [index, [first, expected]] of rows.entries()) {
    assert.equal(points(part, make(first)), expected, `${part} ${first}`);
    const next = rows[index + 1];
    if (!next) continue;
    const last = Math.round((next[0] - step) * 10) / 10;
    assert.equal(points(part, make(last)), expected, `${part} ${last}`);
  }
}

describe("NEWS2, chart 1 of RCP 2017", () => {
  test("respiration rate", () =>
    checkChart(
      "respiratory_rate",
      [
        [0, 3],
        [9, 1],
        [12, 0],
        [21, 2],
        [25, 3],
      ],
      (respiratory_rate) => ({ respiratory_rate }),
    ));

  test("oxygen saturation, scale 1", () =>
    checkChart(
      "spo2_percent",
      [
        [30, 3],
        [92, 2],
        [94, 1],
        [96, 0],
      ],
      (spo2_percent) => ({ spo2_percent }),
    ));

  test("oxygen saturation, scale 2, on air and on oxygen", () => {
    checkChart(
      "spo2_percent",
      [
        [30, 3],
        [84, 2],
        [86, 1],
        [88, 0],
      ],
      (spo2_percent) => ({ spo2_percent, spo2_scale: 2 }),
    );
    checkChart(
      "spo2_percent",
      [
        [30, 3],
        [84, 2],
        [86, 1],
        [88, 0],
        [93, 1],
        [95, 2],
        [97, 3],
      ],
      (spo2_percent) => ({ spo2_percent, spo2_scale: 2, on_oxygen: true }),
    );
  });

  test("systolic pressure", () =>
    checkChart(
      "systolic_mmhg",
      [
        [20, 3],
        [91, 2],
        [101, 1],
        [111, 0],
        [220, 3],
      ],
      (systolic_mmhg) => ({ systolic_mmhg }),
    ));

  test("pulse", () =>
    checkChart(
      "pulse_bpm",
      [
        [0, 3],
        [41, 1],
        [51, 0],
        [91, 1],
        [111, 2],
        [131, 3],
      ],
      (pulse_bpm) => ({ pulse_bpm }),
    ));

  test("temperature, also in Fahrenheit and to one decimal", () => {
    checkChart(
      "temperature",
      [
        [30, 3],
        [35.1, 1],
        [36.1, 0],
        [38.1, 1],
        [39.1, 2],
      ],
      (value) => ({ temperature: { value, unit: "C" } }),
      0.1,
    );
    const fahrenheit = (value: number): number =>
      points("temperature", { temperature: { value, unit: "F" } });
    assert.equal(fahrenheit(102.3), 2);
    assert.equal(fahrenheit(102.2), 1);
    assert.equal(points("temperature", { temperature: { value: 38.04, unit: "C" } }), 0);
    assert.equal(points("temperature", { temperature: { value: 38.05, unit: "C" } }), 1);
  });

  test("oxygen is two points, anything but alert three", () => {
    const of = (change: Vitals): number => news2({ ...well, ...change }).score!;
    assert.equal(of({}), 0);
    assert.equal(of({ on_oxygen: true }), 2);
    for (const consciousness of ["confusion", "voice", "pain", "unresponsive"] as const) {
      assert.equal(of({ consciousness }), 3);
    }
  });

  test("risk: 4 and 5, 6 and 7, and three points in one parameter", () => {
    const risk = (change: Vitals) => {
      const score = news2({ ...well, ...change });
      assert.ok(score.score !== null);
      return [score.score, score.risk];
    };
    assert.deepEqual(risk({}), [0, "low"]);
    assert.deepEqual(risk({ respiratory_rate: 24, spo2_percent: 93 }), [4, "low"]);
    assert.deepEqual(risk({ pulse_bpm: 131 }), [3, "low_medium"]);
    assert.deepEqual(risk({ respiratory_rate: 24, spo2_percent: 93, pulse_bpm: 91 }), [
      5,
      "medium",
    ]);
    assert.deepEqual(risk({ respiratory_rate: 24, spo2_percent: 93, pulse_bpm: 111 }), [
      6,
      "medium",
    ]);
    assert.deepEqual(risk({ respiratory_rate: 25, spo2_percent: 93, pulse_bpm: 111 }), [7, "high"]);
  });

  test("no score from an incomplete chart, below 16 years, or in pregnancy", () => {
    const { pulse_bpm: _, ...without } = well;
    assert.deepEqual(news2(without), {
      score: null,
      missing: ["pulse_bpm"],
      reason: "incomplete",
    });
    assert.equal(news2({ ...well, on_oxygen: undefined as never }).score, null);
    assert.equal((news2(well, { ageYears: 15.9 }) as { reason: string }).reason, "under_16");
    assert.equal(news2(well, { ageYears: 16 }).score, 0);
    assert.equal((news2(well, { pregnant: true }) as { reason: string }).reason, "pregnant");
  });
});

test("qSOFA: each criterion at its boundary, positive from two on", () => {
  const of = (change: Vitals) => qsofa({ ...well, ...change });
  assert.equal(of({ respiratory_rate: 21 }).score, 0);
  assert.equal(of({ respiratory_rate: 22 }).score, 1);
  assert.equal(of({ systolic_mmhg: 101 }).score, 0);
  assert.equal(of({ systolic_mmhg: 100 }).score, 1);
  assert.equal(of({ gcs: 15 }).score, 0);
  assert.equal(of({ gcs: 14 }).score, 1);
  assert.equal(of({ consciousness: "confusion" }).score, 1);
  const two = of({ respiratory_rate: 22, systolic_mmhg: 100 });
  assert.ok(two.score === 2 && two.positive);
  const one = of({ respiratory_rate: 22 });
  assert.ok(one.score === 1 && !one.positive);
  assert.deepEqual(qsofa({ respiratory_rate: 22 }), {
    score: null,
    missing: ["systolic_mmhg", "consciousness"],
    reason: "incomplete",
  });
});

describe("adherence", () => {
  const january = { from: "2026-01-01", to: "2026-01-30" };

  test("MPR counts days supplied, PDC days covered, and an early refill waits for its turn", () => {
    const fills = [
      { date: "2026-01-01", daysSupply: 10 },
      { date: "2026-01-06", daysSupply: 10 },
    ];
    const figures = adherenceOf(fills, january);
    assert.deepEqual([figures.days, figures.daysSupplied, figures.daysCovered], [30, 20, 20]);
    assert.equal(figures.pdc, 20 / 30);
    assert.equal(figures.mpr, 20 / 30);
    assert.deepEqual(figures.gaps, [{ from: "2026-01-21", days: 10 }]);
  });

  test("the first fill begins the count, the end of the period cuts the last one, MPR ends at 1", () => {
    const figures = adherenceOf([{ date: "2026-01-21", daysSupply: 30 }], january);
    assert.deepEqual([figures.indexDate, figures.days], ["2026-01-21", 10]);
    assert.deepEqual([figures.mpr, figures.pdc, figures.adherent], [1, 1, true]);
  });

  test("exactly 80 % is adherent, a day less is not", () => {
    const of = (daysSupply: number) =>
      adherenceOf([{ date: "2026-01-01", daysSupply }], january).adherent;
    assert.equal(of(24), true);
    assert.equal(of(23), false);
  });

  test("fills outside of the period do not count, and without one there are no figures", () => {
    const outside = [
      { date: "2025-12-31", daysSupply: 30 },
      { date: "2026-01-31", daysSupply: 30 },
    ];
    assert.equal(adherenceOf(outside, january).pdc, null);
    assert.equal(daysCovered(outside, january), undefined);
  });

  test("leap days and changes of the hour are days like others", () => {
    const figures = adherenceOf([{ date: "2028-02-28", daysSupply: 3 }], {
      from: "2028-02-28",
      to: "2028-03-01",
    });
    assert.deepEqual([figures.days, figures.daysCovered], [3, 3]);
  });
});

describe("questionnaires", () => {
  const sums = (name: QuestionnaireName, items: number, most: number, sum: number): string => {
    const answers = Array.from({ length: items }, (_, at) =>
      Math.max(0, Math.min(most, sum - at * most)),
    );
    return scoreQuestionnaire(name, answers).band;
  };

  test("every boundary of PHQ-9, GAD-7 and WHO-5", () => {
    const phq9 = (sum: number): string => sums("phq9", 9, 3, sum);
    assert.deepEqual([0, 4, 5, 9].map(phq9), ["minimal", "minimal", "mild", "mild"]);
    assert.deepEqual([10, 14, 15, 19].map(phq9), [
      "moderate",
      "moderate",
      "moderately_severe",
      "moderately_severe",
    ]);
    assert.deepEqual([20, 27].map(phq9), ["severe", "severe"]);
    const gad7 = (sum: number): string => sums("gad7", 7, 3, sum);
    assert.deepEqual([0, 4, 5, 9, 10, 14, 15, 21].map(gad7), [
      "minimal",
      "minimal",
      "mild",
      "mild",
      "moderate",
      "moderate",
      "severe",
      "severe",
    ]);
    const who5 = (sum: number): string => sums("who5", 5, 5, sum);
    assert.deepEqual([0, 7, 8, 12, 13, 25].map(who5), [
      "likely_depression",
      "likely_depression",
      "low_wellbeing",
      "low_wellbeing",
      "good_wellbeing",
      "good_wellbeing",
    ]);
    assert.equal(scoreQuestionnaire("who5", [5, 5, 5, 5, 5]).score, 100);
  });
});

describe("units", () => {
  test("known values in both units", () => {
    const near = (value: number, expected: number): void =>
      assert.ok(Math.abs(value - expected) < expected / 500, `${value} for ${expected}`);
    near(toUnit("glucose", 126, { from: "mg/dL", to: "mmol/L" }), 7);
    near(toUnit("creatinine", 1, { from: "mg/dL", to: "umol/L" }), 88.4);
    near(toUnit("cholesterol", 200, { from: "mg/dL", to: "mmol/L" }), 5.17);
    near(toUnit("triglycerides", 150, { from: "mg/dL", to: "mmol/L" }), 1.694);
    near(toUnit("bilirubin", 1, { from: "mg/dL", to: "umol/L" }), 17.1);
    near(toUnit("urea_nitrogen", 20, { from: "mg/dL", to: "mmol/L" }), 7.14);
    near(toUnit("urate", 6, { from: "mg/dL", to: "umol/L" }), 357);
    near(toUnit("calcium", 10, { from: "mg/dL", to: "mmol/L" }), 2.495);
    assert.equal(toUnit("temperature", 212, { from: "F", to: "C" }), 100);
    assert.equal(toUnit("hemoglobin", 14, { from: "g/dL", to: "g/L" }), 140);
  });

  test("every conversion can be undone, and an unknown unit is refused", () => {
    for (const name of analyteNames) {
      for (const from of unitsOf(name)) {
        for (const to of unitsOf(name)) {
          const there = toUnit(name, 12.5, { from, to });
          const back = toUnit(name, there, { from: to, to: from });
          assert.ok(Math.abs(back - 12.5) < 1e-9, `${name} ${from} ${to}`);
        }
      }
    }
    assert.throws(() => toUnit("glucose", 1, { from: "g", to: "mmol/L" }), {
      code: "invalid_request_body",
    });
  });
});
