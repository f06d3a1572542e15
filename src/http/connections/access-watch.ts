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
 * Ends answers that stay open once their request would be refused: the key was revoked, rolled or has expired,
 * the page was signed out, or the account is gone or sees other cameras. Requests with the same credentials are checked once for all.
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
      const cameras = entry.request.caller?.person?.cameras?.join(",") ?? "";
      const who = `${headers.authorization ?? headers.cookie} ${ip} ${access} ${cameras}`;
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
