import { motionLabel } from "../../core/track.ts";
import { fillIn, type Plural } from "../../../base/core/catalog.ts";
import { type Phrases, phrasesByLanguage } from "./phrases.ts";

/** The facts of a summary. */
export interface SummaryFacts {
  type: string;
  /** Name of the zone or line; for trouble of the box, its subject. */
  zone: string | null;
  classes: readonly string[];
  count: number;
  direction: "a_to_b" | "b_to_a" | null;
  seconds: number;
  site: string | null;
  /** The behavior's own explanation. */
  details?: Readonly<Record<string, string | number | null>> | null | undefined;
}

/** Locales that summaries can be written in. */
export const summaryLocales: readonly string[] = Object.keys(phrasesByLanguage);

/**
 * Returns the locale of the summary: the language of `requested` (BCP 47, any region or script), `en` for
 * unknown languages.
 */
export function summaryLocale(requested: string | undefined): string {
  const language = requested?.split(/[_-]/, 1)[0]?.toLowerCase();
  return summaryLocales.find((locale) => locale === language) ?? "en";
}

/** One sentence for a person, in `locale` (see `summaryLocale`): what, where, how long. */
export function summarise(facts: SummaryFacts, locale = "en"): string {
  const chosen = summaryLocale(locale);
  const language = phrasesByLanguage[chosen]!;
  const sentence = fillIn(phraseOf(facts, language), values(facts, language, chosen));
  const { site } = facts;
  const sited = site === null ? sentence : fillIn(language.atSite, { sentence, site });
  return `${sited.charAt(0).toLocaleUpperCase(chosen)}${sited.slice(1)}${language.stop}`;
}

function phraseOf({ type, direction, details }: SummaryFacts, language: Phrases): string {
  const phrases: Readonly<Record<string, string>> = language.phrases;
  const variant = details?.["set_aside_as"] ? "set_aside" : details?.["kind"];
  const crossing = direction ?? "a_to_b";
  return (
    phrases[`${type}.${variant}`] ??
    phrases[`${type}.${crossing}`] ??
    phrases[type] ??
    language.unknownType
  );
}

function values(
  facts: SummaryFacts,
  language: Phrases,
  locale: string,
): Readonly<Record<string, string>> {
  const { type, zone, classes } = facts;
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const subjects = classes.map((label) => who(label, language));
  return {
    ...detailTexts(facts.details ?? {}, language, locale),
    type,
    who: subjects[0] ?? language.motion,
    all: subjects.length === 0 ? language.motion : list.format(subjects),
    where: zone === null ? language.inPicture : fillIn(language.inZone, { name: zone }),
    zone: zone ?? "",
    counted: counted(facts, language, locale),
    lasting: duration(facts.seconds, locale),
    classes: classes.join(", "),
  };
}

function who(label: string, language: Phrases): string {
  if (label === motionLabel) return language.motion;
  const { unknown, unknownBeforeVowel } = language;
  const known = nounsOf(language)[label]?.who;
  return known ?? fillIn(/^[aeiou]/i.test(label) ? unknownBeforeVowel : unknown, { label });
}

/** The nouns by the detector's name of a class. */
function nounsOf({ nouns }: Phrases): Readonly<Record<string, { who: string; counted: Plural }>> {
  return nouns;
}

function counted({ count, classes }: SummaryFacts, language: Phrases, locale: string): string {
  const only = classes.length === 1 ? nounsOf(language)[classes[0]!]?.counted : undefined;
  const forms: Plural = only ?? language.objects;
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
  const number = new Intl.NumberFormat(locale).format(count);
  // Arabic says two by the noun alone; Chinese puts no space before a measure word.
  if (locale === "ar" && count <= 2) return form;
  return locale === "zh" ? `${number}${form}` : `${number} ${form}`;
}

/** Rounded to seconds below two minutes, to minutes below two hours, to hours beyond. */
function duration(seconds: number, locale: string): string {
  const whole = Math.max(0, Math.round(seconds));
  const [value, unit] =
    whole < 120
      ? [whole, "second"]
      : whole < 7200
        ? [Math.round(whole / 60), "minute"]
        : [Math.round(whole / 3600), "hour"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

function detailTexts(
  details: NonNullable<SummaryFacts["details"]>,
  language: Phrases,
  locale: string,
): Record<string, string> {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const features: Readonly<Record<string, string>> = language.features;
  const texts = Object.entries(details).map(([name, value]) => {
    if (typeof value === "number") return [name, number.format(value)];
    const text = name === "feature" ? features[value ?? ""] : undefined;
    return [name, text ?? value ?? "–"];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}
