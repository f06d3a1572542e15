import { withDigits } from "./amounts.ts";

/** One token of a sentence. */
export type Word =
  | { kind: "word" | "stop"; text: string }
  | { kind: "number"; text: string; value: number }
  | { kind: "speed"; text: string; mps: number }
  | { kind: "point"; text: string; xM: number; yM: number }
  | { kind: "quote"; text: string; message: string }
  | { kind: "zone"; text: string; names: string[] };

const number = String.raw`-?\d+(?:\.\d+)?`;
/** A decimal comma, as half of Europe writes it; only where another separator parts the two numbers. */
const decimal = String.raw`-?\d+(?:[.,]\d+)?`;
const point = new RegExp(
  [
    String.raw`\(\s*(${decimal})\s*(?:;| \/ |,(?=\s+-?\d+(?:[.,]\d+)?\s*\)))\s*(${decimal})\s*\)`,
    String.raw`\(\s*(${number})\s*,\s*(${number})\s*\)`,
    String.raw`\bx\s*[=:]?\s*(${decimal})\s*[,;]?\s*(?:and |und |et |y )?y\s*[=:]?\s*(${decimal})`,
    String.raw`(?<![\d.,])(${decimal})(?:, +|; *| +\/ +)(${decimal})(?![\d.,])`,
  ].join("|"),
  "gu",
);
const metres = String.raw`met(?:er|re|ro)n?s?`;
const speed = new RegExp(
  String.raw`(\d+(?:[.,]\d+)?)\s*(m\/s|mps|cm\/s|(?:centi)?${metres} (?:per|a|pro|in der|par|por) (?:seconde?|sekunde|segundo)\b|km\/h|kmh|kph|kilo${metres} (?:per|an|pro|in der|par|por|a l) (?:hour|stunde|heure|hora)\b)`,
  "gu",
);
const quote = /"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«\s*([^»]*?)\s*»/gu;
/** Placeholders for parts taken out of the text. */
const mark = "\u0001";
const token = new RegExp(`${mark}\\d+${mark}|\\d+(?:[.,]\\d+)?|\\p{L}+|[.,;:!?]|\\S`, "gu");

/**
 * Splits a sentence into tokens. Quoted text is one token, and so is the name of a zone. It then converts
 * letters to lower case without accents.
 */
export function wordsOf(sentence: string, zones: readonly string[]): Word[] {
  const held: Word[] = [];
  const hold = (word: Word): string => ` ${mark}${held.push(word) - 1}${mark} `;
  const number0 = (text: string | undefined): number => Number((text ?? "").replace(",", "."));
  const unquoted = sentence
    .replaceAll(mark, " ")
    .replaceAll(quote, (all: string, ...groups: (string | undefined)[]) => {
      const message = groups.slice(0, 4).find((group) => group !== undefined) ?? "";
      return hold({ kind: "quote", text: all, message: message.trim() });
    });
  const text = withDigits(plain(unquoted))
    .replaceAll(speed, (all: string, value: string, unit: string) => {
      const share = unit.startsWith("k") ? 1 / 3.6 : unit.startsWith("c") ? 0.01 : 1;
      const mps = number0(value) * share;
      return hold({ kind: "speed", text: all, mps });
    })
    .replaceAll(point, (all: string, ...groups: (string | undefined)[]) => {
      const [xM, yM] = groups.slice(0, 8).filter((group) => group !== undefined);
      return hold({ kind: "point", text: all, xM: number0(xM), yM: number0(yM) });
    });
  const words = (text.match(token) ?? []).map((piece): Word => {
    if (piece.startsWith(mark)) return held[Number(piece.slice(1, -1))]!;
    if (/^\d/.test(piece)) return { kind: "number", text: piece, value: number0(piece) };
    return { kind: /^[.,;:!?]$/.test(piece) ? "stop" : "word", text: piece };
  });
  return withZones(words, zones);
}

/** Returns lower case without accents, apostrophes and hyphens. */
export function plain(text: string): string {
  const parted = text.toLowerCase().replaceAll(/['’]|(?<=\p{L})-(?=\p{L})/gu, " ");
  const small = parted.replaceAll("ß", "ss");
  return small.normalize("NFD").replaceAll(/\p{M}/gu, "");
}

/** Restores the accents of words that `plain` made of the sentence; other words stay as they are. */
export function asWritten(sentence: string): (text: string) => string {
  const spelled =
    sentence
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const forms = new Map(spelled.map((word) => [plain(word), word]));
  return (text) => text.replaceAll(/\p{L}+/gu, (word) => forms.get(word) ?? word);
}

/** Returns how many words `phrase` (words with spaces between them) takes at `at`; 0 if it is not there. */
export function phraseAt(words: readonly Word[], at: number, phrase: string): number {
  const parts = phrase.split(" ");
  const isThere = parts.every((part, index) => {
    const word = words[at + index];
    return (
      word !== undefined && word.kind !== "zone" && word.kind !== "quote" && word.text === part
    );
  });
  return isThere ? parts.length : 0;
}

/** The longest names first, so that "the north yard" is not "the yard". */
function withZones(words: readonly Word[], names: readonly string[]): Word[] {
  const spelled = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const parts = (plain(name).match(token) ?? []).join(" ");
    spelled.set(parts, [...(spelled.get(parts) ?? []), name]);
  }
  const longest = [...spelled].toSorted(([a], [b]) => b.split(" ").length - a.split(" ").length);
  const found: Word[] = [];
  for (let at = 0; at < words.length;) {
    const hit = longest.find(([parts]) => parts !== "" && phraseAt(words, at, parts) > 0);
    if (!hit) {
      found.push(words[at]!);
      at += 1;
      continue;
    }
    found.push({ kind: "zone", text: hit[0], names: hit[1] });
    at += hit[0].split(" ").length;
  }
  return found;
}
