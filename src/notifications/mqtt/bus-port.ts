import type { Part } from "../../base/core/parts.ts";

/**
 * Outcome of a message: the broker has it, the connection ended first, or the broker refuses it.
 */
export type SendOutcome = "taken" | "lost" | "refused";

/** An outgoing message. */
export interface BusMessage {
  topic: string;
  /** Empty with `retain`: the broker removes its retained message of the topic. */
  payload: string | Uint8Array;
  qos: 0 | 1;
  isRetained: boolean;
  /** Correlation data of the request that this message answers. */
  correlation?: Uint8Array;
}

/** An incoming message. */
export interface BusCommand {
  topic: string;
  payload: Uint8Array;
  /** True for a retained message: it may be of any age. */
  isRetained: boolean;
  responseTopic?: string;
  correlation?: Uint8Array;
}

/** Receives changes of the connection. Its methods must not throw. */
export interface BusListener {
  onUp(): void;
  onDown(): void;
  onMessage(message: BusCommand): void;
}

/** State of the connection. */
export interface BusState {
  isUp: boolean;
  /** Begin of this state, Unix milliseconds. */
  sinceMs: number;
  /** The fault, in words; null without one. */
  problem: string | null;
}

/**
 * The connection to the site's broker, which reconnects by itself. The link never repeats a message
 * on a new connection: the sender decides which ones are still true.
 */
export interface BusLink extends Part {
  /**
   * Sets the listener and its topic filters, which the link subscribes to on each connection. Call
   * it before the start.
   */
  listen(listener: BusListener, topics: readonly string[]): void;
  state(): BusState;
  /**
   * With QoS 1 settles at the broker's acknowledgement, with QoS 0 once the message is sent. Never
   * rejects.
   */
  send(message: BusMessage): Promise<SendOutcome>;
}
