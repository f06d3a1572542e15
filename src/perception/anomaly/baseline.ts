import {
  binOf,
  type Histogram,
  histogramBins,
  lowerEdge,
  quantileBin,
  upperEdge,
} from "./histogram.ts";

/** The features of one minute, each with its smallest relevant difference. */
export const features = {
  count: 1,
  arrivals: 1,
  dwell: 5,
  speed: 0.02,
  size: 0.5,
  motion: 0.2,
} as const;

/** Name of a feature. */
export type Feature = keyof typeof features;

/** The measurements of one minute. */
export type FeatureValues = Readonly<Record<Feature, number>>;

/** The statistics of one hour of the week, as stored. */
export interface HourRecord {
  v: 1;
  /** The model that saw it. Another model counts differently, so its record starts from zero. */
  model: string;
  /** The number of days on which it was seen, and the last of them, in days of local time. */
  days: number;
  lastDay: number;
  minutes: number;
  histograms: Record<Feature, Histogram>;
}

/** A moment in the site's local time. */
export interface LocalHour {
  /** 0 is the first hour of Sunday. */
  hourOfWeek: number;
  /** Counts days. */
  day: number;
}

/** The expected range of a feature, and the hours that it comes from. */
export interface Expectation {
  low: number;
  high: number;
  basis: "hour_of_week" | "hour_of_day";
  days: number;
}

/** Hours of the week. */
export const weekHours = 168;
/** Days that make the same hour of the week known, and those of like days that stand in for it. */
const weekDays = 3;
const likeDays = 4;
/** And minutes of both. */
const minMinutes = 100;
/** With more minutes than this, older ones fade as new ones come: about ten of these hours. */
const fullMinutes = 600;
/** Features whose absence can be unusual too. */
const twoSided: ReadonlySet<Feature> = new Set(["count", "arrivals", "motion"]);

/** The usual measurements of each hour of the week for one stream; bounded, with decay. */
export class Baseline {
  readonly #hours = new Map<number, HourRecord>();
  readonly #model: string;

  constructor(model: string, records: Iterable<readonly [number, HourRecord]> = []) {
    this.#model = model;
    for (const [hour, record] of records) {
      if (record.v === 1 && record.model === model) this.#hours.set(hour, record);
    }
  }

  /** Hours of the week in which something is expected, of 168. */
  knownHours(): number {
    let known = 0;
    for (let hour = 0; hour < weekHours; hour += 1) if (this.#known(hour)) known += 1;
    return known;
  }

  /** Adds a minute; returns the hour's record for the caller to store. */
  add({ hourOfWeek, day }: LocalHour, values: FeatureValues): HourRecord {
    const record = this.#hours.get(hourOfWeek) ?? emptyHour(this.#model);
    this.#hours.set(hourOfWeek, record);
    if (record.lastDay !== day) {
      record.lastDay = day;
      record.days += 1;
    }
    const fade = record.minutes >= fullMinutes ? 1 - 1 / fullMinutes : 1;
    record.minutes = record.minutes * fade + 1;
    for (const [name, unit] of entries()) {
      const histogram = record.histograms[name];
      if (fade < 1) for (let bin = 0; bin < histogram.length; bin += 1) histogram[bin]! *= fade;
      histogram[binOf(values[name], unit)]! += 1;
    }
    return record;
  }

  /**
   * Returns the expected range of `feature` at this hour; undefined while it is still learning. `sensitivity`
   * 0–1 sets the quantile beyond which a value is unusual (99.8 % to 96 %), and the margin around it.
   */
  expect(hourOfWeek: number, feature: Feature, sensitivity: number): Expectation | undefined {
    const known = this.#known(hourOfWeek);
    if (!known) return undefined;
    const unit = features[feature];
    const histogram = sum(known.records.map((record) => record.histograms[feature]));
    const tail = 10 ** -(2.7 - 1.3 * sensitivity);
    const margin = 1 + 1.5 * (1 - sensitivity);
    const top = upperEdge(quantileBin(histogram, 1 - tail), unit);
    const bottom = lowerEdge(quantileBin(histogram, tail), unit);
    return {
      low: twoSided.has(feature) && bottom > 2 * unit ? round(bottom / (2 * margin)) : 0,
      high: round(top * margin + 2 * unit),
      basis: known.basis,
      days: known.days,
    };
  }

  #known(
    hour: number,
  ): { records: HourRecord[]; basis: Expectation["basis"]; days: number } | undefined {
    const own = this.#hours.get(hour);
    if (own && own.days >= weekDays && own.minutes >= minMinutes) {
      return { records: [own], basis: "hour_of_week", days: own.days };
    }
    const like = likeHours(hour).flatMap((one) => this.#hours.get(one) ?? []);
    const days = like.reduce((total, record) => total + record.days, 0);
    const minutes = like.reduce((total, record) => total + record.minutes, 0);
    if (days < likeDays || minutes < minMinutes) return undefined;
    return { records: like, basis: "hour_of_day", days };
  }
}

/** The same hour of all working days, or of both days of the weekend. */
function likeHours(hour: number): number[] {
  const isWeekend = (day: number): boolean => day === 0 || day === 6;
  const kind = isWeekend(Math.floor(hour / 24));
  const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => isWeekend(day) === kind);
  return days.map((day) => day * 24 + (hour % 24));
}

function emptyHour(model: string): HourRecord {
  const histograms = Object.fromEntries(
    entries().map(([name]) => [name, Array<number>(histogramBins).fill(0)]),
  ) as Record<Feature, Histogram>;
  return { v: 1, model, days: 0, lastDay: Number.NaN, minutes: 0, histograms };
}

function entries(): [Feature, number][] {
  return Object.entries(features) as [Feature, number][];
}

function sum(histograms: readonly Histogram[]): Histogram {
  return Array.from({ length: histogramBins }, (_, bin) =>
    histograms.reduce((total, histogram) => total + histogram[bin]!, 0),
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
