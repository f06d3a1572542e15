/** One stretch of a tone, in milliseconds of the sound. */
export interface TonePulse {
  startMs: number;
  endMs: number;
  /** Its mean level in dB. */
  levelDb: number;
}

/** A temporal pattern of alarms: groups of equal pulses, with a longer pause between groups. */
export interface AlarmPattern {
  name: "T3" | "T4";
  pulses: number;
  /** Bounds in milliseconds of each pulse; an echo lengthens it. */
  pulseMs: Bounds;
  /** Bounds from the start of one pulse to the start of the next: in a group, and from one group to the next. */
  periodMs: Bounds;
  groupPeriodMs: Bounds;
  /** The alarm is over without a group for this long: three periods. */
  endsAfterMs: number;
}

type Bounds = readonly [number, number];

/** The norms allow a tenth of each time; the analysis is exact to about 25 ms. */
function about(ms: number): Bounds {
  return [ms * 0.9 - 25, ms * 1.1 + 25];
}

/** Evacuation, of smoke alarms (ISO 8201:2017 5.2, NFPA 72 18.4.2): three pulses of 0.5 s, 0.5 s apart, then 1.5 s. */
export const temporalThree: AlarmPattern = {
  name: "T3",
  pulses: 3,
  pulseMs: [390, 700],
  periodMs: about(1000),
  groupPeriodMs: about(2000),
  endsAfterMs: 12_000,
};

/** Carbon monoxide (NFPA 72 29.5, UL 2034): four pulses of 0.1 s, 0.1 s apart, then 5 s. */
export const temporalFour: AlarmPattern = {
  name: "T4",
  pulses: 4,
  pulseMs: [50, 170],
  periodMs: about(200),
  groupPeriodMs: about(5100),
  endsAfterMs: 17_100,
};

/** The pulses of an alarm are as loud as each other within this, in dB; other sounds lie between them. */
const equalDb = 6;

/**
 * Returns the start, in milliseconds, of the newest `groups` whole groups of the pattern, which end with the newest
 * pulse; undefined without them. Leaves out pulses that are not as loud as that one.
 */
export function startOfGroups(
  pulses: readonly TonePulse[],
  pattern: AlarmPattern,
  groups: number,
): number | undefined {
  const count = groups * pattern.pulses;
  const newest = pulses.at(-1);
  if (newest === undefined || !isWithin(newest.endMs - newest.startMs, pattern.pulseMs)) {
    return undefined;
  }
  const last = pulses
    .filter(({ levelDb }) => Math.abs(levelDb - newest.levelDb) <= equalDb)
    .slice(-count);
  const isPattern = last.every(({ startMs, endMs }, at) => {
    if (!isWithin(endMs - startMs, pattern.pulseMs)) return false;
    if (at === 0) return true;
    const bounds = at % pattern.pulses === 0 ? pattern.groupPeriodMs : pattern.periodMs;
    return isWithin(startMs - last[at - 1]!.startMs, bounds);
  });
  return last.length === count && isPattern ? last[0]!.startMs : undefined;
}

function isWithin(value: number, [least, most]: Bounds): boolean {
  return value >= least && value <= most;
}
