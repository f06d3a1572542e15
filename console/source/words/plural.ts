/** A sentence with a number in it, in the forms that the language has (CLDR plural rules). */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Marks the forms of a plural. */
export function plural(forms: Plural): Plural {
  return forms;
}
