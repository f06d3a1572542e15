import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { zh } from "./zh.ts";

/** Fixed texts of reports in one language. Places in braces are filled in by `filled`. */
export interface HealthTexts {
  disclaimer: string;
  /** Guidance of a report that no model has looked at. */
  measuredOnly: string;
  referral: Readonly<Record<"critical" | "urgent" | "standard" | "low", string>>;
  /** Signs that need help at once, whatever the report says. */
  warningSigns: readonly string[];
  /** Title and summary of a red flag found in the context: `{flag}`. */
  redFlag: { title: string; summary: string };
  quality: { title: string; summary: string };
  spectrum: { title: string; summary: string };
  transients: { title: string; summary: string };
  classifier: { title: string; seizure: string; none: string };
  /** `found` has `{label}`, `{count}`, `{seconds}` and of the longest segment `{from}` and `{to}`. */
  segmentation: { title: string; found: string; none: string };
  selfHarm: string;
}

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
