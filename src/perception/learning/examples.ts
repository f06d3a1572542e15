/**
 * A person's judgement of one object on a picture: a real alarm, a false alarm or a missed object. `unmarked` is a
 * detection below the site's score on a marked picture that nobody has judged.
 */
export type Marking = "real" | "false_alarm" | "miss" | "unmarked";

/** One marked object, as the model sees it on the stored picture. */
export interface Example {
  streamId: string;
  label: string;
  marking: Marking;
  /** Unix milliseconds; neighbours in time are alike and stay in one part when a lesson is checked. */
  atMs: number;
  /** Score of the model's best box there, on the shared scale; null where it has none. */
  score: number | null;
  /** The model's description of that box; null where it has none. */
  features: Float32Array | null;
}

/** An object of the model's golden picture, which every lesson must leave alone. */
export interface GoldenExample {
  label: string;
  box: readonly number[];
  score: number;
  features: Float32Array | null;
}

/**
 * Marked objects as they come out: the more found and the fewer raised, the better. An unmarked box that is raised
 * counts as a false alarm: people mark alarms, so nobody has said what a lower score would raise.
 */
export interface LearningOutcome {
  realFound: number;
  falseRaised: number;
  missesFound: number;
}
