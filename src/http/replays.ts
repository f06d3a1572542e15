import { fail } from "../contract/fail.ts";
import { type Clock, sleep } from "../core/clock.ts";
import { GatehouseError } from "../core/errors.ts";
import { envelope } from "./envelope.ts";
import type { IdempotencyFacade, IdempotentAnswer } from "./facades.ts";
import { fingerprint, idempotencyKeyOf } from "./idempotency-key.ts";
import type { Call, Route } from "./route.ts";

/** How long a request waits for an earlier one with the same key (notes, section 1.2). */
const waitMs = 2000;

/**
 * Idempotency-Key on mutating routes that make no job (those that do keep it with the job). The
 * first successful answer is stored and given again, byte for byte, with `Idempotent-Replayed`. The
 * operations behind these routes change nothing when repeated, so the answer may be stored after
 * the fact.
 */
export class Replays {
  readonly #records: IdempotencyFacade;
  readonly #clock: Clock;
  /** Requests being worked on, by organisation and key; bounded by the open connections. */
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(parts: { records: IdempotencyFacade; clock: Clock }) {
    this.#records = parts.records;
    this.#clock = parts.clock;
  }

  /** The body to send for `call`: the stored one for a repeated key, else the handler's. */
  async answer(route: Route, call: Call<unknown, unknown, unknown>): Promise<unknown> {
    const key = idempotencyKeyOf(call.request.headers);
    if (key === undefined) return await this.#handle(route, call);
    const running = `${call.caller.org} ${key}`;
    // No pause between the last look and the entry below, or two requests would both be first.
    while (this.#running.has(running)) await this.#othersDone(running);
    const path = call.request.url.split("?", 1)[0]!;
    const print = fingerprint(route.method, path, call.body);
    const stored = this.#records.find(call.caller.org, key);
    if (stored) {
      if (stored.fingerprint !== print || stored.answer === null) {
        throw fail("idempotency_key_mismatch", "This Idempotency-Key was used by another request");
      }
      call.reply.header("idempotent-replayed", "true");
      return stored.answer;
    }
    const work = this.#handle(route, call);
    const settled = work.catch(() => undefined);
    this.#running.set(running, settled);
    try {
      const answer = await work;
      await this.#save(call.caller.org, key, { fingerprint: print, answer });
      return answer;
    } finally {
      this.#running.delete(running);
    }
  }

  /** On a full disk the work is done but the answer is not kept: a repetition does it once more. */
  async #save(org: string, key: string, record: IdempotentAnswer): Promise<void> {
    try {
      await this.#records.save(org, key, record);
    } catch (error) {
      if (GatehouseError.find(error)?.code !== "storage_full") throw error;
    }
  }

  async #handle(route: Route, call: Call<unknown, unknown, unknown>): Promise<unknown> {
    const answer = await route.handle(call);
    if (answer === undefined) throw fail("internal_error", "a replayable route wrote by itself");
    return envelope(call.request.id, this.#clock.wallMs(), answer);
  }

  async #othersDone(running: string): Promise<void> {
    const deadline = sleep(this.#clock, waitMs).then(() => "late" as const);
    for (let other = this.#running.get(running); other; other = this.#running.get(running)) {
      if ((await Promise.race([other, deadline])) !== "late") continue;
      throw fail(
        "idempotency_request_in_progress",
        "The first request with this Idempotency-Key is still running",
        { retryAfterSec: 1 },
      );
    }
  }
}
