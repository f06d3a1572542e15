import { Type } from "typebox";
import { invalidField } from "../../base/contract/fail.ts";
import { adherenceOf, adherenceSource, daysCovered } from "../scores/adherence.ts";
import { acceptPoints, pointsSchema, clinicalSpec } from "./clinical-spec.ts";
import { closed, dateSchema, shortText } from "../schema-parts.ts";

/** Longest period in days, ten years. */
const maxDays = 3660;
const fields = {
  period: closed({ from: dateSchema, to: dateSchema }),
  medications: Type.Array(
    closed({
      name: shortText(),
      fills: Type.Array(
        closed({ date: dateSchema, days_supply: Type.Integer({ minimum: 1, maximum: 366 }) }),
        { maxItems: 500 },
      ),
    }),
    { minItems: 1, maxItems: 50 },
  ),
};

/** Computes medication possession and days covered from the dates on which medicines were dispensed. */
export const adherence = clinicalSpec({
  method: "adherence",
  jobType: "clinical.adherence",
  summary: "Compute adherence (MPR, PDC) from dispensing dates",
  fields,
  local: closed({
    medications: Type.Array(Type.Object({}, { additionalProperties: true })),
    /** Days on which all medicines were available, from the first day of the last of them. */
    all_covered: Type.Union([Type.Number(), Type.Null()]),
    sources: Type.Array(Type.String()),
  }),
  check({ period, medications }) {
    const days = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000;
    if (!isReal(period.from))
      throw invalidField("period.from", "is not a date of the calendar. Send a real date");
    if (!isReal(period.to))
      throw invalidField("period.to", "is not a date of the calendar. Send a real date");
    if (days < 0) throw invalidField("period.to", "is before period.from. Send a later date");
    if (days > maxDays)
      throw invalidField(
        "period.to",
        `is more than ${maxDays} days after period.from. Shorten the period`,
      );
    for (const [at, { fills }] of medications.entries()) {
      const wrong = fills.findIndex(({ date }) => !isReal(date));
      if (wrong !== -1) {
        throw invalidField(
          `medications[${at}].fills[${wrong}].date`,
          "is not a date of the calendar. Send a real date",
        );
      }
    }
  },
  compute({ period, medications }) {
    const all = medications.map(({ name, fills }) => ({
      name,
      fills: fills.map(({ date, days_supply: daysSupply }) => ({ date, daysSupply })),
    }));
    return {
      medications: all.map(({ name, fills }) => {
        const figures = adherenceOf(fills, period);
        return {
          name,
          index_date: figures.indexDate,
          days: figures.days,
          days_supplied: figures.daysSupplied,
          days_covered: figures.daysCovered,
          mpr: figures.mpr,
          pdc: figures.pdc,
          adherent: figures.adherent,
          gaps: figures.gaps.map((gap) => ({ ...gap })),
        };
      }),
      all_covered: allCovered(all.map(({ fills }) => daysCovered(fills, period))),
      sources: [adherenceSource],
    };
  },
  narrative: {
    instructions:
      "Explain the figures and the gaps in plain words, and what may be asked about them.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});

function allCovered(all: readonly ReturnType<typeof daysCovered>[]): number | null {
  const known = all.filter((each) => each !== undefined);
  if (known.length < all.length) return null;
  const first = Math.max(...known.map((each) => each.first));
  const lists = known.map((each) => each.isCovered.slice(first - each.first));
  const days = lists[0]!.length;
  const count = lists[0]!.filter((_, day) => lists.every((list) => list[day])).length;
  return count / days;
}

/** 31 February has the form of a date. */
function isReal(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(date);
}
