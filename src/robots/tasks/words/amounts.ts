/** Small numbers in words that precede a unit, without accents. */
const small: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  ein: 1,
  eine: 1,
  einer: 1,
  einem: 1,
  einen: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  uno: 1,
  una: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  an: 1,
  a: 1,
};
const n = String.raw`(\d+|${Object.keys(small).join("|")})`;
const metre = String.raw`met(?:er|re|ro)n?s?`;
const hours = "hours?|stunden?|heures?|horas?|h";
const units = `${hours}|minutes?|minuten?|minutos?|mins?|seconds?|sekunden?|secondes?|segundos?|secs?`;

type SpokenAmount = readonly [pattern: RegExp, digits: (groups: readonly string[]) => string];

const valueOf = (word: string): number => small[word] ?? Number(word);

/** Amounts in words with their digits; the longer ones first. */
const spokenAmounts: readonly SpokenAmount[] = [
  // Two and a half hours, deux heures et demie, dos horas y media.
  [
    new RegExp(String.raw`\b${n} and a half (${units}|${metre})\b`, "gu"),
    ([a, b]) => `${valueOf(a!) + 0.5} ${b}`,
  ],
  [
    new RegExp(String.raw`\b${n} (${units}) (?:and a half|et demie?|y media|y medio)\b`, "gu"),
    ([a, b]) => `${valueOf(a!) + 0.5} ${b}`,
  ],
  [/\bhora y media\b/gu, () => "1.5 horas"],
  [new RegExp(String.raw`\b(zwei|drei|vier|funf)einhalb\b`, "gu"), ([a]) => `${valueOf(a!) + 0.5}`],
  [/\b(?:anderthalb|eineinhalb)\b/gu, () => "1.5"],
  // Three quarters and a quarter of an hour.
  [
    /\bthree quarters of an hour\b|\b(?:eine[r]? )?dreiviertelstunde\b|\btrois quarts d heure\b|\btres cuartos de hora\b/gu,
    () => "45 min",
  ],
  [
    /\b(?:a )?quarter of an hour\b|\b(?:eine[r]? )?viertelstunde\b|\b(?:un )?quart d heure\b|\b(?:un )?cuarto de hora\b/gu,
    () => "15 min",
  ],
  // Half an hour, eine halbe Stunde, une demi heure, media hora; half a metre.
  [
    new RegExp(
      String.raw`\b(?:half an? |a half |(?:eine[rnm]? |einem )?halbe[nmrs]? |(?:d )?une? demi |medi[ao] )(${units}|${metre})\b`,
      "gu",
    ),
    ([a]) => `0.5 ${a}`,
  ],
  // 1h30, and one duration in two units.
  [/\b(\d+) ?h ?(\d{2})\b/gu, ([a, b]) => `${Number(a) * 60 + Number(b)} min`],
  [
    new RegExp(String.raw`\b${n} (${hours})(?:,| and| und| et| y)? ${n} (${units})\b`, "gu"),
    ([a, b, c, d]) => `${valueOf(a!)} ${b} ${valueOf(c!)} ${d}`,
  ],
  // An hour, una hora, two metres.
  [new RegExp(String.raw`\b${n} (${units}|${metre})\b`, "gu"), ([a, b]) => `${valueOf(a!)} ${b}`],
];

/**
 * The sentence with spoken durations and lengths as digits: "anderthalb stunden" becomes "1.5 stunden". Takes
 * lower case without accents, as `plain` returns it.
 */
export function withDigits(text: string): string {
  return spokenAmounts.reduce(
    (before, [pattern, digits]) =>
      before.replaceAll(pattern, (_all: string, ...groups: string[]) => digits(groups)),
    text,
  );
}
