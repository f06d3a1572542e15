import { type Meter, silentMeter, type Span } from "../../base/contract/metrics.ts";
import type { Clock } from "../../base/core/clock.ts";
import { withTrace } from "../../base/core/log-context.ts";
import type { Logger } from "../../base/core/logger.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Event } from "../../base/events/event.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { type AttemptResult, attemptDelivery } from "./attempt-delivery.ts";
import { type Delivery, newDelivery, type OutgoingEvent } from "./delivery-record.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { eventOfEntry, isDelivered } from "./event-wire.ts";
import type { DueDelivery } from "./delivery-lanes.ts";
import type { Outbound } from "./outbound-port.ts";
import type { WebhookRegistry } from "./webhook-registry.ts";
import { passes } from "./options/incident-filter.ts";
import { settleAttempt, type SettleParts } from "./settle-attempt.ts";
import type { NetworkHealth } from "./network-health.ts";
import { sameUrl } from "./webhook-address.ts";
import { getWebhook, type WebhookRecord } from "./webhook-record.ts";

/** The parts of `DeliveryDispatcher`. */
export interface DeliveryDispatcherParts extends SettleParts {
  store: Store;
  clock: Clock;
  log: Logger;
  outbound: Outbound;
  registry: WebhookRegistry;
  deliveries: DeliveryStore;
  network: NetworkHealth;
  jobs: Pick<Jobs, "get">;
  userAgent: string;
  meter?: Meter;
}

/** Bound of deliveries in one lane; further ones are recorded as skipped. */
const maxPending = 10_000;

/** Turns an entry of the log into deliveries to each webhook, and a delivery into one attempt. */
export class DeliveryDispatcher {
  readonly #parts: DeliveryDispatcherParts;
  #refused = 0;

  constructor(parts: DeliveryDispatcherParts) {
    this.#parts = parts;
  }

  /** Number of deliveries skipped because their lane was full, since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** True when a webhook may have to receive the entry. */
  wants(entry: Event): boolean {
    return isDelivered(entry) && this.#parts.registry.of(entry.org).some(listens(entry));
  }

  /** Writes the deliveries of an entry as part of `tx`. */
  take(tx: StoreTransaction, entry: Event): void {
    const { registry, deliveries, jobs, clock } = this.#parts;
    const { org, jobId } = entry;
    const receivers = registry
      .of(org)
      .map(({ id }) => getWebhook(tx, org, id))
      .filter((each) => each !== undefined)
      .filter(listens(entry));
    if (receivers.length === 0) return;
    const event = eventOfEntry(entry, jobId === undefined ? undefined : jobs.get(org, jobId));
    if (!event) return;
    deliveries.putEvent(tx, event);
    const wallMs = clock.wallMs();
    for (const { id: webhookId, isActive, ordering } of receivers) {
      const isFull = isActive && deliveries.pending(webhookId) >= maxPending;
      if (isFull) this.#refused += 1;
      const isSkipped = !isActive || isFull;
      const camera = ordering === "camera" ? entry.streamId : undefined;
      const to = { webhookId, wallMs, trigger: "scheduled", isSkipped } as const;
      const delivery = newDelivery(event, { ...to, ...omitUndefined({ camera }) });
      deliveries.put(tx, isFull ? overflowed(delivery) : delivery);
    }
  }

  /** Makes and stores one attempt of a due delivery; resolves with true when it arrived. */
  async attempt(webhookId: string, due: DueDelivery, signal: AbortSignal): Promise<boolean> {
    const { deliveries, registry } = this.#parts;
    const delivery = deliveries.get({ ...due, webhookId });
    const webhook = registry.byId(webhookId);
    if (!delivery || !webhook) {
      await deliveries.dropDue(webhookId, due);
      return false;
    }
    const event = deliveries.event(delivery.org, delivery.eventId);
    if (!event) {
      await this.#giveUp(delivery);
      return false;
    }
    const { meter = silentMeter, jobs } = this.#parts;
    const job = event.jobId === undefined ? undefined : jobs.get(event.org, event.jobId);
    const span = meter.begin(`webhook ${event.type}`, {
      kind: "client",
      parent: job?.traceparent,
      attributes: {
        "gatehouse.event.id": event.id,
        "gatehouse.delivery.attempt": delivery.attempts + 1,
      },
    });
    const result = await withTrace(span.traceparent, () =>
      this.#sendTraced(span, () => this.send(webhook, event, { delivery, signal })),
    );
    const outcome = result.errorCode ?? "delivered";
    meter.observe("gatehouse_webhook_delivery_seconds", result.ms / 1000, { outcome });
    await settleAttempt(this.#parts, delivery, result);
    return result.isSuccess;
  }

  async #sendTraced(span: Span, send: () => Promise<AttemptResult>): Promise<AttemptResult> {
    let error = "aborted";
    try {
      const result = await send();
      error = result.errorCode ?? "";
      return result;
    } finally {
      span.end(error === "" ? {} : { error });
    }
  }

  /** Sends once, without storing the result. */
  send(
    webhook: WebhookRecord,
    event: OutgoingEvent,
    { delivery, signal }: { delivery: Delivery; signal: AbortSignal },
  ): Promise<AttemptResult> {
    const receiver = this.#parts.registry.receiver(webhook);
    return attemptDelivery(this.#parts, { ...receiver, event, delivery }, signal);
  }

  async #giveUp(delivery: Delivery): Promise<void> {
    const { store, deliveries } = this.#parts;
    await store.transact(
      (tx) =>
        deliveries.put(
          tx,
          {
            ...delivery,
            status: "exhausted",
            dueAtMs: null,
            errorCode: "event_gone",
            errorMessage: "the event was deleted or is too old",
          },
          { before: delivery },
        ),
      { essential: true },
    );
  }
}

/**
 * Returns a test for the webhooks that receive the entry. Of an incident: the one that its stream
 * names, else, where the stream delivers to webhooks, all that callers registered; of another
 * entry, those that list its type.
 */
function listens(entry: Event): (webhook: WebhookRecord) => boolean {
  const { seq, webhookUrl, type, delivery } = entry;
  return ({ sinceSeq, url, events, isForStreams, filter }) => {
    if (sinceSeq >= seq || !passes(entry, filter)) return false;
    if (webhookUrl !== undefined) return sameUrl(url, webhookUrl);
    if (delivery?.includes("webhook") && !isForStreams) return true;
    return (events as readonly string[]).includes(type);
  };
}

function overflowed(delivery: Delivery): Delivery {
  const errorMessage = `more than ${maxPending} deliveries wait for this webhook`;
  return { ...delivery, errorCode: "lane_full", errorMessage };
}
