import { type Expectation, type Feature, features } from "../anomaly/baseline.ts";
import type { MinuteMeasurement } from "../anomaly/anomaly-watch.ts";
import type { Behavior, RunningBehavior, BehaviorFrame } from "./behavior.ts";
import type { Finding } from "../core/finding.ts";

/** This many minutes in a row must be unusually high or low. */
const highMinutes = 2;
const lowMinutes = 10;

/**
 * A measurement differs from its usual value at this hour of the week; names the feature, the expected and
 * the observed value.
 */
export const anomaly: Behavior = {
  type: "anomaly",
  defaultSeverity: "warning",
  geometry: "none",
  required: [],
  optional: ["sensitivity"],
  defaultSeconds: 0,
  needsBaseline: true,
  start: (spec) => new AnomalyBehavior(spec.sensitivity),
};

interface Deviation {
  side: "high" | "low";
  minutes: number;
  sinceSec: number;
}

class AnomalyBehavior implements RunningBehavior {
  readonly #sensitivity: number;
  readonly #deviations = new Map<Feature, Deviation>();
  #number = 0;
  #findings: Finding[] = [];

  constructor(sensitivity: number) {
    this.#sensitivity = sensitivity;
  }

  step(frame: BehaviorFrame): readonly Finding[] {
    const { minutes } = frame;
    if (minutes && minutes.number !== this.#number) {
      this.#number = minutes.number;
      this.#findings = this.#evaluate(minutes, frame.tSec);
    }
    // The incident shows who is there now.
    return this.#findings.map((finding) => ({ ...finding, tracks: frame.tracks }));
  }

  #evaluate({ values, hour, baseline }: MinuteMeasurement, tSec: number): Finding[] {
    if (!values || !hour) return [];
    let worst:
      | { feature: Feature; run: Deviation; expected: Expectation; excess: number }
      | undefined;
    for (const feature of Object.keys(features) as Feature[]) {
      const expected = baseline.expect(hour.hourOfWeek, feature, this.#sensitivity);
      const run = expected && this.#follow(feature, values[feature], { expected, tSec });
      if (!run || !expected) continue;
      const value = values[feature];
      const excess = run.side === "high" ? value / expected.high : expected.low / (value + 0.1);
      if (!worst || excess > worst.excess) worst = { feature, run, expected, excess };
    }
    if (!worst) return [];
    const { feature, run, expected } = worst;
    const value = Math.round(values[feature] * 100) / 100;
    const details = { feature, value, ...expected };
    const base = { subject: "zone", tracks: [], count: 1, isMomentary: false };
    return [{ ...base, sinceSec: run.sinceSec, details }];
  }

  /** Returns how long a feature has been unusual, once that is long enough. */
  #follow(
    feature: Feature,
    value: number,
    at: { expected: Expectation; tSec: number },
  ): Deviation | undefined {
    const { expected, tSec } = at;
    const side = value > expected.high ? "high" : value < expected.low ? "low" : null;
    const before = this.#deviations.get(feature);
    if (side === null) {
      this.#deviations.delete(feature);
      return undefined;
    }
    const goesOn = before?.side === side;
    const sinceSec = goesOn ? before.sinceSec : tSec - 60;
    const run = { side, minutes: goesOn ? before.minutes + 1 : 1, sinceSec } as const;
    this.#deviations.set(feature, run);
    return run.minutes >= (side === "high" ? highMinutes : lowMinutes) ? run : undefined;
  }
}
