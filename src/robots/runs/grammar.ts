import { lexicons } from "./lexicons.ts";
import type { Lexicon, Phrase, Reading, Verb } from "./phrases.ts";
import { phraseAt, type Word, wordsOf } from "./words.ts";

/** What "slowly" means, in metres per second. */
const slowMps = 0.3;
/** Words that are a number of times by themselves. */
const aloneTimes = /^(once|twice|\p{L}+mal)$/u;

type Problem = Extract<Reading, { problem: string }>;

/** What a clause says besides its verb. */
interface Complements {
  zones: string[];
  points: { xM: number; yM: number }[];
  messages: string[];
  labels: string[];
  laps: number | null;
  seconds: number | null;
  isForever: boolean;
  maxSpeedMps: number | null;
}

/**
 * Reads a task in words, offline: a fixed grammar in four languages. Every word must be understood,
 * so that nothing is done that was not said, and a sentence with a negation, a condition or a name
 * that nobody knows is refused whole. `locale` is tried first.
 */
export function readTask(sentence: string, zones: readonly string[], locale: string): Reading {
  const words = wordsOf(sentence, zones);
  const own = locale.slice(0, 2).toLowerCase();
  const ordered = lexicons.toSorted(
    (a, b) => Number(b.language === own) - Number(a.language === own),
  );
  let best: { reading: Problem; understood: number } | undefined;
  for (const lexicon of ordered) {
    const reader = new Reader(lexicon);
    const reading = reader.read(words);
    if ("phrases" in reading) return reading;
    if (!best || reader.understood > best.understood) {
      best = { reading, understood: reader.understood };
    }
  }
  return best!.reading;
}

class Reader {
  readonly #lexicon: Lexicon;
  /** Words that were understood: the language in which most are is the likeliest. */
  understood = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  read(words: readonly Word[]): Reading {
    const phrases: Phrase[] = [];
    let problem: Problem | null = null;
    for (const clause of this.#clauses(words)) {
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
        this.understood += found.taken;
      } else rest.push(words[at]!);
      at += found?.taken ?? 1;
    }
    const said = this.#complements(rest);
    if ("problem" in said) {
      const why = verb === "say" ? ": what is said stands in quotes" : "";
      return { ...said, problem: `${said.problem}${why}` };
    }
    if (verb) return built(verb, said);
    // Politeness alone.
    if (isNothing(said)) return null;
    return before ? more(before, said) : incomplete("the first clause has no verb");
  }

  #complements(words: readonly Word[]): Complements | Problem {
    const said: Complements = {
      zones: [],
      points: [],
      messages: [],
      labels: [],
      laps: null,
      seconds: null,
      isForever: false,
      maxSpeedMps: null,
    };
    for (let at = 0; at < words.length;) {
      const taken = this.#take(words, at, said);
      if (typeof taken !== "number") return taken;
      this.understood += taken;
      at += taken;
    }
    return said;
  }

  #take(words: readonly Word[], at: number, said: Complements): number | Problem {
    const word = words[at]!;
    switch (word.kind) {
      case "zone":
        if (word.names.length > 1) {
          return { problem: `“${word.text}” may be ${word.names.join(" or ")}`, rule: "ambiguous" };
        }
        said.zones.push(word.names[0]!);
        return 1;
      case "point":
        said.points.push(word);
        return 1;
      case "speed":
        said.maxSpeedMps = word.mps;
        return 1;
      case "quote":
        said.messages.push(word.message);
        return 1;
      case "number":
        return this.#amount(words, at, said);
      default:
        return this.#word(words, at, said);
    }
  }

  #word(words: readonly Word[], at: number, said: Complements): number | Problem {
    const { labels, forever, slowly, fillers, numbers } = this.#lexicon;
    const { text } = words[at]!;
    const endless = this.#longest(words, at, forever);
    if (endless > 0) {
      said.isForever = true;
      return endless;
    }
    if (Object.hasOwn(numbers, text)) return this.#amount(words, at, said);
    if (slowly.includes(text)) said.maxSpeedMps = slowMps;
    else if (Object.hasOwn(labels, text)) said.labels.push(labels[text]!);
    else if (!fillers.includes(text)) return unknown(text);
    return 1;
  }

  /** A number with what it counts. */
  #amount(words: readonly Word[], at: number, said: Complements): number | Problem {
    const word = words[at]!;
    const value = word.kind === "number" ? word.value : this.#lexicon.numbers[word.text]!;
    const unit = words[at + 1]?.text ?? "";
    const { times, seconds, minutes, hours } = this.#lexicon;
    const scale = [seconds, minutes, hours].findIndex((names) => names.includes(unit));
    if (scale >= 0) {
      said.seconds = value * [1, 60, 3600][scale]!;
      return 2;
    }
    const isTimes = times.includes(unit) || unit === "x";
    if (!isTimes && !aloneTimes.test(word.text)) return unknown(word.text);
    if (!Number.isInteger(value) || value < 1) return unknown(word.text);
    said.laps = value;
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

function isNothing(said: Complements): boolean {
  const { zones, points, messages, labels, laps, seconds, isForever, maxSpeedMps } = said;
  const isOpen = laps !== null || seconds !== null || isForever || maxSpeedMps !== null;
  return !isOpen && [zones, points, messages, labels].every((list) => list.length === 0);
}

function built(verb: Verb, said: Complements): { phrase: Phrase; isMore: boolean } | Problem {
  const stray = strayOf(verb, said);
  if (stray !== null) return { problem: stray, rule: "unknown_words" };
  const phrase = phraseOf(verb, said);
  return "problem" in phrase ? phrase : { phrase, isMore: false };
}

type Part = "zones" | "points" | "messages" | "labels" | "laps" | "time" | "speed";

/** What each verb takes. */
const takes: Record<Verb, readonly Part[]> = {
  patrol: ["zones", "laps", "time", "speed"],
  observe: ["zones", "time", "speed"],
  go: ["zones", "points", "speed"],
  follow: ["labels", "time", "speed"],
  say: ["messages"],
  wait: ["time"],
  dock: ["speed"],
  undock: ["speed"],
  slow: ["speed"],
};

function strayOf(verb: Verb, said: Complements): string | null {
  const given: Record<Part, boolean> = {
    zones: said.zones.length > 0,
    points: said.points.length > 0,
    messages: said.messages.length > 0,
    labels: said.labels.length > 0,
    laps: said.laps !== null,
    time: said.seconds !== null || said.isForever,
    speed: said.maxSpeedMps !== null,
  };
  const stray = (Object.keys(given) as Part[]).find(
    (part) => given[part] && !takes[verb].includes(part),
  );
  return stray === undefined ? null : `“${verb}” goes with no ${stray}`;
}

function phraseOf(verb: Verb, said: Complements): Phrase | Problem {
  switch (verb) {
    case "patrol":
      return patrolOf(said);
    case "go":
      return goOf(said);
    case "follow":
      return followOf(said);
    case "observe":
      return {
        kind: "observe",
        zones: said.zones,
        seconds: timeOf(said),
        maxSpeedMps: said.maxSpeedMps,
      };
    default:
      return plainOf(verb, said);
  }
}

function plainOf(verb: "say" | "wait" | "slow" | "dock" | "undock", said: Complements) {
  const { messages, maxSpeedMps } = said;
  const seconds = timeOf(said);
  switch (verb) {
    case "say":
      if (messages.length !== 1 || messages[0] === "") {
        return incomplete("what is said stands in quotes");
      }
      return { kind: "say", message: messages[0]! } as const;
    case "wait":
      if (seconds === null) return incomplete("it waits for a time, such as 30 seconds");
      return { kind: "wait", seconds } as const;
    case "slow":
      if (maxSpeedMps === null) return incomplete("a speed is missing, such as 0.5 m/s");
      return { kind: "limit", maxSpeedMps } as const;
    default:
      return { kind: verb, maxSpeedMps };
  }
}

function patrolOf(said: Complements): Phrase | Problem {
  if (said.seconds !== null) return incomplete("a patrol has laps, not a time");
  const { zones, maxSpeedMps } = said;
  return { kind: "patrol", zones, laps: said.isForever ? Infinity : said.laps, maxSpeedMps };
}

function goOf({ zones, points, maxSpeedMps }: Complements): Phrase | Problem {
  if (zones.length + points.length !== 1) return incomplete("it goes to one zone or place");
  const [point] = points;
  if (!point) return { kind: "go_zone", zone: zones[0]!, maxSpeedMps };
  return { kind: "go_point", xM: point.xM, yM: point.yM, maxSpeedMps };
}

function followOf(said: Complements): Phrase | Problem {
  const { labels, maxSpeedMps } = said;
  if (labels.length !== 1) return incomplete("it follows one kind of thing, such as a person");
  return { kind: "follow", label: labels[0]!, seconds: timeOf(said), maxSpeedMps };
}

/** Infinity stands for "until it is cancelled" until the plan is made. */
function timeOf({ isForever, seconds }: Complements): number | null {
  return isForever ? Infinity : seconds;
}

/** A clause without a verb says more of the one before: further zones, laps, a time, a speed. */
function more(before: Phrase, said: Complements): { phrase: Phrase; isMore: boolean } | Problem {
  if (said.points.length + said.messages.length + said.labels.length > 0) return noVerb;
  const phrase = { ...before };
  const problem = moreZones(phrase, said) ?? moreLength(phrase, said);
  if (problem) return problem;
  if (said.maxSpeedMps !== null) {
    if (!("maxSpeedMps" in phrase)) return noVerb;
    phrase.maxSpeedMps = said.maxSpeedMps;
  }
  return { phrase, isMore: true };
}

function moreZones(phrase: Phrase, { zones }: Complements): Problem | null {
  if (zones.length === 0) return null;
  if (phrase.kind !== "patrol" && phrase.kind !== "observe") return noVerb;
  phrase.zones = [...phrase.zones, ...zones];
  return null;
}

function moreLength(phrase: Phrase, said: Complements): Problem | null {
  const { laps, isForever } = said;
  if (phrase.kind === "patrol") {
    if (said.seconds !== null) return incomplete("a patrol has laps, not a time");
    if (laps !== null || isForever) phrase.laps = isForever ? Infinity : laps;
    return null;
  }
  if (laps !== null) return incomplete("only a patrol has laps");
  const seconds = timeOf(said);
  if (seconds === null) return null;
  if (phrase.kind !== "observe" && phrase.kind !== "follow") return noVerb;
  phrase.seconds = seconds;
  return null;
}

const noVerb: Problem = { problem: "a clause has no verb", rule: "incomplete" };

function unknown(text: string): Problem {
  return { problem: `“${text}” is not understood`, rule: "unknown_words" };
}

function incomplete(problem: string): Problem {
  return { problem, rule: "incomplete" };
}
