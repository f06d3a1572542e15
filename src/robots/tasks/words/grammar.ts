import { built, type Complements, incomplete, isNothing, more } from "./clauses.ts";
import { lexicons } from "./lexicons.ts";
import type {
  Lexicon,
  Misreading,
  Phrase,
  PhraseReading,
  RefusedReading,
  Verb,
} from "./phrases.ts";
import { beginsWithStop, saysStop } from "./stop-words.ts";
import { asWritten, phraseAt, type Word, wordsOf } from "./words.ts";

type Problem = Misreading;

/** The speed of "slowly", in metres per second. */
const slowMps = 0.3;
/** Words that are a number of times by themselves. */
const aloneTimes = /^(once|twice|\p{L}+mal)$/u;

/**
 * Reads a task in words, offline: a fixed grammar in four languages. It must understand every word, so that
 * the robot does nothing unsaid, and refuses a sentence with a negation, a condition or an unknown name as a
 * whole. It tries `locale` first.
 */
export function readTask(
  sentence: string,
  zones: readonly string[],
  locale: string,
): PhraseReading {
  const words = wordsOf(sentence, zones);
  const own = locale.slice(0, 2).toLowerCase();
  const ordered = lexicons.toSorted(
    (a, b) => Number(b.language === own) - Number(a.language === own),
  );
  if (saysStop(sentence)) return { ...stopMeant, language: ordered[0]!.language, understood: [] };
  let best: RefusedReading | undefined;
  for (const lexicon of ordered) {
    const reader = new Reader(lexicon);
    const reading = reader.read(words);
    if ("phrases" in reading) return reading;
    if (!best || reader.understood.length > best.understood.length) {
      best = { ...reading, language: lexicon.language, understood: reader.understood };
    }
  }
  const refused = inWords(sentence, best!);
  return beginsWithStop(sentence) ? { ...refused, ...stopMeant } : refused;
}

/** Returns the refusal with the original words of the sentence. */
function inWords(sentence: string, refused: RefusedReading): RefusedReading {
  const written = asWritten(sentence);
  const quoted = refused.problem.replaceAll(/“[^”]*”/gu, written);
  return { ...refused, problem: quoted, understood: refused.understood.map(written) };
}

class Reader {
  readonly #lexicon: Lexicon;
  /** Counts understood words: the language with the most is the likeliest. */
  readonly understood: string[] = [];

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  read(words: readonly Word[]): { phrases: Phrase[]; language: string } | Problem {
    const phrases: Phrase[] = [];
    let problem: Problem | null = null;
    const clauses = this.#clauses(words);
    for (const [at, clause] of clauses.entries()) {
      if (saysStop(clause.map(({ text }) => text).join(" "))) {
        // A robot stops where it was sent to; only a person stops anything else.
        const isArrival = phrases.at(-1)?.kind.startsWith("go_") && at === clauses.length - 1;
        if (!isArrival) problem ??= stopMeant;
        continue;
      }
      const read = this.#clause(clause, phrases.at(-1));
      if (read === null) continue;
      if ("problem" in read) problem ??= read;
      else if (!read.isMore) phrases.push(read.phrase);
      else phrases[phrases.length - 1] = read.phrase;
    }
    if (problem) return problem;
    if (phrases.length > 0) return { phrases, language: this.#lexicon.language };
    return { problem: "it says nothing to do", rule: "empty" };
  }

  #clauses(words: readonly Word[]): Word[][] {
    const clauses: Word[][] = [[]];
    for (let at = 0; at < words.length;) {
      const taken = this.#longest(words, at, this.#lexicon.connectors);
      if (words[at]!.kind === "stop" || taken > 0) {
        clauses.push([]);
        at += Math.max(1, taken);
        continue;
      }
      // A verb may hold a connector, as in "go and charge".
      const verb = this.#verbAt(words, at);
      const length = verb?.taken ?? 1;
      clauses.at(-1)!.push(...words.slice(at, at + length));
      at += length;
    }
    return clauses.filter((clause) => clause.length > 0);
  }

  #clause(
    words: readonly Word[],
    before: Phrase | undefined,
  ): { phrase: Phrase; isMore: boolean } | Problem | null {
    let verb: Verb | undefined;
    const rest: Word[] = [];
    for (let at = 0; at < words.length;) {
      const found = verb ? undefined : this.#verbAt(words, at);
      if (found) {
        verb = found.verb;
        this.#note(words, at, found.taken);
      } else rest.push(words[at]!);
      at += found?.taken ?? 1;
    }
    const complements = this.#complements(rest, verb);
    if ("problem" in complements) {
      const why = verb === "say" ? ": what is said stands in quotes" : "";
      return { ...complements, problem: `${complements.problem}${why}` };
    }
    if (complements.isBack && !before) return incomplete("no place was named before");
    if (verb) return built(verb, complements, { before, lexicon: this.#lexicon });
    // Politeness alone.
    if (isNothing(complements)) return null;
    return before
      ? more(before, complements, this.#lexicon)
      : incomplete("the first clause has no verb");
  }

  #complements(words: readonly Word[], verb: Verb | undefined): Complements | Problem {
    const complements: Complements = {
      zones: [],
      points: [],
      messages: [],
      labels: [],
      isBack: false,
      laps: null,
      seconds: null,
      isForever: false,
      maxSpeedMps: null,
    };
    for (let at = 0; at < words.length;) {
      // A number in a wait can mean nothing else.
      const isBare = verb === "wait" && words.length === at + 1 && words[at]!.kind === "number";
      const taken = isBare
        ? this.#wait(words[at]!, complements)
        : this.#take(words, at, complements);
      if (typeof taken !== "number") return taken;
      this.#note(words, at, taken);
      at += taken;
    }
    return complements;
  }

  #note(words: readonly Word[], at: number, taken: number): void {
    this.understood.push(...words.slice(at, at + taken).map(({ text }) => text.trim()));
  }

  #take(words: readonly Word[], at: number, complements: Complements): number | Problem {
    const word = words[at]!;
    switch (word.kind) {
      case "zone":
        if (word.names.length > 1) {
          return { problem: `“${word.text}” may be ${word.names.join(" or ")}`, rule: "ambiguous" };
        }
        complements.zones.push(word.names[0]!);
        return 1;
      case "point":
        complements.points.push(word);
        return 1;
      case "speed":
        complements.maxSpeedMps = word.mps;
        return 1;
      case "quote":
        complements.messages.push(word.message);
        return 1;
      case "number":
        return this.#amount(words, at, complements);
      default:
        return this.#word(words, at, complements);
    }
  }

  #word(words: readonly Word[], at: number, complements: Complements): number | Problem {
    const { labels, forever, slowly, fillers, numbers, pronouns } = this.#lexicon;
    const { text } = words[at]!;
    const most = this.#longest(words, at, this.#lexicon.atMost);
    if (most > 0 && words[at + most]?.kind === "speed") return most;
    const endless = this.#longest(words, at, forever);
    if (endless > 0) {
      complements.isForever = true;
      return endless;
    }
    if (Object.hasOwn(numbers, text)) return this.#amount(words, at, complements);
    if (pronouns.includes(text)) complements.isBack = true;
    else if (slowly.includes(text)) complements.maxSpeedMps = slowMps;
    else if (Object.hasOwn(labels, text)) complements.labels.push(labels[text]!);
    else if (!fillers.includes(text)) return unknown(text);
    return 1;
  }

  #wait(word: Word, complements: Complements): number {
    complements.seconds = word.kind === "number" ? word.value : null;
    return 1;
  }

  /** A number with its unit. */
  #amount(words: readonly Word[], at: number, complements: Complements): number | Problem {
    const word = words[at]!;
    const value = word.kind === "number" ? word.value : this.#lexicon.numbers[word.text]!;
    const unit = words[at + 1]?.text ?? "";
    const { times, seconds, minutes, hours } = this.#lexicon;
    const scale = [seconds, minutes, hours].findIndex((names) => names.includes(unit));
    if (scale >= 0) {
      complements.seconds = (complements.seconds ?? 0) + value * [1, 60, 3600][scale]!;
      return 2;
    }
    const isTimes = times.includes(unit) || unit === "x";
    if (!isTimes && !aloneTimes.test(word.text)) return unknown(word.text);
    if (!Number.isInteger(value) || value < 1) return unknown(word.text);
    complements.laps = value;
    return isTimes ? 2 : 1;
  }

  #verbAt(words: readonly Word[], at: number): { verb: Verb; taken: number } | undefined {
    let best: { verb: Verb; taken: number } | undefined;
    for (const [verb, phrases] of Object.entries(this.#lexicon.verbs)) {
      const taken = this.#longest(words, at, phrases);
      if (taken > (best?.taken ?? 0)) best = { verb: verb as Verb, taken };
    }
    return best;
  }

  #longest(words: readonly Word[], at: number, phrases: readonly string[]): number {
    return phrases.reduce((most, phrase) => Math.max(most, phraseAt(words, at, phrase)), 0);
  }
}

const stopMeant: Problem = {
  problem:
    "a run does not stop a robot. Press Stop on the robot's page, or call POST /api/v1/robots/<robot_id>/stop",
  rule: "stop",
};

function unknown(text: string): Problem {
  return { problem: `“${text}” is not understood`, rule: "unknown_words" };
}
