import type { OnlyNamesOf, Translation } from "../../../base/core/catalog.ts";
import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import zh from "./zh.json" with { type: "json" };

/**
 * The words of summaries in one language; English is the source. Sentences under `phrases` are named by
 * type, or by type and kind as `camera_tamper.covered`. Their values:
 * `{who}` the subject with its article; `{all}` all subjects, joined with "and"; `{where}` "in zone “yard”";
 * `{zone}` the zone's or line's name; `{counted}` "3 people"; `{lasting}` "12 seconds"; `{classes}` the
 * model's names of classes; any other name is a detail that the behavior gives.
 */
export type Phrases = Translation<typeof en>;

const phrases = <Own extends Phrases>(own: Own & OnlyNamesOf<Phrases, Own>): Phrases => own;

/** The phrases by language. */
export const phrasesByLanguage: Readonly<Record<string, Phrases>> = {
  en,
  fr: phrases(fr),
  de: phrases(de),
  es: phrases(es),
  ar: phrases(ar),
  zh: phrases(zh),
};
