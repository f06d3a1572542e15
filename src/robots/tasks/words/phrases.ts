/** The meaning of one clause of words. */
export type Phrase =
  | { kind: "patrol"; zones: string[]; laps: number | null; maxSpeedMps: number | null }
  | ({ kind: "observe" } & Observation)
  | ({ kind: "look_for" | "count"; label: string } & Observation)
  | { kind: "go_zone"; zone: string; maxSpeedMps: number | null }
  | { kind: "go_point"; xM: number; yM: number; maxSpeedMps: number | null }
  | { kind: "follow"; label: string; seconds: number | null; maxSpeedMps: number | null }
  | { kind: "say"; message: string }
  | { kind: "wait"; seconds: number }
  | { kind: "limit"; maxSpeedMps: number }
  | { kind: "dock" | "undock"; maxSpeedMps: number | null };

/** A stay at places; without any, where the run's zones say, or `isHere`, where the robot is. */
interface Observation {
  zones: string[];
  isHere: boolean;
  seconds: number | null;
  maxSpeedMps: number | null;
}

/** Why words were not read. */
export interface Misreading {
  problem: string;
  rule: "unknown_words" | "ambiguous" | "incomplete" | "empty" | "two_goals" | "stop";
}

/** A sentence that was refused: in the likeliest language, with what of it was understood. */
export interface RefusedReading extends Misreading {
  language: string;
  understood: string[];
}

/** Words that were read, or the first thing that was not. */
export type Reading = { phrases: Phrase[]; language: string } | RefusedReading;

/** The verbs that start a clause. */
export type Verb =
  | "patrol"
  | "observe"
  | "look_for"
  | "count"
  | "go"
  | "return"
  | "follow"
  | "say"
  | "wait"
  | "dock"
  | "undock"
  | "slow";

/** The words of one language; all in small letters and without accents, but for the first verb of each kind. */
export interface Lexicon {
  language: string;
  /** Each may be several words; the longest that fits is taken. Refusals show the first of each kind as written. */
  verbs: Readonly<Record<Verb, readonly string[]>>;
  /** Between two clauses. */
  connectors: readonly string[];
  /** Say nothing: articles, prepositions, politeness. */
  fillers: readonly string[];
  /** Stand for the place that was named last. */
  pronouns: readonly string[];
  /** Of two steps that are offered for one: before each place, and between the steps. */
  goTo: string;
  next: string;
  /** Sentences that the grammar reads; `{zone}` is the name of a zone. */
  examples: readonly string[];
  numbers: Readonly<Record<string, number>>;
  times: readonly string[];
  seconds: readonly string[];
  minutes: readonly string[];
  hours: readonly string[];
  /** Before a speed that is not to be exceeded. */
  atMost: readonly string[];
  /** Without an end. */
  forever: readonly string[];
  slowly: readonly string[];
  /** Words for what a detector can see. */
  labels: Readonly<Record<string, string>>;
}
