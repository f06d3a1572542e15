import type { FastifyRequest } from "fastify";
import type { Clock, Timer } from "../../base/core/clock.ts";

/**
 * Period of checking open answers, in milliseconds: an answer without access ends within a second.
 */
const checkMs = 400;

interface Open {
  request: FastifyRequest;
  end: () => void;
}

/**
 * Ends long-lived answers once the server would refuse their request: the key was revoked, rolled
 * or has expired, or the page signed out. One check serves all requests with the same credentials.
 */
export class AccessWatch {
  readonly #clock: Clock;
  readonly #open = new Set<Open>();
  #timer: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Calls `end` once when `request` loses access; the returned function ends the watch and may be
   * called twice.
   */
  follow(request: FastifyRequest, end: () => void): () => void {
    const entry = { request, end };
    this.#open.add(entry);
    this.#timer ??= this.#clock.every(checkMs, () => this.#check());
    return () => this.#forget(entry);
  }

  #check(): void {
    const known = new Map<string, boolean>();
    for (const entry of this.#open) {
      const { headers, ip, routeOptions } = entry.request;
      const access = routeOptions.config.access ?? "";
      const who = `${headers.authorization ?? headers.cookie} ${ip} ${access}`;
      const isAllowed = known.get(who) ?? entry.request.isStillAllowed();
      known.set(who, isAllowed);
      if (isAllowed) continue;
      this.#forget(entry);
      entry.end();
    }
  }

  #forget(entry: Open): void {
    this.#open.delete(entry);
    if (this.#open.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
