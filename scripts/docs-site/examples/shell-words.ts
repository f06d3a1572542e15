/**
 * Splits a simple shell statement into its words, without quotes and without a comment at its end. Variables stay as
 * `$NAME`. Returns undefined for what is more than one simple command, such as a pipe.
 */
export function shellWords(statement: string): string[] | undefined {
  const words: string[] = [];
  let rest = statement.replaceAll("\\\n", " ").trim();
  while (rest !== "" && !rest.startsWith("#")) {
    const [word, length] = firstWord(rest) ?? [];
    if (word === undefined || /^[|;&<>]/.test(word)) return undefined;
    words.push(word);
    rest = rest.slice(length).trimStart();
  }
  return words;
}

/** Returns the first word and how many characters it takes; undefined where a quote does not end. */
function firstWord(text: string): [word: string, length: number] | undefined {
  let word = "";
  let at = 0;
  while (at < text.length && !/\s/.test(text[at]!)) {
    const quoted = /^(?:'([^']*)'|"((?:\\.|[^"\\])*)"|([^\s'"]+))/s.exec(text.slice(at));
    if (!quoted) return undefined;
    const [all, single, double, bare] = quoted;
    word += single ?? double?.replaceAll(/\\(["\\$])/g, "$1") ?? bare!;
    at += all.length;
  }
  return [word, at];
}

/**
 * Splits the lines of a shell block into statements. One ends with its line, unless a quote is open or a backslash
 * stands at its end. Empty lines and comments between statements are left out. `line` is the number of the first line.
 */
export function statementsOf(
  lines: readonly string[],
  line: number,
): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let open: { line: number; text: string } | undefined;
  for (const [at, one] of lines.entries()) {
    if (!open && /^\s*(#|$)/.test(one)) continue;
    open = open
      ? { line: open.line, text: `${open.text}\n${one}` }
      : { line: line + at, text: one };
    const isQuoted = (open.text.replaceAll(/\\./gs, "").match(/'/g)?.length ?? 0) % 2 === 1;
    if (isQuoted || one.endsWith("\\")) continue;
    found.push(open);
    open = undefined;
  }
  if (open) found.push(open);
  return found;
}
