import type { Clock } from "../../base/core/clock.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { AttemptResult } from "./attempt-delivery.ts";
import { type Delivery, newDelivery } from "./delivery-record.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { ownEvent } from "./event-wire.ts";
import { disabled, type WebhookRegistry } from "./webhook-registry.ts";
import { nextDelayMs } from "./retry-schedule.ts";
import type { NetworkHealth } from "./network-health.ts";
import { getWebhook, type WebhookRecord } from "./webhook-record.ts";
import { webhookWire } from "./webhook-wire.ts";

/** The parts that the end of an attempt changes. */
export interface SettleParts {
  store: Store;
  clock: Clock;
  registry: WebhookRegistry;
  deliveries: DeliveryStore;
  network: NetworkHealth;
  /** Uniform in [0, 1). */
  random: () => number;
}

/** A webhook is disabled when all its attempts failed for this long. */
const failingMs = 5 * 24 * 3_600_000;

/**
 * Stores the result of an attempt: the delivery, its next attempt, and the effect on the webhook.
 */
export async function settleAttempt(
  parts: SettleParts,
  delivery: Delivery,
  result: AttemptResult,
): Promise<void> {
  const { store, registry, deliveries, network } = parts;
  const known = registry.byId(delivery.webhookId);
  const isCut =
    known !== undefined &&
    network.note(known, result.outcome) &&
    !result.isSuccess &&
    !result.isGone;
  await store.transact(
    (tx) => {
      const before = deliveries.get(delivery, tx);
      const webhook = getWebhook(tx, delivery.org, delivery.webhookId);
      if (!before || !webhook) return;
      const { retryDelaysSec: delaysSec } = webhook;
      const after = afterAttempt(parts, { delivery: before, result, isCut, delaysSec });
      deliveries.put(tx, after, {
        before,
        ...(result.answer === null ? {} : { answer: result.answer }),
      });
      updateHealth(parts, tx, { webhook, delivery: after, result, isCut });
    },
    { essential: true },
  );
}

/** Returns a delivery after an attempt. */
export function afterAttempt(
  { clock, random }: Pick<SettleParts, "clock" | "random">,
  attempt: {
    delivery: Delivery;
    result: AttemptResult;
    isCut: boolean;
    isOnly?: boolean;
    delaysSec?: readonly number[] | undefined;
  },
): Delivery {
  const { delivery, result, isCut, isOnly, delaysSec } = attempt;
  const wallMs = clock.wallMs();
  const attempts = delivery.attempts + (isCut ? 0 : 1);
  const { isOverloaded, retryAfter, isSuccess, isGone } = result;
  const delayMs =
    isSuccess || isGone || isOnly
      ? null
      : nextDelayMs({ attempts, delaysSec, isOverloaded, retryAfter, isCut }, { wallMs, random });
  return {
    ...delivery,
    attempts,
    status: isSuccess ? "succeeded" : delayMs === null ? "exhausted" : "pending",
    attemptedAtMs: wallMs,
    dueAtMs: delayMs === null ? null : Math.floor(wallMs + delayMs),
    responseStatus: result.status,
    responseMs: result.ms,
    errorCode: isCut ? "uplink_down" : result.errorCode,
    errorMessage: result.errorMessage,
  };
}

function updateHealth(
  parts: SettleParts,
  tx: StoreTransaction,
  attempt: { webhook: WebhookRecord; delivery: Delivery; result: AttemptResult; isCut: boolean },
): void {
  const { webhook, delivery, result, isCut } = attempt;
  const nowMs = parts.clock.wallMs();
  if (result.isSuccess) {
    parts.registry.put(tx, {
      ...webhook,
      failingSinceMs: null,
      exhausted: 0,
      lastSuccessAtMs: nowMs,
    });
    return;
  }
  if (isCut) {
    // Nothing is known about the receiver, so its five days start again.
    if (webhook.failingSinceMs !== null) {
      parts.registry.put(tx, { ...webhook, failingSinceMs: null, exhausted: 0 });
    }
    return;
  }
  const failing = {
    ...webhook,
    failingSinceMs: webhook.failingSinceMs ?? nowMs,
    exhausted: webhook.exhausted + (delivery.status === "exhausted" ? 1 : 0),
  };
  const isFailing = failing.exhausted > 0 && nowMs - failing.failingSinceMs >= failingMs;
  const reason = result.isGone ? "gone" : isFailing ? "failing" : null;
  if (reason === null || !webhook.isActive) {
    parts.registry.put(tx, failing);
    return;
  }
  const off = disabled(failing, reason, nowMs);
  parts.registry.put(tx, off);
  tellOthers(parts, tx, off);
}

/** Notifies the organisation's other webhooks that list the event. */
function tellOthers(parts: SettleParts, tx: StoreTransaction, off: WebhookRecord): void {
  const { registry, deliveries, clock } = parts;
  const others = registry
    .of(off.org)
    .filter(
      ({ id, isActive, events }) =>
        id !== off.id && isActive && events.includes("webhook.disabled"),
    );
  if (others.length === 0) return;
  const wallMs = clock.wallMs();
  const id = `evt_svc_${uuidv7(wallMs)}`;
  const about = { id, org: off.org, type: "webhook.disabled", atMs: wallMs } as const;
  const event = ownEvent(about, {
    webhook: webhookWire({ record: off, pending: 0, nowMs: wallMs }),
  });
  deliveries.putEvent(tx, event);
  for (const { id: webhookId } of others) {
    deliveries.put(tx, newDelivery(event, { webhookId, wallMs, trigger: "scheduled" }));
  }
}
