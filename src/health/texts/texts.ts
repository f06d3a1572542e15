import type { OnlyNamesOf, Translation } from "../../base/core/catalog.ts";
import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/** Fixed texts of reports in one language; `fillIn` replaces their `{name}`s. English is the source. */
export type HealthTexts = Translation<typeof en>;

const texts = <Own extends HealthTexts>(own: Own & OnlyNamesOf<HealthTexts, Own>): HealthTexts =>
  own;

/** The texts by language. */
export const healthTexts: Readonly<Record<string, HealthTexts>> = {
  en,
  fr: texts(fr),
  de: texts(de),
  es: texts(es),
  ar: texts(ar),
  zh: texts(zh),
};

/** Returns the texts for a BCP 47 tag and their language; English for languages without texts. */
export function textsFor(locale: string): { language: string; texts: HealthTexts } {
  const language = locale.toLowerCase().split("-", 1)[0]!;
  const own = healthTexts[language];
  return own ? { language, texts: own } : { language: "en", texts: en };
}
