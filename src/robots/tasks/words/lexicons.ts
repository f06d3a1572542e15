import { de } from "./lexicon-de.ts";
import { en } from "./lexicon-en.ts";
import { es } from "./lexicon-es.ts";
import { fr } from "./lexicon-fr.ts";
import type { Lexicon } from "./phrases.ts";
import { plain } from "./words.ts";

const written: readonly Lexicon[] = [en, de, fr, es];

/** Every language that the grammar reads, in small letters and without accents. */
export const lexicons: readonly Lexicon[] = written.map((lexicon) => {
  const plainVerbs = Object.entries(lexicon.verbs).map(([verb, said]) => [verb, said.map(plain)]);
  return { ...lexicon, verbs: Object.fromEntries(plainVerbs) as Lexicon["verbs"] };
});

/** A verb of each kind for people to read, with its accents. */
export function shownVerbs(language: string): string[] {
  const { verbs } = written.find((each) => each.language === language)!;
  return Object.values(verbs).map(([verb]) => verb!);
}
