import type { Part } from "../../base/core/parts.ts";

/** What became of a message: the broker has it, the connection ended first, or the broker refuses it. */
export type SendOutcome = "taken" | "lost" | "refused";

/** A message on its way out. */
export interface BusMessage {
  topic: string;
  /** Empty and retained: the broker forgets what it kept under the topic. */
  payload: string;
  qos: 0 | 1;
  isRetained: boolean;
  /** Of an answer: what the asker sent along. */
  correlation?: Uint8Array;
}

/** A message that came in. */
export interface BusCommand {
  topic: string;
  payload: Uint8Array;
  /** Kept by the broker, or to be kept: it may be from any time. */
  isRetained: boolean;
  responseTopic?: string;
  correlation?: Uint8Array;
}

/** Hears of the connection. Nothing of it may throw. */
export interface BusListener {
  onUp(): void;
  onDown(): void;
  onMessage(message: BusCommand): void;
}

/** How the connection is. */
export interface BusState {
  isUp: boolean;
  /** Unix milliseconds since which it is as it is. */
  sinceMs: number;
  /** What is wrong, in words; null while all is well. */
  problem: string | null;
}

/**
 * The connection to the site's broker. It is kept up by itself. Nothing that was not acknowledged on one
 * connection is ever sent on the next by the link itself: the sender decides what is still true.
 */
export interface BusLink extends Part {
  /** Set before the start; topics with wildcards that are subscribed to on each connection. */
  listen(listener: BusListener, topics: readonly string[]): void;
  state(): BusState;
  /** With QoS 1 settles at the broker's acknowledgement, with QoS 0 once it is on its way. Never rejects. */
  send(message: BusMessage): Promise<SendOutcome>;
}
