import { motionLabel } from "../../core/track.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import type { PhraseFacts, Phrases } from "./phrases.ts";
import { zh } from "./zh.ts";

/** What a summary speaks of. */
export interface SummaryFacts {
  type: string;
  /** Name of the zone or line; of a trouble of the box, what it is about. */
  zone: string | null;
  classes: readonly string[];
  count: number;
  direction: "a_to_b" | "b_to_a" | null;
  seconds: number;
  site: string | null;
  /** The behavior's own explanation. */
  details?: Readonly<Record<string, string | number | null>> | null | undefined;
}

const languages: Readonly<Record<string, Phrases>> = { en, fr, de, es, ar, zh };

/** Locales that summaries can be written in. */
export const summaryLocales: readonly string[] = Object.keys(languages);

/**
 * The locale that a summary will really be in: the language of `asked` (BCP 47, any region or
 * script), `en` for languages that are not there.
 */
export function summaryLocale(asked: string | undefined): string {
  const language = asked?.split(/[_-]/, 1)[0]?.toLowerCase();
  return summaryLocales.find((locale) => locale === language) ?? "en";
}

/** One sentence for a person, in `locale` (see `summaryLocale`): what, where, how long. */
export function summarise(facts: SummaryFacts, locale = "en"): string {
  const chosen = summaryLocale(locale);
  const language = languages[chosen]!;
  const filled = fill(facts, language, chosen);
  const kind = facts.details?.["kind"];
  const phrase = language.phrases[`${facts.type}.${kind}`] ?? language.phrases[facts.type];
  const sentence = phrase ? phrase(filled) : language.other(facts.type, filled);
  const sited = facts.site === null ? sentence : language.atSite(sentence, facts.site);
  return `${sited.charAt(0).toLocaleUpperCase(chosen)}${sited.slice(1)}${language.stop}`;
}

function fill(facts: SummaryFacts, language: Phrases, locale: string): PhraseFacts {
  const { zone, classes } = facts;
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const whos = classes.map((label) => who(label, language));
  return {
    who: whos[0] ?? language.motion,
    all: whos.length === 0 ? language.motion : list.format(whos),
    where: zone === null ? language.inPicture : language.inZone(zone),
    zone: zone ?? "",
    counted: counted(facts, language, locale),
    lasting: duration(facts.seconds, locale),
    isBack: facts.direction === "b_to_a",
    classes: classes.join(", "),
    details: detailTexts(facts.details ?? {}, language, locale),
  };
}

function who(label: string, language: Phrases): string {
  if (label === motionLabel) return language.motion;
  return language.nouns[label]?.who ?? language.unknown(label);
}

function counted({ count, classes }: SummaryFacts, language: Phrases, locale: string): string {
  const only = classes.length === 1 ? language.nouns[classes[0]!]?.counted : undefined;
  const forms = only ?? language.objects;
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
  const texts = Object.entries(details).map(([name, value]) => {
    if (typeof value === "number") return [name, number.format(value)];
    const text = name === "feature" ? language.features[value ?? ""] : undefined;
    return [name, text ?? value ?? "–"];
  });
  return Object.fromEntries(texts) as Record<string, string>;
}
