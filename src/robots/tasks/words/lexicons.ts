import type { OnlyNamesOf } from "../../../base/core/catalog.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import type { Lexicon } from "./phrases.ts";
import { plain } from "./words.ts";

const lexicon = <Own extends Lexicon>(own: Own & OnlyNamesOf<Lexicon, Own>): Lexicon => own;

const written: readonly Lexicon[] = [lexicon(en), lexicon(de), lexicon(fr), lexicon(es)];

/** Every language of the grammar, in lower case and without accents. */
export const lexicons: readonly Lexicon[] = written.map((own) => {
  const plainVerbs = Object.entries(own.verbs).map(([verb, forms]) => [verb, forms.map(plain)]);
  return { ...own, verbs: Object.fromEntries(plainVerbs) as Lexicon["verbs"] };
});

/** A verb of each kind for people, with its accents. */
export function shownVerbs(language: string): string[] {
  const { verbs } = written.find((each) => each.language === language)!;
  return Object.values(verbs).map(([verb]) => verb!);
}
