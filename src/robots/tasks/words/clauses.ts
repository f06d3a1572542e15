import type { Lexicon, Misreading, Phrase, Verb } from "./phrases.ts";

type Problem = Misreading;

/** The complements of a clause's verb. */
export interface Complements {
  zones: string[];
  points: { xM: number; yM: number }[];
  messages: string[];
  labels: string[];
  /** It refers to the place named before. */
  isBack: boolean;
  laps: number | null;
  seconds: number | null;
  isForever: boolean;
  maxSpeedMps: number | null;
}

/** True when it names no action of a robot, as politeness does. */
export function isNothing(complements: Complements): boolean {
  const { zones, points, messages, labels, laps, seconds, isForever, maxSpeedMps } = complements;
  const isOpen = laps !== null || seconds !== null || isForever || maxSpeedMps !== null;
  return !isOpen && [zones, points, messages, labels].every((list) => list.length === 0);
}

/** The context of a clause: the phrase before it, and its language. */
export interface ClauseContext {
  before: Phrase | undefined;
  lexicon: Lexicon;
}

/** Returns the phrase of a clause with this verb, or the reason why there is none. */
export function built(
  verb: Verb,
  complements: Complements,
  context: ClauseContext,
): { phrase: Phrase; isMore: boolean } | Problem {
  const stray = strayOf(verb, complements);
  if (stray !== null) return { problem: stray, rule: "unknown_words" };
  const phrase = phraseOf(verb, complements, context);
  return "problem" in phrase ? phrase : { phrase, isMore: false };
}

type Part = "zones" | "points" | "messages" | "labels" | "laps" | "time" | "speed";

/** The complements that each verb takes. */
const takes: Record<Verb, readonly Part[]> = {
  patrol: ["zones", "laps", "time", "speed"],
  observe: ["zones", "time", "speed"],
  look_for: ["zones", "labels", "time", "speed"],
  count: ["zones", "labels", "time", "speed"],
  return: ["zones", "points", "speed"],
  go: ["zones", "points", "speed"],
  follow: ["labels", "time", "speed"],
  say: ["messages"],
  wait: ["time"],
  dock: ["speed"],
  undock: ["speed"],
  slow: ["speed"],
};

function strayOf(verb: Verb, complements: Complements): string | null {
  const present: Record<Part, boolean> = {
    zones: complements.zones.length > 0,
    points: complements.points.length > 0,
    messages: complements.messages.length > 0,
    labels: complements.labels.length > 0,
    laps: complements.laps !== null,
    time: complements.seconds !== null || complements.isForever,
    speed: complements.maxSpeedMps !== null,
  };
  const stray = (Object.keys(present) as Part[]).find(
    (part) => present[part] && !takes[verb].includes(part),
  );
  return stray === undefined ? null : `“${verb.replace("_", " ")}” goes with no ${stray}`;
}

function phraseOf(verb: Verb, complements: Complements, context: ClauseContext): Phrase | Problem {
  switch (verb) {
    case "look_for":
    case "count":
      return searchOf(verb, complements, context);
    case "return":
      return complements.zones.length + complements.points.length === 0
        ? { kind: "dock", maxSpeedMps: complements.maxSpeedMps }
        : goOf(complements, context);
    case "patrol":
      return patrolOf(complements);
    case "go":
      return goOf(complements, context);
    case "follow":
      return followOf(complements);
    case "observe":
      return { kind: "observe", ...observationOf(complements, context) };
    default:
      return plainOf(verb, complements);
  }
}

function plainOf(verb: "say" | "wait" | "slow" | "dock" | "undock", complements: Complements) {
  const { messages, maxSpeedMps } = complements;
  const seconds = timeOf(complements);
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

function patrolOf(complements: Complements): Phrase | Problem {
  if (complements.seconds !== null) return incomplete("a patrol has laps, not a time");
  const { zones, maxSpeedMps } = complements;
  return {
    kind: "patrol",
    zones,
    laps: complements.isForever ? Infinity : complements.laps,
    maxSpeedMps,
  };
}

function observationOf(complements: Complements, { before }: ClauseContext) {
  const { zones, maxSpeedMps } = complements;
  const place = zones.length > 0 ? { zones, isHere: false } : placeOf(before, complements.isBack);
  return { ...place, seconds: timeOf(complements), maxSpeedMps };
}

/** Returns the place of a stay without a zone: the destination of the previous clause. */
function placeOf(
  before: Phrase | undefined,
  isBack: boolean,
): { zones: string[]; isHere: boolean } {
  if (before?.kind === "go_zone" || before?.kind === "go_point") return { zones: [], isHere: true };
  const named = isBack && before && "zones" in before ? before.zones : [];
  return { zones: [...named], isHere: false };
}

function searchOf(
  kind: "look_for" | "count",
  complements: Complements,
  context: ClauseContext,
): Phrase | Problem {
  if (complements.labels.length !== 1) {
    return incomplete(
      `it ${kind === "count" ? "counts" : "looks for"} one kind of thing, such as people`,
    );
  }
  return { kind, label: complements.labels[0]!, ...observationOf(complements, context) };
}

function goOf(
  { zones, points, maxSpeedMps }: Complements,
  { lexicon: { goTo, next } }: ClauseContext,
): Phrase | Problem {
  const places = [...zones, ...points.map(({ xM, yM }) => `(${xM}, ${yM})`)];
  if (places.length > 1) {
    const steps = places.map((place) => `${goTo} ${place}`).join(next);
    const problem = `it goes to one zone or place at a time: say “${steps}”`;
    return { problem, rule: "two_goals" };
  }
  if (places.length === 0) return incomplete("it goes to one zone or place");
  const [point] = points;
  if (!point) return { kind: "go_zone", zone: zones[0]!, maxSpeedMps };
  return { kind: "go_point", xM: point.xM, yM: point.yM, maxSpeedMps };
}

function followOf(complements: Complements): Phrase | Problem {
  const { labels, maxSpeedMps } = complements;
  if (labels.length !== 1) return incomplete("it follows one kind of thing, such as a person");
  return { kind: "follow", label: labels[0]!, seconds: timeOf(complements), maxSpeedMps };
}

/** Infinity stands for "until it is cancelled" until the plan is compiled. */
function timeOf({ isForever, seconds }: Complements): number | null {
  return isForever ? Infinity : seconds;
}

/** A clause without a verb extends the previous one: further zones, laps, a time, a speed. */
export function more(
  before: Phrase,
  complements: Complements,
  lexicon: Lexicon,
): { phrase: Phrase; isMore: boolean } | Problem {
  const isGoal = complements.zones.length + complements.points.length > 0;
  if (isGoal && (before.kind === "go_zone" || before.kind === "go_point")) {
    const first = before.kind === "go_zone" ? { zones: [before.zone] } : { points: [before] };
    const [zones, points] = [first.zones ?? [], first.points ?? []];
    const both = {
      ...complements,
      zones: [...zones, ...complements.zones],
      points: [...points, ...complements.points],
    };
    return goOf(both, { before, lexicon }) as Problem;
  }
  if (complements.points.length + complements.messages.length + complements.labels.length > 0)
    return noVerb;
  const phrase = { ...before };
  const problem = moreZones(phrase, complements) ?? moreLength(phrase, complements);
  if (problem) return problem;
  if (complements.maxSpeedMps !== null) {
    if (!("maxSpeedMps" in phrase)) return noVerb;
    phrase.maxSpeedMps = complements.maxSpeedMps;
  }
  return { phrase, isMore: true };
}

function moreZones(phrase: Phrase, { zones }: Complements): Problem | null {
  if (zones.length === 0) return null;
  if (!("zones" in phrase)) return noVerb;
  phrase.zones = [...phrase.zones, ...zones];
  return null;
}

function moreLength(phrase: Phrase, complements: Complements): Problem | null {
  const { laps, isForever } = complements;
  if (phrase.kind === "patrol") {
    if (complements.seconds !== null) return incomplete("a patrol has laps, not a time");
    if (laps !== null || isForever) phrase.laps = isForever ? Infinity : laps;
    return null;
  }
  if (laps !== null) return incomplete("only a patrol has laps");
  const seconds = timeOf(complements);
  if (seconds === null) return null;
  if (phrase.kind === "wait" || !("seconds" in phrase)) return noVerb;
  if (phrase.seconds !== null) return incomplete("it has two durations");
  phrase.seconds = seconds;
  return null;
}

const noVerb: Problem = { problem: "a clause has no verb", rule: "incomplete" };

/** The refusal of an incomplete clause. */
export function incomplete(problem: string): Problem {
  return { problem, rule: "incomplete" };
}
