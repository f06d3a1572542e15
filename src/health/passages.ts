import { sentencesOf, type TextSpan, wordsOf } from "./text-spans.ts";

/** A sentence of a source, and its score for the question. */
export interface Passage extends TextSpan {
  sourceId: string;
  text: string;
  score: number;
}

/** Constants of Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). */
const k1 = 1.2;
const b = 0.75;
const maxSentences = 20_000;

/**
 * Ranks the sentences of the sources by BM25 against the question, best first, without those that share no
 * word with it. It reads at most 20 000 sentences.
 */
export function rankPassages(
  question: string,
  sources: readonly { id: string; text: string }[],
  locale: string,
): Passage[] {
  const sentences = sources
    .flatMap(({ id, text }) => sentencesOf(text, locale).map((each) => ({ sourceId: id, ...each })))
    .slice(0, maxSentences);
  const wordLists = sentences.map(({ text }) => wordsOf(text, locale));
  const meanLength =
    wordLists.reduce((sum, list) => sum + list.length, 0) / Math.max(1, wordLists.length);
  const terms = [...new Set(wordsOf(question, locale))];
  const weights = terms.map((word) => {
    const holding = wordLists.filter((list) => list.includes(word)).length;
    return Math.log(1 + (wordLists.length - holding + 0.5) / (holding + 0.5));
  });
  const scored = sentences.map((sentence, index) => {
    const list = wordLists[index]!;
    const damping = k1 * (1 - b + (b * list.length) / meanLength);
    const score = terms.reduce((sum, word, at) => {
      const count = list.filter((each) => each === word).length;
      return sum + (weights[at]! * count * (k1 + 1)) / (count + damping);
    }, 0);
    return { ...sentence, score: Math.round(score * 1000) / 1000 };
  });
  return scored.filter(({ score }) => score > 0).toSorted((one, two) => two.score - one.score);
}
