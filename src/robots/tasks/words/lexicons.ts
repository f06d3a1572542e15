import { de } from "./lexicon-de.ts";
import { en } from "./lexicon-en.ts";
import { es } from "./lexicon-es.ts";
import { fr } from "./lexicon-fr.ts";
import type { Lexicon } from "./phrases.ts";

/** Every language that the grammar reads. */
export const lexicons: readonly Lexicon[] = [en, de, fr, es];
