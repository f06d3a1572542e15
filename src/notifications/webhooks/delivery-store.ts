import { cursorOf, textOfCursor } from "../../base/contract/cursor.ts";
import { fail } from "../../base/contract/fail.ts";
import { omitUndefined } from "../../base/core/omit-undefined.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import {
  answerKey,
  type Delivery,
  deliveryKey,
  deliveryPrefix,
  dueKey,
  duePrefix,
  eventKey,
  newDelivery,
  type OutgoingEvent,
} from "./delivery-record.ts";
import { enter, leave, waitKey, waitPrefix } from "./options/delivery-order.ts";
import type { DeliveredEventType, DeliveryStatus } from "./webhook-terms.ts";

/** Retention of deliveries and their bodies. */
export interface DeliveryRetention {
  /** Age from the making of the event or delivery; 30 days. */
  keepMs: number;
  /**
   * Deliveries of one webhook; the oldest are removed first; 50 000, so that a full lane leaves
   * room for skipped ones.
   */
  maxPerWebhook: number;
}

/** Filters of a list of deliveries. */
export interface DeliveryFilters {
  status?: DeliveryStatus;
  eventType?: DeliveredEventType;
}

/** One page, newest first. */
export interface DeliveryPage {
  items: Delivery[];
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

/** Deliveries read or changed at once: below 100 keys a transaction. */
const batch = 25;
/** Newest deliveries that a filter reads. */
const maxFiltered = 10_000;
const cursorPattern = /^dlv_svc_[0-9a-f-]{36}$/;

const ageKey = (atMs: number, org: string, eventId: string): StoreKey => [
  "box",
  "webhook-event-at",
  atMs,
  org,
  eventId,
];

const jobPrefix = (org: string, jobId: string): StoreKey => [org, "webhook-event-of", jobId];

/** Events with their bodies, deliveries, and due times in the store. */
export class DeliveryStore {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #retention: DeliveryRetention;
  readonly #onDue: (webhookId: string) => void;
  /** Entries of each lane; counted at the start. */
  readonly #pending = new Map<string, number>();

  /** Calls `onDue` with each lane that has got an entry, once the entry is durable. */
  constructor(parts: {
    store: Store;
    clock: Clock;
    retention: DeliveryRetention;
    onDue: (webhookId: string) => void;
  }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#retention = parts.retention;
    this.#onDue = parts.onDue;
  }

  event(org: string, eventId: string): OutgoingEvent | undefined {
    return this.#store.get<OutgoingEvent>(eventKey(org, eventId));
  }

  get(
    at: Pick<Delivery, "org" | "webhookId" | "id">,
    reader: StoreReader = this.#store,
  ): Delivery | undefined {
    return reader.get<Delivery>(deliveryKey(at));
  }

  answer(delivery: Delivery): string | null {
    return this.#store.get<string>(answerKey(delivery)) ?? null;
  }

  putEvent(tx: StoreTransaction, event: OutgoingEvent): void {
    const { org, id, atMs, jobId } = event;
    tx.put(eventKey(org, id), event);
    tx.put(ageKey(atMs, org, id), 1);
    if (jobId !== undefined) tx.put([...jobPrefix(org, jobId), id], 1);
  }

  /** Removes the bodies of a job's events and gives up their pending deliveries. */
  async removeOfJob(org: string, jobId: string): Promise<void> {
    await this.#store.transact(
      (tx) => {
        for (const { key } of tx.range({ prefix: jobPrefix(org, jobId), limit: batch })) {
          this.#removeEvent(tx, org, key.at(-1) as string);
        }
      },
      { essential: true },
    );
  }

  /** Replaces `before` by `after`, with its entry in the lane and the receiver's answer. */
  put(
    tx: StoreTransaction,
    after: Delivery,
    more: { before?: Delivery; answer?: string } = {},
  ): void {
    const { before, answer } = more;
    if (before) this.#removeTurn(tx, before);
    const stored = before ? after : enter(tx, after);
    const due = dueKey(stored);
    const wait = waitKey(stored);
    if (due) tx.put(due, { org: stored.org });
    if (wait) tx.put(wait, 1);
    tx.put(deliveryKey(stored), stored);
    if (answer !== undefined) tx.put(answerKey(stored), answer);
    tx.afterCommit(() => {
      this.#count(stored.webhookId, (isPending(stored) ? 1 : 0) - (isPending(before) ? 1 : 0));
      if (due) this.#onDue(stored.webhookId);
    });
    if (!isPending(stored)) this.#startNext(tx, stored);
  }

  /** Returns the next deliveries of a lane, the longest due first. */
  due(webhookId: string, limit: number): { org: string; id: string; dueAtMs: number }[] {
    return this.#store
      .range<{ org: string }>({ prefix: duePrefix(webhookId), limit })
      .map(({ key, value }) => ({
        org: value.org,
        dueAtMs: key.at(-2) as number,
        id: key.at(-1) as string,
      }));
  }

  /** Removes a delivery without a record from its lane. */
  async dropDue(webhookId: string, due: { id: string; dueAtMs: number }): Promise<void> {
    await this.#store.transact(
      (tx) => {
        tx.remove([...duePrefix(webhookId), due.dueAtMs, due.id]);
        tx.afterCommit(() => this.#count(webhookId, -1));
      },
      { essential: true },
    );
  }

  /** Number of deliveries that wait for an attempt. */
  pending(webhookId: string): number {
    return this.#pending.get(webhookId) ?? this.#count(webhookId, 0);
  }

  /**
   * Returns a page of a webhook's deliveries; fails with `invalid_query_parameter` for a wrong
   * cursor. Filters read the newest 10 000, and `total` counts those.
   */
  list(
    at: { org: string; webhookId: string },
    filters: DeliveryFilters,
    page: { limit: number; offset: number; after?: string },
  ): DeliveryPage {
    const cursor = page.after === undefined ? undefined : textOfCursor(page.after, cursorPattern);
    const prefix = deliveryPrefix(at.org, at.webhookId);
    const skipped = cursor === undefined ? page.offset : 0;
    if (Object.keys(filters).length === 0) {
      const before = cursor === undefined ? undefined : [...prefix, cursor];
      const found = this.#newest(prefix, { before, limit: skipped + page.limit + 1 });
      return pageOf(found.slice(skipped), page.limit, this.#store.count(prefix));
    }
    const all = this.#newest(prefix, { before: undefined, limit: maxFiltered });
    const fitting = all.filter(matches(filters));
    const rest = cursor === undefined ? fitting : fitting.filter(({ id }) => id < cursor);
    return pageOf(rest.slice(skipped), page.limit, fitting.length);
  }

  /** Sends an event again: a new delivery of the same bytes; `conflict` when they are gone. */
  async again(
    delivery: Delivery,
    onStored?: (tx: StoreTransaction, next: Delivery) => void,
  ): Promise<Delivery> {
    const { org, webhookId, eventId } = delivery;
    return await this.#store.transact((tx) => {
      const event = tx.get<OutgoingEvent>(eventKey(org, eventId));
      if (!event)
        throw fail(
          "conflict",
          "delivery_id: the box has deleted the event. Choose a later delivery",
        );
      const wallMs = this.#clock.wallMs();
      const next = newDelivery(event, { webhookId, wallMs, trigger: "manual" });
      this.put(tx, next);
      onStored?.(tx, next);
      return next;
    });
  }

  /**
   * Schedules failed deliveries of events between two times, at most `limit`, the oldest first,
   * except events that arrived by another delivery. Resolves with the number scheduled.
   */
  async recover(
    at: { org: string; webhookId: string },
    period: { sinceMs: number; untilMs: number; limit: number },
  ): Promise<number> {
    const prefix = deliveryPrefix(at.org, at.webhookId);
    const all = this.#store.range<Delivery>({ prefix }).map(({ value }) => value);
    const settled = new Set(
      all
        .filter(({ status }) => status === "succeeded" || status === "pending")
        .map(({ eventId }) => eventId),
    );
    const lost = new Map<string, Delivery>();
    for (const each of all) {
      if (settled.has(each.eventId) || each.trigger === "test") continue;
      if (each.eventAtMs < period.sinceMs || each.eventAtMs > period.untilMs) continue;
      if (lost.size < period.limit) lost.set(each.eventId, each);
    }
    const chosen = [...lost.values()];
    let count = 0;
    for (let from = 0; from < chosen.length; from += batch) {
      count += await this.#store.transact((tx) =>
        this.#revive(tx, chosen.slice(from, from + batch)),
      );
    }
    return count;
  }

  /** Removes up to a batch of a webhook's deliveries in any state; returns their number. */
  async removeSome(at: { org: string; webhookId: string }): Promise<number> {
    const prefix = deliveryPrefix(at.org, at.webhookId);
    const found = this.#store.range<Delivery>({ prefix, limit: batch });
    return await this.#remove(found.map(({ value }) => value));
  }

  /**
   * Removes deliveries beyond the retention, and the oldest of a webhook with too many, except
   * pending ones; returns their number.
   */
  async purge(webhooks: readonly { org: string; id: string }[]): Promise<number> {
    const oldestMs = this.#clock.ageMs() - this.#retention.keepMs;
    let removed = 0;
    for (const { org, id } of webhooks) removed += await this.#purgeOf(org, id, oldestMs);
    await this.#purgeEvents(oldestMs);
    return removed;
  }

  async #purgeOf(org: string, webhookId: string, oldestMs: number): Promise<number> {
    const prefix = deliveryPrefix(org, webhookId);
    let surplus = this.#store.count(prefix) - this.#retention.maxPerWebhook;
    let removed = 0;
    let after: StoreKey | undefined;
    for (;;) {
      const page = this.#store.range<Delivery>({
        prefix,
        limit: batch,
        ...(after ? { after } : {}),
      });
      const due = page
        .map(({ value }) => value)
        .filter(({ createdAtMs, status }) => {
          const goes = createdAtMs < oldestMs || (surplus > 0 && status !== "pending");
          if (goes) surplus -= 1;
          return goes;
        });
      removed += await this.#remove(due);
      const last = page.at(-1);
      if (!last || page.length < batch) return removed;
      if (surplus <= 0 && last.value.createdAtMs >= oldestMs) return removed;
      after = last.key;
    }
  }

  #removeTurn(tx: StoreTransaction, delivery: Delivery): void {
    for (const key of [dueKey(delivery), waitKey(delivery)]) if (key) tx.remove(key);
  }

  /** The turn of `ended` is over: the next of its camera is due. */
  #startNext(tx: StoreTransaction, ended: Delivery): void {
    const next = leave(tx, ended, this.#clock.wallMs());
    if (next) this.put(tx, next.after, { before: next.before });
  }

  #count(webhookId: string, change: number): number {
    const known = this.#pending.get(webhookId);
    const count = known === undefined ? this.#stored(webhookId) : Math.max(0, known + change);
    this.#pending.set(webhookId, count);
    return count;
  }

  #stored(webhookId: string): number {
    return this.#store.count(duePrefix(webhookId)) + this.#store.count(waitPrefix(webhookId));
  }

  #newest(
    prefix: StoreKey,
    { before, limit }: { before: StoreKey | undefined; limit: number },
  ): Delivery[] {
    return this.#store
      .range<Delivery>({ prefix, reverse: true, limit, ...(before ? { before } : {}) })
      .map(({ value }) => value);
  }

  #revive(tx: StoreTransaction, deliveries: readonly Delivery[]): number {
    const wallMs = this.#clock.wallMs();
    let count = 0;
    for (const { org, webhookId, eventId, camera } of deliveries) {
      const event = tx.get<OutgoingEvent>(eventKey(org, eventId));
      if (!event) continue;
      const to = { webhookId, wallMs, trigger: "manual", ...omitUndefined({ camera }) } as const;
      this.put(tx, newDelivery(event, to));
      count += 1;
    }
    return count;
  }

  async #remove(deliveries: readonly Delivery[]): Promise<number> {
    if (deliveries.length === 0) return 0;
    await this.#store.transact(
      (tx) => {
        for (const each of deliveries) {
          const current = this.get(each, tx);
          tx.remove(deliveryKey(each));
          tx.remove(answerKey(each));
          if (!current || !isPending(current)) continue;
          this.#removeTurn(tx, current);
          tx.afterCommit(() => this.#count(each.webhookId, -1));
          this.#startNext(tx, current);
        }
      },
      { essential: true },
    );
    return deliveries.length;
  }

  #removeEvent(tx: StoreTransaction, org: string, eventId: string): void {
    const event = tx.get<OutgoingEvent>(eventKey(org, eventId));
    if (!event) return;
    tx.remove(eventKey(org, eventId));
    tx.remove(ageKey(event.atMs, org, eventId));
    if (event.jobId !== undefined) tx.remove([...jobPrefix(org, event.jobId), eventId]);
  }

  async #purgeEvents(oldestMs: number): Promise<void> {
    const prefix = ["box", "webhook-event-at"];
    for (;;) {
      const old = this.#store.range({ prefix, before: [...prefix, oldestMs], limit: batch });
      if (old.length === 0) return;
      await this.#store.transact(
        (tx) => {
          for (const { key } of old) {
            tx.remove(key);
            this.#removeEvent(tx, key[3] as string, key[4] as string);
          }
        },
        { essential: true },
      );
    }
  }
}

function isPending(delivery: Delivery | undefined): boolean {
  return delivery?.status === "pending";
}

/** Returns the first `limit` of `rest`, which has one more where the list continues. */
function pageOf(rest: readonly Delivery[], limit: number, total: number): DeliveryPage {
  const items = rest.slice(0, limit);
  const hasMore = rest.length > items.length;
  const last = items.at(-1);
  const nextCursor = hasMore && last ? cursorOf(last.id) : null;
  return { items, total, hasMore, nextCursor };
}

function matches(filters: DeliveryFilters): (delivery: Delivery) => boolean {
  const { status, eventType } = filters;
  return (each) =>
    (status === undefined || each.status === status) &&
    (eventType === undefined || each.eventType === eventType);
}
