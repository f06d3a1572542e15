import type { HealthTexts } from "./health-texts.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { zh } from "./zh.ts";

/** Languages that have texts of their own. */
export const healthTexts: Readonly<Record<string, HealthTexts>> = { en, fr, de, es, ar, zh };

/** The texts for a BCP 47 tag, and the language that they are in: English where there are none. */
export function textsFor(locale: string): { language: string; texts: HealthTexts } {
  const language = locale.toLowerCase().split("-", 1)[0]!;
  const texts = healthTexts[language];
  return texts ? { language, texts } : { language: "en", texts: healthTexts["en"]! };
}

/** `text` with `{name}` replaced. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
