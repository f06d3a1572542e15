import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreKey } from "../../base/core/store.ts";
import type { Alarm, AlarmStore } from "./alarm-store.ts";
import { mailWords } from "./mail-words.ts";
import type { Mailer } from "./ports.ts";

/** The parts of `MailNotifier`. */
export interface MailNotifierParts {
  alarms: AlarmStore;
  store: Store;
  mailer: Mailer;
  clock: Clock;
  log: Logger;
  /** Name of the site, for the subject. */
  site: string;
  locale: string;
  /** Shortest time between two mails; alarms meanwhile go out together. */
  cooldownMs: number;
}

/** Time for collecting alarms into one mail. */
const gatherMs = 1000;
const firstRetryMs = 15_000;
const maxRetryMs = 600_000;
/** Time after which a mail is given up. */
const giveUpMs = 24 * 3_600_000;
/** Alarms listed in one mail; the others are counted. */
const maxListed = 50;
const stateKey: StoreKey = ["box", "alarm-mail"];

/**
 * Mails alarms, several in one mail, with a pause between mails that survives restarts. It stores
 * each mail before sending, so that a mail interrupted by a crash is sent again under the same id.
 */
export class MailNotifier {
  readonly #parts: MailNotifierParts;
  #timer: Timer | undefined;
  #work: Promise<void> | undefined;
  #failures = 0;
  /** Monotonic time. */
  #retryAtMs = 0;
  #lastError: string | null = null;
  #isStopped = false;

  constructor(parts: MailNotifierParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#parts.alarms.subscribe(() => this.wake());
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#work;
  }

  describe(): { pending: number; last_sent_at: number | null; last_error: string | null } {
    const lastAtMs = this.#lastSentMs();
    return {
      pending: this.#pending().length,
      last_sent_at: lastAtMs === null ? null : lastAtMs / 1000,
      last_error: this.#lastError,
    };
  }

  /** Sends what is due, or sleeps until then. */
  wake(): void {
    if (this.#isStopped || this.#work) return;
    const pending = this.#pending();
    if (pending.length === 0) return;
    const nowMs = this.#parts.clock.wallMs();
    const retryInMs = this.#retryAtMs - this.#parts.clock.monoMs();
    const isTest = pending.some(({ origin }) => origin === "test");
    // A person waits for the outcome of a test.
    const waitMs = Math.max(this.#dueAtMs(pending, isTest) - nowMs, isTest ? 0 : retryInMs);
    this.#timer?.cancel();
    if (waitMs > 0) {
      // It checks again in case somebody sets the wall clock back meanwhile.
      this.#timer = this.#parts.clock.after(Math.min(waitMs, 60_000), () => this.wake());
      return;
    }
    this.#work = this.#sendSome(pending)
      .catch((error: unknown) => this.#failed(describeError(error)))
      .finally(() => {
        this.#work = undefined;
        this.wake();
      });
  }

  #pending(): Alarm[] {
    return this.#parts.alarms.all().filter(({ mail }) => mail?.state === "pending");
  }

  #dueAtMs(pending: readonly Alarm[], isTest: boolean): number {
    const nowMs = this.#parts.clock.wallMs();
    // A time in the future comes from a clock that has since been set back.
    const after = (ms: number, pauseMs: number): number => (ms > nowMs ? nowMs : ms + pauseMs);
    const gathered = after(pending[0]!.raisedAtMs, gatherMs);
    const lastMs = this.#lastSentMs() ?? Number.NEGATIVE_INFINITY;
    return isTest ? gathered : Math.max(gathered, after(lastMs, this.#parts.cooldownMs));
  }

  #lastSentMs(): number | null {
    return this.#parts.store.get<{ lastSentMs: number }>(stateKey)?.lastSentMs ?? null;
  }

  async #sendSome(pending: readonly Alarm[]): Promise<void> {
    const { alarms, store, mailer, clock } = this.#parts;
    const begun = pending.find(({ mailId }) => mailId !== undefined)?.mailId;
    const batch = begun === undefined ? pending : pending.filter(({ mailId }) => mailId === begun);
    const mailId = begun ?? uuidv7(clock.wallMs());
    if (begun === undefined) await alarms.update(batch, () => ({ mailId }));
    const failure = await mailer.send({ id: mailId, ...this.#textOf(batch) });
    const nowMs = clock.wallMs();
    if (failure === null) {
      await store.transact((tx) => tx.put(stateKey, { v: 1, lastSentMs: nowMs }), {
        essential: true,
      });
      this.#failures = 0;
      this.#retryAtMs = 0;
      this.#lastError = null;
    }
    await alarms.update(batch, ({ mail, raisedAtMs, origin }) => {
      const isOver = origin === "test" || clock.ageMs() - raisedAtMs > giveUpMs;
      const state = failure === null ? "done" : isOver ? "failed" : "pending";
      const attempts = (mail?.attempts ?? 0) + 1;
      return { mail: { state, attempts, lastError: failure, atMs: nowMs } };
    });
    if (failure !== null) this.#failed(failure);
  }

  #failed(problem: string): void {
    const { log, clock } = this.#parts;
    if (problem !== this.#lastError) log.warn({ problem }, "alarms could not be mailed");
    this.#lastError = problem;
    const pauseMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    this.#retryAtMs = clock.monoMs() + pauseMs;
  }

  #textOf(batch: readonly Alarm[]): { subject: string; text: string } {
    const { site, locale } = this.#parts;
    const words = mailWords(locale);
    const time = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
    const lines = batch.slice(0, maxListed).map((alarm) => {
      const mark = alarm.severity === "critical" ? ` [${words.critical}]` : "";
      const over = alarm.clearedAtMs === null ? "" : ` (${words.over} ${time(alarm.clearedAtMs)})`;
      return `${time(alarm.raisedAtMs)}${mark} ${oneLine(alarm.summary)}${over}`;
    });
    const more = batch.length - lines.length;
    if (more > 0) lines.push(words.further(more));
    const subject =
      batch.length === 1
        ? `${words.one(site)}: ${oneLine(batch[0]!.summary).slice(0, 100)}`
        : words.many(batch.length, site);
    return { subject: oneLine(subject), text: `${lines.join("\n")}\n` };
  }
}

/** Names of cameras may contain anything; a header holds one line. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
