import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../base/core/clock.ts";
import { foxgloveLimits } from "./foxglove-terms.ts";

/** Addresses that need no key: Foxglove can send none. They live in memory; beyond the bound the oldest end. */
export class Tickets<T> {
  readonly #clock: Clock;
  readonly #held = new Map<string, { value: T; endMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns a new ticket for the value, and when it ends in Unix milliseconds. */
  issue(value: T): { ticket: string; endsAtMs: number } {
    const ticket = randomBytes(24).toString("base64url");
    const { ticketMs, tickets } = foxgloveLimits;
    for (const [key] of this.#held) {
      if (this.#held.size < tickets) break;
      this.#held.delete(key);
    }
    this.#held.set(hashOf(ticket), { value, endMs: this.#clock.monoMs() + ticketMs });
    return { ticket, endsAtMs: this.#clock.wallMs() + ticketMs };
  }

  /** The value of a ticket; undefined for a wrong or an outdated one. */
  valueOf(ticket: string): T | undefined {
    const held = this.#held.get(hashOf(ticket));
    return held && this.#clock.monoMs() < held.endMs ? held.value : undefined;
  }
}

/** The ticket itself is not kept: to find it by its hash tells nothing by the time that it takes. */
function hashOf(ticket: string): string {
  return createHash("sha256").update(ticket).digest("base64url");
}
