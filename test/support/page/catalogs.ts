type Entry = string | number | { readonly [name: string]: Entry } | readonly Entry[];
type Sentence = string | Readonly<Record<string, string>>;

const rules = ["zero", "one", "two", "few", "many", "other"];
const isPlural = (entry: object): boolean =>
  "other" in entry && Object.keys(entry).every((name) => rules.includes(name));

/** Yields each sentence of a catalog with its path; the forms of a plural are one sentence. */
export function* sentences(entry: Entry, path = ""): Generator<[string, Sentence]> {
  if (typeof entry !== "object") yield [path, String(entry)];
  else if (isPlural(entry)) yield [path, entry as Record<string, string>];
  else
    for (const [name, inner] of Object.entries(entry)) yield* sentences(inner, `${path}.${name}`);
}

/** Returns the forms of a sentence; one without a plural has one. */
export function formsOf(sentence: Sentence): string[] {
  return typeof sentence === "string" ? [sentence] : Object.values(sentence);
}

/** Returns the sorted names of a text's `{name}`s. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();
}

/**
 * Returns the paths at which a translation differs from English: a sentence that only one of them has, an
 * empty form, or other placeholders. A plural form may leave placeholders out, its `other` form may not.
 */
export function faultsOf(english: Entry, translated: Entry): string[] {
  const source = new Map(sentences(english));
  const own = new Map(sentences(translated));
  const paths = [...new Set([...source.keys(), ...own.keys()])];
  return paths.filter((path) => {
    const [from, to] = [source.get(path), own.get(path)];
    return from === undefined || to === undefined || isFaulty(from, to);
  });
}

function isFaulty(from: Sentence, to: Sentence): boolean {
  const wanted = placeholders(formsOf(from).at(-1)!);
  const whole = typeof to === "string" ? to : to["other"]!;
  if (placeholders(whole).join() !== wanted.join()) return true;
  return formsOf(to).some(
    (text) => text.trim() === "" || placeholders(text).some((name) => !wanted.includes(name)),
  );
}
