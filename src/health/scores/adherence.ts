/** One dispensing of a medicine. */
export interface Fill {
  /** ISO date. */
  date: string;
  daysSupply: number;
}

/** Figures of one medicine; fractions 0–1. */
export interface Adherence {
  /** First fill in the period: the days before it do not count. Null when there is none. */
  indexDate: string | null;
  /** Days from the index date to the end of the period, both included. */
  days: number;
  daysSupplied: number;
  daysCovered: number;
  /** Medication possession ratio, at most 1. */
  mpr: number | null;
  /** Proportion of days covered. */
  pdc: number | null;
  /** PDC of at least 0.8. */
  adherent: boolean | null;
  /** Stretches of days without the medicine. */
  gaps: readonly { from: string; days: number }[];
}

/**
 * MPR as in Andrade et al., Pharmacoepidemiol Drug Saf 2006;15:565; PDC, with early refills shifted behind
 * the supply at hand, and its threshold of 80 % as in Pharmacy Quality Alliance, PQA Measure Manual, and Nau,
 * "Proportion of Days Covered as a Preferred Method", 2012.
 */
export const adherenceSource =
  "Andrade 2006 (MPR); Pharmacy Quality Alliance, Nau 2012 (PDC, 80 %)";

const dayMs = 86_400_000;

/**
 * Adherence to one medicine between two ISO dates, both included. It takes fills in the order of their dates;
 * the rest of a fill beyond the period does not count, and neither do fills outside of it.
 */
export function adherenceOf(
  fills: readonly Fill[],
  period: { from: string; to: string },
): Adherence {
  const covered = daysCovered(fills, period);
  if (!covered) {
    return {
      indexDate: null,
      days: 0,
      daysSupplied: 0,
      daysCovered: 0,
      mpr: null,
      pdc: null,
      adherent: null,
      gaps: [],
    };
  }
  const { first, isCovered, daysSupplied } = covered;
  const days = isCovered.length;
  const count = isCovered.filter(Boolean).length;
  const pdc = count / days;
  return {
    indexDate: isoOf(first),
    days,
    daysSupplied,
    daysCovered: count,
    mpr: Math.min(1, daysSupplied / days),
    pdc,
    // The threshold of 80 %, in whole days, so that rounding does not lose exactly 80 %.
    adherent: count * 5 >= days * 4,
    gaps: gapsOf(isCovered, first),
  };
}

/** Returns for each day from the index date if the medicine was available; undefined without a fill. */
export function daysCovered(
  fills: readonly Fill[],
  period: { from: string; to: string },
): { first: number; isCovered: boolean[]; daysSupplied: number } | undefined {
  const [from, to] = [dayOf(period.from), dayOf(period.to)];
  const inPeriod = fills
    .map(({ date, daysSupply }) => ({ day: dayOf(date), daysSupply }))
    .filter(({ day }) => day >= from && day <= to)
    .toSorted((a, b) => a.day - b.day);
  const first = inPeriod[0]?.day;
  if (first === undefined) return undefined;
  const isCovered = Array.from({ length: to - first + 1 }, () => false);
  let freeFrom = first;
  for (const { day, daysSupply } of inPeriod) {
    const start = Math.max(day, freeFrom);
    freeFrom = start + daysSupply;
    for (let at = start; at < Math.min(freeFrom, to + 1); at += 1) isCovered[at - first] = true;
  }
  const daysSupplied = inPeriod.reduce((sum, { daysSupply }) => sum + daysSupply, 0);
  return { first, isCovered, daysSupplied };
}

function gapsOf(isCovered: readonly boolean[], first: number): { from: string; days: number }[] {
  const gaps: { from: string; days: number }[] = [];
  let open: { from: string; days: number } | undefined;
  for (const [index, covered] of isCovered.entries()) {
    if (covered) open = undefined;
    else if (open) open.days += 1;
    else gaps.push((open = { from: isoOf(first + index), days: 1 }));
  }
  return gaps;
}

/** Days since 1970; dates have no zone. */
function dayOf(iso: string): number {
  return Math.round(Date.parse(`${iso}T00:00:00Z`) / dayMs);
}

function isoOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
