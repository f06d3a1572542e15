import type { Clock } from "../../base/core/clock.ts";
import type { Network, Reach } from "./outbound-port.ts";

/** How an attempt ended, as far as the network is concerned. */
export interface NetworkOutcome {
  reach: Reach;
  network: Network | null;
}

interface Seen extends NetworkOutcome {
  origin: string;
  network: Network;
  atMs: number;
}

/** How long an outcome says something about now. */
const reachedMs = 10 * 60_000;
const failedMs = 30 * 60_000;

/**
 * Whether this box has a network, told by what really happened to deliveries: it has none when nothing
 * was reached lately and either the system says so or two different receivers could not be reached. The
 * internet and the site's own networks are judged apart, for either can be there alone.
 */
export class Uplink {
  readonly #clock: Clock;
  /** Newest outcome of each webhook; bounded by the registrations. */
  readonly #seen = new Map<string, Seen>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of an attempt; says whether the box's own network is to blame for it. */
  note(webhook: { id: string; url: string }, outcome: NetworkOutcome): boolean {
    const { reach } = outcome;
    if (reach === "unknown") return false;
    const network = outcome.network ?? this.#seen.get(webhook.id)?.network ?? "public";
    const { origin } = new URL(webhook.url);
    this.#seen.set(webhook.id, { reach, network, origin, atMs: this.#clock.monoMs() });
    return reach !== "reached" && this.#isDown(network);
  }

  forget(webhookId: string): void {
    this.#seen.delete(webhookId);
  }

  #isDown(network: Network): boolean {
    const nowMs = this.#clock.monoMs();
    const recent = [...this.#seen.values()].filter(
      (each) =>
        each.network === network &&
        nowMs - each.atMs <= (each.reach === "reached" ? reachedMs : failedMs),
    );
    if (recent.some(({ reach }) => reach === "reached")) return false;
    if (recent.some(({ reach }) => reach === "cut")) return true;
    return new Set(recent.map(({ origin }) => origin)).size >= 2;
  }
}
