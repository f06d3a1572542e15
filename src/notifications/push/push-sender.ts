import { createHash } from "node:crypto";
import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Outbound, OutboundAnswer, OutboundFailure } from "../webhooks/outbound-port.ts";
import type { PushCipher, PushEgress } from "./ports.ts";
import type { PushMessage, Subscription } from "./push-record.ts";
import { isListed } from "./push-services.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** The parts of `PushSender`. */
export interface PushSenderParts {
  store: Store;
  clock: Clock;
  outbound: Outbound;
  cipher: PushCipher;
  egress: PushEgress;
  subscriptions: Subscriptions;
  contact: string;
  services: readonly string[];
  perDay: number;
}

/** The outcome of a message. */
export type PushOutcome =
  | { kind: "delivered" }
  /** The device has unsubscribed. */
  | { kind: "gone" }
  /** This message will never be taken. */
  | { kind: "refused"; error: string }
  | { kind: "later"; error: string; delayMs: number | null };

/** The usage of one day. */
interface DayUse {
  v: 1;
  day: number;
  sent: number;
}

const dayMs = 24 * 3_600_000;
const deadlineMs = 15_000;
const maxReadBytes = 4096;
const dayKey = ["box", "push-day"];
/** Longest delay that a push service may ask for, in seconds. */
const maxRetryAfterSec = 3600;

/** Sends one message to one device: within the site's list and budget, and logged before it leaves. */
export class PushSender {
  readonly #parts: PushSenderParts;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  /**
   * Sends once. `settle` runs in the transaction that stores the outcome. Rejects when nothing could be stored,
   * or with the reason of `signal`.
   */
  async send(
    message: Pick<PushMessage, "incidentId" | "isUrgent" | "payload" | "expiresAtMs">,
    device: Subscription,
    how: {
      signal: AbortSignal;
      settle(tx: StoreTransaction, outcome: PushOutcome): void;
    },
  ): Promise<PushOutcome> {
    const { store, egress, outbound } = this.#parts;
    const { org, service: host } = device;
    const sealed = await this.#seal(message, device);
    if ("kind" in sealed) {
      await store.transact((tx) => how.settle(tx, sealed), { essential: true });
      return sealed;
    }
    const { headers, body, url } = sealed;
    const about = { org, host, incidentId: message.incidentId, bytesSent: body.length };
    const seq = await store.transact((tx) =>
      this.#spendIn(tx) ? egress.begin(tx, about) : undefined,
    );
    if (seq === undefined) return await this.#overBudget(how.settle);
    const answer = await outbound.request({
      url,
      method: "POST",
      headers,
      body,
      deadlineMs,
      maxReadBytes,
      signal: how.signal,
    });
    const outcome = outcomeOf(answer, this.#parts.clock.wallMs());
    await store.transact(
      (tx) => {
        egress.end(tx, { org, seq }, outcome.kind === "delivered" ? "ok" : errorOf(outcome));
        how.settle(tx, outcome);
      },
      { essential: true },
    );
    return outcome;
  }

  async #seal(
    { payload, expiresAtMs, isUrgent, incidentId }: Parameters<PushSender["send"]>[0],
    device: Subscription,
  ) {
    const { clock, cipher, subscriptions, contact, services } = this.#parts;
    const refused = (error: string) => ({ kind: "refused", error }) as const;
    if (!isListed(device.service, services)) {
      return refused(`push.services does not list ${device.service}`);
    }
    try {
      const target = subscriptions.target(device);
      const ttlSec = Math.max(0, Math.ceil((expiresAtMs - clock.wallMs()) / 1000));
      // The service replaces a message that it still holds by a repetition after a crash.
      const topic = createHash("sha256").update(incidentId).digest("base64url").slice(0, 32);
      const options = { vapid: subscriptions.vapid, contact, ttlSec, isUrgent, topic };
      return { ...(await cipher.seal(target, payload, options)), url: target.endpoint };
    } catch (error) {
      return refused(`the device's keys cannot be used: ${describeError(error)}`);
    }
  }

  #spendIn(tx: StoreTransaction): boolean {
    const day = Math.floor(this.#parts.clock.wallMs() / dayMs);
    const used = tx.get<DayUse>(dayKey);
    const sent = used?.day === day ? used.sent : 0;
    if (sent >= this.#parts.perDay) return false;
    tx.put(dayKey, { v: 1, day, sent: sent + 1 } satisfies DayUse);
    return true;
  }

  async #overBudget(
    settle: (tx: StoreTransaction, outcome: PushOutcome) => void,
  ): Promise<PushOutcome> {
    const { clock, store, perDay } = this.#parts;
    const error = `the ${perDay} notifications of this day (push.per_day) are used up`;
    const delayMs = dayMs - (clock.wallMs() % dayMs);
    const outcome: PushOutcome = { kind: "later", error, delayMs };
    await store.transact((tx) => settle(tx, outcome), { essential: true });
    return outcome;
  }
}

/** The answers of RFC 8030 and of the browsers' services. */
function outcomeOf(answer: OutboundAnswer | OutboundFailure, wallMs: number): PushOutcome {
  if (!answer.ok) {
    const { problem, message } = answer;
    if (problem === "blocked_address") return { kind: "refused", error: message };
    return { kind: "later", error: message, delayMs: null };
  }
  const { status, headers } = answer;
  const error = `the push service answered ${status}`;
  if (status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500) {
    return { kind: "later", error, delayMs: retryAfterMs(headers["retry-after"], wallMs) };
  }
  return { kind: "refused", error };
}

function retryAfterMs(text: string | undefined, wallMs: number): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - wallMs) / 1000;
  return seconds > 0 ? Math.min(seconds, maxRetryAfterSec) * 1000 : null;
}

/** The reason why a message has not arrived; empty when it has. */
export function errorOf(outcome: PushOutcome): string {
  if (outcome.kind === "delivered") return "";
  return outcome.kind === "gone" ? "the device has unsubscribed" : outcome.error;
}
