/** The forms of a noun, by the plural categories of its language (Intl.PluralRules). */
export type NounForms = Readonly<
  { one: string; other: string } & Partial<Record<"zero" | "two" | "few" | "many", string>>
>;

/** What a phrase may speak of; every part is text of the language already. */
export interface PhraseFacts {
  /** The thing that it is about, with its article. */
  who: string;
  /** All things that it is about, joined with "and". */
  all: string;
  /** The place: "in zone “yard”", "in the picture". */
  where: string;
  /** Name of the zone or line as the caller wrote it. */
  zone: string;
  /** Number and noun: "3 people". */
  counted: string;
  /** How long: "12 seconds". */
  lasting: string;
  /** Whether a line was crossed from its side b to its side a. */
  isBack: boolean;
  /** Class names as the model has them. */
  classes: string;
  /** Behavior's own explanation, numbers formatted. */
  details: Readonly<Record<string, string>>;
}

/** One sentence without its full stop; the first letter is made large later. */
export type Phrase = (facts: PhraseFacts) => string;

/** Everything that summaries need of a language. */
export interface Phrases {
  /** The noun of mere motion, of a class without a name here, and of many kinds at once. */
  motion: string;
  unknown(label: string): string;
  objects: NounForms;
  nouns: Readonly<Record<string, { who: string; counted: NounForms }>>;
  inZone(name: string): string;
  inPicture: string;
  /** Puts the site's name to a sentence. */
  atSite(sentence: string, site: string): string;
  stop: string;
  /** By type; `camera_tamper` by its kind, as `camera_tamper.covered`. */
  phrases: Readonly<Record<string, Phrase>>;
  /** A type without a phrase here. */
  other(type: string, facts: PhraseFacts): string;
  /** What an anomaly measures. */
  features: Readonly<Record<string, string>>;
}

/** A noun whose plural is one form. */
export function noun(who: string, one: string, other: string) {
  return { who, counted: { one, other } };
}
