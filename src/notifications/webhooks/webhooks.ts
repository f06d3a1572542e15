import { callWebhook, type WebhookCall, type WebhookCallEnd } from "./webhook-call-wire.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Meter } from "../../base/contract/metrics.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import { uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import { newDelivery, type ShownDelivery } from "./delivery-record.ts";
import { type DeliveryFilters, type DeliveryRetention, DeliveryStore } from "./delivery-store.ts";
import { DeliveryDispatcher } from "./delivery-dispatcher.ts";
import { ownEvent } from "./event-wire.ts";
import { EventReader } from "../../base/events/event-reader.ts";
import { DeliveryLanes } from "./delivery-lanes.ts";
import type { Outbound } from "./outbound-port.ts";
import { type WebhookChange, type WebhookOrder, WebhookRegistry } from "./webhook-registry.ts";
import { newSecret } from "./secret.ts";
import { afterAttempt } from "./settle-attempt.ts";
import { StreamReceivers } from "./stream-receivers.ts";
import { NetworkHealth } from "./network-health.ts";
import { Vault, type VaultOptions } from "../../base/secrets/vault.ts";
import type { RotatedWebhook, WebhookRecord, WebhookState } from "./webhook-record.ts";
import { webhookLimits } from "./webhook-terms.ts";

/** The parts of `Webhooks`. */
export interface WebhooksParts {
  store: Store;
  events: EventLog;
  jobs: Pick<Jobs, "get">;
  outbound: Outbound;
  clock: Clock;
  log: Logger;
  /** Key of the secrets at rest. */
  vault: VaultOptions;
  /** Version of the appliance, for `User-Agent`. */
  version: string;
  meter?: Meter;
  /** Registrations of one organisation; 20. */
  maxPerOrg?: () => number;
  retention?: Partial<DeliveryRetention>;
  /** Uniform in [0, 1), for the spread of retries. */
  random?: () => number;
}

/** The requested part of a list. */
interface PageQuery {
  limit: number;
  offset: number;
  after?: string;
}

const dayMs = 24 * 3_600_000;
const defaultRetention: DeliveryRetention = { keepMs: 30 * dayMs, maxPerWebhook: 50_000 };
const purgePeriodMs = 10 * 60_000;
/** Bound of concurrent tests: each may wait 15 s for its receiver. */
const maxTests = 4;
const stopGraceMs = 2000;

/** A new secret for a webhook. */
export interface SecretRotation {
  /** Without it the box makes one. */
  secret?: string | undefined;
  /** Seconds for which the old secret also signs. */
  graceSec?: number | undefined;
  onStored?: OnRotated;
}

type OnDelivery = (tx: StoreTransaction, delivery: ShownDelivery) => void;
type OnRotated = (tx: StoreTransaction, webhook: RotatedWebhook) => void;

/**
 * Webhooks: registrations, and deliveries that survive a crash. An entry of the event log becomes
 * deliveries in the transaction that moves the reader's position; each webhook has a lane of its
 * own.
 */
export class Webhooks implements Part {
  /** Receivers of the incidents of streams. */
  readonly forStreams: StreamReceivers;
  readonly #parts: WebhooksParts;
  readonly #vault: Vault;
  readonly #registry: WebhookRegistry;
  readonly #deliveries: DeliveryStore;
  readonly #dispatcher: DeliveryDispatcher;
  readonly #lanes: DeliveryLanes;
  readonly #reader: EventReader;
  readonly #network: NetworkHealth;
  readonly #stopping = new AbortController();
  #purge: Timer | undefined;
  #purging: Promise<void> | undefined;
  #tests = 0;

  constructor(parts: WebhooksParts) {
    const { store, clock, log, events, outbound, jobs, maxPerOrg = () => 20 } = parts;
    this.#parts = parts;
    this.#vault = new Vault(parts.vault);
    this.#network = new NetworkHealth(clock);
    this.#registry = new WebhookRegistry({
      store,
      clock,
      outbound,
      maxPerOrg,
      vault: this.#vault,
      lastSeq: () => events.lastSeq(),
      changed: (id, record) => this.#changed(id, record),
    });
    const retention = { ...defaultRetention, ...parts.retention };
    const onDue = (webhookId: string): void => this.#lanes.wake(webhookId);
    this.#deliveries = new DeliveryStore({ store, clock, retention, onDue });
    this.forStreams = new StreamReceivers({
      registry: this.#registry,
      outbound,
      vault: this.#vault,
      clock,
      lastSeq: () => events.lastSeq(),
      pending: (webhookId) => this.#deliveries.pending(webhookId),
    });
    this.#dispatcher = new DeliveryDispatcher({
      store,
      clock,
      log,
      outbound,
      jobs,
      registry: this.#registry,
      deliveries: this.#deliveries,
      network: this.#network,
      random: parts.random ?? Math.random,
      ...(parts.meter ? { meter: parts.meter } : {}),
      userAgent: `Gatehouse/${parts.version} (webhooks)`,
    });
    this.#lanes = new DeliveryLanes({
      clock,
      log,
      due: (webhookId, limit) => this.#deliveries.due(webhookId, limit),
      isOpen: (webhookId) => this.#registry.byId(webhookId)?.isActive ?? false,
      attempt: (webhookId, due, signal) => this.#dispatcher.attempt(webhookId, due, signal),
    });
    this.#reader = new EventReader({
      name: "webhooks",
      store,
      events,
      clock,
      log,
      wants: (event) => this.#dispatcher.wants(event),
      take: (tx, event) => this.#dispatcher.take(tx, event),
    });
  }

  /**
   * Resumes pending deliveries. Fails with `store_failed` when the key of the secrets is unusable.
   */
  async start(): Promise<void> {
    await this.#vault.start();
    await this.#registry.start();
    for (const { id } of this.#registry.all()) this.#lanes.wake(id);
    await this.#reader.start();
    this.#purge = this.#parts.clock.every(purgePeriodMs, () => this.#tidy());
    this.#tidy();
  }

  async stop(): Promise<void> {
    this.#purge?.cancel();
    this.#stopping.abort(
      fail("shutting_down", "box: is stopping. Try again after its start", { retryAfterSec: 5 }),
    );
    await this.#reader.stop();
    await this.#lanes.stop(stopGraceMs);
    await this.#purging;
  }

  /** `onStored` runs in the transaction. Codes: `invalid_request_body`, `forbidden_address`, `webhook_limit_reached`, `storage_full`. */
  async create(
    org: string,
    request: WebhookOrder,
    onStored?: (tx: StoreTransaction, webhook: WebhookState) => void,
  ): Promise<WebhookState> {
    const record = await this.#registry.create(org, request, (tx, stored) =>
      onStored?.(tx, this.#stateOf(stored)),
    );
    return this.#stateOf(record);
  }

  /** Returns an organisation's registrations, oldest first; they are few. */
  list(org: string): WebhookState[] {
    return this.#registry.of(org).map((each) => this.#stateOf(each));
  }

  /** Undefined for an unknown webhook, and for one of another organisation; so below. */
  get(org: string, id: string): WebhookState | undefined {
    const record = this.#registry.get(org, id);
    return record && this.#stateOf(record);
  }

  /** Codes as in `create`. Enabling a webhook resumes its pending deliveries. */
  async patch(org: string, id: string, change: WebhookChange): Promise<WebhookState | undefined> {
    const record = await this.#registry.patch(org, id, change);
    return record && this.#stateOf(record);
  }

  /** Removes the registration at once, and its deliveries soon after. */
  async remove(org: string, id: string): Promise<boolean> {
    const record = await this.#registry.remove(org, id);
    if (record) this.#tidy();
    return record !== undefined;
  }

  /**
   * Returns the webhook; this answer alone has the new secret, when the box has made it. `onStored`
   * as in `create`.
   */
  async rotate(
    org: string,
    id: string,
    rotation: SecretRotation,
  ): Promise<RotatedWebhook | undefined> {
    const { secret = newSecret(), graceSec = webhookLimits.graceDefaultSec } = rotation;
    const newSecretOnce = rotation.secret === undefined ? { secret } : {};
    const record = await this.#registry.rotate(org, id.toLowerCase(), {
      secret,
      graceSec,
      onStored: (tx, stored) =>
        rotation.onStored?.(tx, { ...this.#stateOf(stored), ...newSecretOnce }),
    });
    return record && { ...this.#stateOf(record), ...newSecretOnce };
  }

  /**
   * Sends a `webhook.test` at once and waits for its end; works for a disabled webhook too.
   * `conflict` when the secret is lost. `onStored` runs in the transaction that stores the result.
   */
  async test(org: string, id: string, onStored?: OnDelivery): Promise<ShownDelivery | undefined> {
    const webhook = this.#registry.get(org, id);
    if (!webhook) return undefined;
    // Refused before a test begins.
    this.#registry.receiver(webhook);
    if (this.#tests >= maxTests) {
      throw fail("rate_limited", "webhook tests: as many as allowed run already. Try again later", {
        retryAfterSec: 15,
      });
    }
    this.#tests += 1;
    try {
      return await this.#test(webhook, onStored);
    } finally {
      this.#tests -= 1;
    }
  }

  /**
   * Calls an active webhook once and returns its answer, without a delivery; undefined for another one. Rejects with the
   * reason of the call's signal, and with `conflict` when the secret is lost.
   */
  async call(org: string, id: string, call: WebhookCall): Promise<WebhookCallEnd | undefined> {
    const webhook = this.#registry.get(org, id.toLowerCase());
    if (!webhook?.isActive) return undefined;
    const { outbound, clock, version } = this.#parts;
    const userAgent = `Gatehouse/${version} (webhooks)`;
    const to = this.#registry.receiver(webhook);
    return await callWebhook({ outbound, clock, userAgent }, to, call);
  }

  /**
   * Returns a page of a webhook's deliveries, newest first; `invalid_query_parameter` for a wrong
   * cursor.
   */
  deliveries(org: string, id: string, query: { filters: DeliveryFilters; page: PageQuery }) {
    const webhook = this.#registry.get(org, id);
    if (!webhook) return undefined;
    const at = { org, webhookId: webhook.id };
    const page = this.#deliveries.list(at, query.filters, query.page);
    const items = page.items.map((delivery): ShownDelivery => ({
      delivery,
      responseBody: this.#deliveries.answer(delivery),
    }));
    return { ...page, items };
  }

  /**
   * Sends the event of a delivery again; `conflict` when it is no longer kept. `onStored` runs in
   * the transaction that stores the new delivery.
   */
  async redeliver(
    org: string,
    id: string,
    again: { deliveryId: string; onStored?: OnDelivery },
  ): Promise<ShownDelivery | undefined> {
    const { deliveryId, onStored } = again;
    const webhook = this.#registry.get(org, id);
    const delivery =
      webhook && this.#deliveries.get({ org, webhookId: webhook.id, id: deliveryId });
    if (!delivery) return undefined;
    const next = await this.#deliveries.again(delivery, (tx, stored) =>
      onStored?.(tx, { delivery: stored, responseBody: null }),
    );
    return { delivery: next, responseBody: null };
  }

  /** Schedules deliveries that failed since a time, Unix milliseconds; returns their number. */
  async recover(
    org: string,
    id: string,
    period: { sinceMs: number; untilMs?: number },
  ): Promise<number | undefined> {
    const webhook = this.#registry.get(org, id);
    if (!webhook) return undefined;
    const nowMs = this.#parts.clock.wallMs();
    const { sinceMs, untilMs = nowMs } = period;
    if (sinceMs < nowMs - webhookLimits.recoverMaxSec * 1000 || sinceMs > untilMs) {
      throw fail(
        "invalid_request_body",
        "since: is out of range. Send a time of the last 14 days before until",
        {
          param: "since",
        },
      );
    }
    const at = { org, webhookId: webhook.id };
    return await this.#deliveries.recover(at, {
      sinceMs,
      untilMs,
      limit: webhookLimits.recoverMax,
    });
  }

  /** Removes the events' data about a job and gives up its pending deliveries. */
  removeOfJob(org: string, jobId: string): Promise<void> {
    return this.#deliveries.removeOfJob(org, jobId);
  }

  /** Counts for the health report of the box. */
  counts() {
    const all = this.#registry.all();
    return {
      registered: all.length,
      active: all.filter(({ isActive }) => isActive).length,
      pending: all.reduce((sum, { id }) => sum + this.#deliveries.pending(id), 0),
      running: this.#lanes.running,
      refused: this.#dispatcher.refused,
    };
  }

  #stateOf(record: WebhookRecord): WebhookState {
    return {
      record,
      pending: this.#deliveries.pending(record.id),
      nowMs: this.#parts.clock.wallMs(),
    };
  }

  #changed(id: string, record: WebhookRecord | undefined): void {
    if (!record) this.#network.forget(id);
    if (record?.isActive) this.#lanes.wake(id);
    else this.#lanes.close(id);
  }

  async #test(webhook: WebhookRecord, onStored?: OnDelivery): Promise<ShownDelivery> {
    const { clock, store } = this.#parts;
    const wallMs = clock.wallMs();
    const { org, id: webhookId } = webhook;
    const about = { id: `evt_svc_${uuidv7(wallMs)}`, org, type: "webhook.test" as const };
    const event = ownEvent({ ...about, atMs: wallMs }, { webhook: { id: webhookId } });
    const delivery = newDelivery(event, { webhookId, wallMs, trigger: "test" });
    const signal = this.#stopping.signal;
    const result = await this.#dispatcher.send(webhook, event, { delivery, signal });
    const parts = { clock, random: Math.random };
    const done = afterAttempt(parts, { delivery, result, isCut: false, isOnly: true });
    const delivered = { delivery: done, responseBody: result.answer };
    await store.transact((tx) => {
      this.#deliveries.putEvent(tx, event);
      const answer = result.answer === null ? {} : { answer: result.answer };
      this.#deliveries.put(tx, done, answer);
      onStored?.(tx, delivered);
    });
    return delivered;
  }

  #tidy(): void {
    const { log } = this.#parts;
    this.#purging ??= this.#tidyAll()
      .catch((error: unknown) => {
        log.warn({ error: describeError(error) }, "old webhook deliveries were not removed");
      })
      .finally(() => {
        this.#purging = undefined;
      });
  }

  async #tidyAll(): Promise<void> {
    const { store } = this.#parts;
    const prefix = ["box", "webhook-gone"];
    for (const { key, value } of store.range<{ org: string }>({ prefix })) {
      const at = { org: value.org, webhookId: key.at(-1) as string };
      while ((await this.#deliveries.removeSome(at)) > 0);
      await store.transact((tx) => tx.remove(key), { essential: true });
    }
    await this.#deliveries.purge(this.#registry.all());
  }
}
