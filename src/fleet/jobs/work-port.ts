/** An offer that the queue gave to this box. */
export interface ReceivedOffer {
  /** The document of the offer. */
  text: string;
  /** The offer is dealt with: no other box gets it. */
  done(): void;
  /** This box cannot do it now: the queue gives it to a box again after `delayMs`. */
  later(delayMs: number): void;
}

/** A question of one box to another. */
export interface Question {
  name: "claim" | "beat" | "read";
  body: string;
  /** Longest wait for the answer, in milliseconds. */
  withinMs: number;
}

/** Answers a question of another box; undefined where it has no answer. */
export type Answerer = (
  name: Question["name"],
  body: string,
) => Promise<Uint8Array | undefined> | Uint8Array | undefined;

/** The way of work between the boxes of a fleet: a queue of offers, and questions from box to box. */
export interface WorkLink {
  /** True while there is a connection. */
  isUp(): boolean;
  /**
   * Puts an offer into the queue of a need. An id that the queue has had within two minutes changes nothing. False when
   * nobody can say whether the queue has it. Never rejects.
   */
  offer(need: string, id: string, text: string): Promise<boolean>;
  /**
   * Takes the oldest offer of a need; waits for one up to `waitMs` (1000 or more). Undefined without one. Never rejects.
   */
  next(need: string, waitMs: number): Promise<ReceivedOffer | undefined>;
  /** Asks another box; undefined when it does not answer in time, or has no answer. Never rejects. */
  ask(boxId: string, question: Question): Promise<Uint8Array | undefined>;
  /** Answers the questions to this box. Call it once. */
  answer(answerer: Answerer): void;
}
