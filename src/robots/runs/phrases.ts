/** What one clause of words asks for. */
export type Phrase =
  | { kind: "patrol"; zones: string[]; laps: number | null; maxSpeedMps: number | null }
  | { kind: "observe"; zones: string[]; seconds: number | null; maxSpeedMps: number | null }
  | { kind: "go_zone"; zone: string; maxSpeedMps: number | null }
  | { kind: "go_point"; xM: number; yM: number; maxSpeedMps: number | null }
  | { kind: "follow"; label: string; seconds: number | null; maxSpeedMps: number | null }
  | { kind: "say"; message: string }
  | { kind: "wait"; seconds: number }
  | { kind: "limit"; maxSpeedMps: number }
  | { kind: "dock" | "undock"; maxSpeedMps: number | null };

/** Words that were read, or the first thing that was not. */
export type Reading =
  | { phrases: Phrase[]; language: string }
  | { problem: string; rule: "unknown_words" | "ambiguous" | "incomplete" | "empty" };

/** The verbs that start a clause. */
export type Verb =
  | "patrol"
  | "observe"
  | "go"
  | "follow"
  | "say"
  | "wait"
  | "dock"
  | "undock"
  | "slow";

/** The words of one language; all in small letters and without accents. */
export interface Lexicon {
  language: string;
  /** Each may be several words; the longest that fits is taken. */
  verbs: Readonly<Record<Verb, readonly string[]>>;
  /** Between two clauses. */
  connectors: readonly string[];
  /** Say nothing: articles, prepositions, politeness. */
  fillers: readonly string[];
  numbers: Readonly<Record<string, number>>;
  times: readonly string[];
  seconds: readonly string[];
  minutes: readonly string[];
  hours: readonly string[];
  /** Without an end. */
  forever: readonly string[];
  slowly: readonly string[];
  /** Words for what a detector can see. */
  labels: Readonly<Record<string, string>>;
}
