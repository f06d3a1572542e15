import { fail } from "../base/contract/fail.ts";
import type { Clock } from "../base/core/clock.ts";
import { isDiskBusy } from "../base/core/store.ts";
import type { Idempotency, KeptAnswer } from "../base/jobs/idempotency.ts";
import { type Answer, envelope } from "./answers/envelope-wire.ts";
import { fingerprint, idempotencyKeyOf } from "./idempotency-key.ts";
import type { Call, KeepAnswer, Route } from "./route.ts";

/**
 * Idempotency-Key on mutating routes that make no job (the others keep the key with the job).
 * Stores the first successful answer and sends it again, byte for byte, with `Idempotent-Replayed`.
 * Routes that create something store the answer in the same transaction; for the others a
 * repetition changes nothing, so their answer is stored afterwards.
 */
export class Replays {
  readonly #idempotency: Pick<Idempotency, "run" | "save">;
  readonly #clock: Clock;

  constructor(parts: { idempotency: Pick<Idempotency, "run" | "save">; clock: Clock }) {
    this.#idempotency = parts.idempotency;
    this.#clock = parts.clock;
  }

  /** Returns the body to send for `call`: the stored one for a repeated key, else the handler's. */
  async answer(route: Route, call: Call<unknown, unknown, unknown>): Promise<unknown> {
    const key = idempotencyKeyOf(call.request.headers);
    if (key === undefined) return await this.#handle(route, call, () => undefined);
    const { org } = call.caller;
    const path = call.request.url.split("?", 1)[0]!.replace(/\/$/, "");
    const print = fingerprint(`${route.method} ${path}`, call.body);
    const done = await this.#idempotency.run({ org, key, fingerprint: print }, async (keep) => {
      let stored: ReturnType<typeof envelope> | undefined;
      const toKeep = (answer: ReturnType<typeof envelope>) => ({
        answer: withoutSecrets(route, answer),
        status: call.reply.statusCode,
      });
      const answer = await this.#handle(route, call, (tx, result) => {
        stored = this.#envelope(call, result);
        keep(tx, toKeep(stored));
      });
      if (stored) return stored;
      await this.#save(org, key, { fingerprint: print, ...toKeep(answer) });
      return answer;
    });
    if (!done.replayed) return done.result;
    call.reply.code(done.kept.status ?? 200).header("idempotent-replayed", "true");
    return done.kept.answer;
  }

  /**
   * When the disk is full or does not answer, the work is done without a stored answer: a
   * repetition does it again.
   */
  async #save(org: string, key: string, answer: KeptAnswer): Promise<void> {
    try {
      await this.#idempotency.save(org, key, answer);
    } catch (error) {
      if (!isDiskBusy(error)) throw error;
    }
  }

  async #handle(
    route: Route,
    call: Call<unknown, unknown, unknown>,
    keep: KeepAnswer,
  ): Promise<ReturnType<typeof envelope>> {
    const answer = await route.handle(call, keep);
    if (answer === undefined) throw fail("internal_error", "a replayable route wrote by itself");
    return this.#envelope(call, answer);
  }

  #envelope(call: Call<unknown, unknown, unknown>, answer: Answer): ReturnType<typeof envelope> {
    return envelope(call.request.id, this.#clock.wallMs(), answer);
  }
}

function withoutSecrets(route: Route, answer: ReturnType<typeof envelope>): unknown {
  if (!route.secretFields) return answer;
  const fields = Object.entries(answer.data as object);
  const openFields = fields.filter(([name]) => !route.secretFields!.includes(name));
  return { ...answer, data: Object.fromEntries(openFields) };
}
