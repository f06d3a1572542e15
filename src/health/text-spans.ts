/** A stretch of a text, in UTF-16 units as JavaScript and Java count them; `end` is exclusive. */
export interface TextSpan {
  start: number;
  end: number;
}

/** Returns the place of the exact `quote` in `text`; undefined when it is absent. */
export function spanOf(text: string, quote: string): TextSpan | undefined {
  const start = quote === "" ? -1 : text.indexOf(quote);
  return start === -1 ? undefined : { start, end: start + quote.length };
}

/** Returns sentences and lines with their places, without blank ones. */
export function sentencesOf(text: string, locale: string): (TextSpan & { text: string })[] {
  const segmenter = new Intl.Segmenter(languageOf(locale), { granularity: "sentence" });
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const trimmed = segment.trim();
    if (trimmed === "") return [];
    const start = index + segment.indexOf(trimmed);
    return [{ text: trimmed, start, end: start + trimmed.length }];
  });
}

/** Returns the words of a text in lower case, divided by the rules of its language. */
export function wordsOf(text: string, locale: string): string[] {
  const segmenter = new Intl.Segmenter(languageOf(locale), { granularity: "word" });
  return [...segmenter.segment(text.toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

/** Returns the language of a tag, which decides how to divide a text; its other parts may be unknown. */
function languageOf(locale: string): string {
  return locale.split("-", 1)[0]!;
}
