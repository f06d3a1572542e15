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

/** A stay at places; without any, in the run's zones, or with `isHere` at the robot's place. */
interface Observation {
  zones: string[];
  isHere: boolean;
  seconds: number | null;
  maxSpeedMps: number | null;
}

/** The reason why words were not read. */
export interface Misreading {
  problem: string;
  rule: "unknown_words" | "ambiguous" | "incomplete" | "empty" | "two_goals" | "stop";
}

/** A refused sentence in its likeliest language, with the understood words. */
export interface RefusedReading extends Misreading {
  language: string;
  understood: string[];
}

/** The phrases that were read, or the first unread part. */
export type PhraseReading = { phrases: Phrase[]; language: string } | RefusedReading;

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

/** The words of one language, all in lower case and without accents, except the first verb of each kind. */
export interface Lexicon {
  language: string;
  /** Each may be several words; the longest that fits wins. Refusals show the first of each kind as written. */
  verbs: Readonly<Record<Verb, readonly string[]>>;
  /** Words between two clauses. */
  connectors: readonly string[];
  /** Words without meaning: articles, prepositions, politeness. */
  fillers: readonly string[];
  /** Words for the place that was named last. */
  pronouns: readonly string[];
  /** Words for a choice of two steps: before each place, and between the steps. */
  goTo: string;
  next: string;
  /** Readable sentences; `{zone}` is the name of a zone. */
  examples: readonly string[];
  numbers: Readonly<Record<string, number>>;
  times: readonly string[];
  seconds: readonly string[];
  minutes: readonly string[];
  hours: readonly string[];
  /** Words before a speed limit. */
  atMost: readonly string[];
  /** Words for "without an end". */
  forever: readonly string[];
  slowly: readonly string[];
  /** Words for the classes of a detector. */
  labels: Readonly<Record<string, string>>;
}
