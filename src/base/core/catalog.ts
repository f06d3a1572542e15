/** A sentence in the forms that a language has for numbers (CLDR plural rules). */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The shape of a translation of `Source`, a catalog in English; plurals may have other forms. */
export type Translation<Source> = Source extends string
  ? string
  : Source extends { one: string; other: string }
    ? Plural
    : { readonly [Name in keyof Source]: Translation<Source[Name]> };

/** Turns each name of `Own` that `Source` lacks into a type error at that name. */
export type OnlyNamesOf<Source, Own> = Source extends string | readonly unknown[] | Plural
  ? unknown
  : {
      [Name in keyof Own]: Name extends keyof Source ? OnlyNamesOf<Source[Name], Own[Name]> : never;
    };

/** Returns `text` with each `{name}` replaced by its value; a name without a value stays. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
