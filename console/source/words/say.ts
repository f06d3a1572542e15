import type { Plural } from "../../../src/base/core/catalog.ts";
import { language } from "./words.ts";

/** What a sentence's `{name}`s stand for; numbers are written as the language does. */
export type Values = Readonly<Record<string, string | number>>;

/** A sentence with its `{name}`s filled in. */
export function say(sentence: string, values: Values): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : value;
  });
}

/** The form of a sentence for a number, with `{count}` and other `{name}`s filled in. */
export function count(forms: Plural, amount: number, values: Values = {}): string {
  const rule = plurals(language.value).select(amount);
  return say(forms[rule] ?? forms.other, { ...values, count: amount });
}

/** Formats are costly to make: each is made once for a locale and its options, of which the page has a few. */
const formats = new Map<string, unknown>();

function once<T>(key: string, make: () => T): T {
  if (!formats.has(key)) formats.set(key, make());
  return formats.get(key) as T;
}

function plurals(name: string): Intl.PluralRules {
  return once(`plural ${name}`, () => new Intl.PluralRules(name));
}

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = locale();
  return once(
    `number ${name} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(name, options),
  );
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale();
  return once(
    `date ${name} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(name, options),
  );
}

/** A number, with at most so many digits after the point. */
export function number(value: number, digits = 1): string {
  return numbers({ maximumFractionDigits: digits }).format(value);
}

/** A share between 0 and 1. */
export function percent(share: number, digits = 0): string {
  const options = { style: "percent", maximumFractionDigits: digits } as const;
  return numbers(options).format(share);
}

/** Unix seconds as time of day, with the date when it is not today. */
export function time(unixSec: number): string {
  const at = new Date(unixSec * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  return dates({
    timeStyle: "medium",
    ...(isToday ? {} : { dateStyle: "medium" }),
  }).format(at);
}

/** Unix seconds as hours and minutes, for an axis. */
export function clock(unixSec: number): string {
  const options = { timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(locale(), options).format(new Date(unixSec * 1000));
}

/** Unix seconds as time of day with seconds, e.g. `14:07:41`. */
export function timeOfDay(unixSec: number): string {
  const options = { timeStyle: "medium" } as const;
  return dates(options).format(new Date(unixSec * 1000));
}

/** Unix seconds as date and time. */
export function dateTime(unixSec: number): string {
  const options = { dateStyle: "medium", timeStyle: "medium" } as const;
  return dates(options).format(new Date(unixSec * 1000));
}

/** A Monday, to name the days of the week after. */
const mondayMs = Date.UTC(2024, 0, 1);

/** The short name of a day of the week, 0 for Monday. */
export function weekday(index: number): string {
  return dates({ weekday: "short", timeZone: "UTC" }).format(mondayMs + index * 86_400_000);
}

const spans = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** A number of seconds with its short unit, e.g. `90s`. */
export function secondsOf(amount: number): string {
  const options = { style: "unit", unit: "second", unitDisplay: "narrow" } as const;
  return numbers(options).format(amount);
}

/** A speed in metres per second, e.g. `1.2 m/s`. */
export function speed(mps: number): string {
  const options = { style: "unit", unit: "meter-per-second", maximumFractionDigits: 2 } as const;
  return numbers(options).format(mps);
}

/** A length of time in its greatest unit, e.g. `3 hours`, or `3h` when narrow. */
export function duration(seconds: number, unitDisplay: "long" | "narrow" = "long"): string {
  const [unit, size] = spans.find(([, one]) => Math.abs(seconds) >= one) ?? spans.at(-1)!;
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: 0 } as const;
  return numbers(options).format(Math.round(seconds / size));
}

const sizes = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** A size in decimal units, e.g. `4.2 GB`. */
export function bytes(amount: number): string {
  const step = Math.min(sizes.length - 1, Math.max(0, Math.floor(Math.log10(amount || 1) / 3)));
  const options = { style: "unit", unit: sizes[step]!, maximumFractionDigits: 1 } as const;
  return numbers(options).format(amount / 1000 ** step);
}

/**
 * The language with the region that the browser asks for, such as `en-GB`; digits that a technician can
 * type into another program, in Arabic too.
 */
function locale(): string {
  const wished = navigator.languages.find((tag) => tag.split("-")[0] === language.value);
  return language.value === "ar" ? `${wished ?? "ar"}-u-nu-latn` : (wished ?? language.value);
}
