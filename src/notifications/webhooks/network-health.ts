import type { Clock } from "../../base/core/clock.ts";
import type { Network, Reach } from "./outbound-port.ts";

/** The result of an attempt for the network. */
export interface NetworkOutcome {
  reach: Reach;
  network: Network | null;
}

interface RecentOutcome extends NetworkOutcome {
  origin: string;
  network: Network;
  atMs: number;
}

/** Time for which an outcome is meaningful. */
const reachedMs = 10 * 60_000;
const failedMs = 30 * 60_000;

/**
 * Judges from recent deliveries whether this box has a network. It has none when no receiver was reached
 * lately and either the operating system says so or two different receivers could not be reached. It judges
 * the internet and the site's own networks apart, because either can work alone.
 */
export class NetworkHealth {
  readonly #clock: Clock;
  /** Newest outcome of each webhook; bounded by the registrations. */
  readonly #recent = new Map<string, RecentOutcome>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records an attempt; returns true when the box's own network made it fail. */
  note(webhook: { id: string; url: string }, outcome: NetworkOutcome): boolean {
    const { reach } = outcome;
    if (reach === "unknown") return false;
    const network = outcome.network ?? this.#recent.get(webhook.id)?.network ?? "public";
    const { origin } = new URL(webhook.url);
    this.#recent.set(webhook.id, { reach, network, origin, atMs: this.#clock.monoMs() });
    return reach !== "reached" && this.#isDown(network);
  }

  forget(webhookId: string): void {
    this.#recent.delete(webhookId);
  }

  #isDown(network: Network): boolean {
    const nowMs = this.#clock.monoMs();
    const recent = [...this.#recent.values()].filter(
      (each) =>
        each.network === network &&
        nowMs - each.atMs <= (each.reach === "reached" ? reachedMs : failedMs),
    );
    if (recent.some(({ reach }) => reach === "reached")) return false;
    if (recent.some(({ reach }) => reach === "cut")) return true;
    return new Set(recent.map(({ origin }) => origin)).size >= 2;
  }
}
