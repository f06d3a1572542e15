import { fail } from "../../base/contract/fail.ts";
import { type Severity, severities } from "../../base/contract/event-types.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import { stableId, uuidv7 } from "../../base/core/ids.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { StoreTransaction } from "../../base/core/store.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { EventReader } from "../../base/events/event-reader.ts";
import type { Vault } from "../../base/secrets/vault.ts";
import { type EscalationNotice, escalationNotice } from "../escalation/escalation-wire.ts";
import type { PushOwner, ReadSchedule } from "./ports.ts";
import { PushQueue } from "./push-queue.ts";
import type { PushMessage, Subscription } from "./push-record.ts";
import { errorOf, PushSender, type PushOutcome, type PushSenderParts } from "./push-sender.ts";
import { assertPushService } from "./push-services.ts";
import { incidentPayload, summaryPayload, testPayload } from "./push-payload-wire.ts";
import { type HeldIncidents, QuietHours, type SiteQuietHours } from "./quiet-hours.ts";
import { type DeviceOrder, Subscriptions } from "./subscriptions.ts";

/** What a browser needs to subscribe. */
export interface PushSettings {
  /** Null while notifications are off. */
  publicKey: string | null;
  /** Hosts of push services that the site allows. */
  services: readonly string[];
  hasPictures: boolean;
}

/** A device with the number of messages that wait for it. */
export interface ListedDevice {
  device: Subscription;
  waiting: number;
}

/** The parts of `Push`. */
export interface PushParts extends Omit<PushSenderParts, "subscriptions" | "contact"> {
  events: EventLog;
  log: Logger;
  vault: Pick<Vault, "seal" | "open">;
  /** Returns the owner of an id; undefined when the account or key is gone or lacks the right. */
  ownerOf(org: string, ownerId: string): PushOwner | undefined;
  readSchedule: ReadSchedule;
  site: string;
  /** Undefined while the site has switched notifications off. */
  contact: string | undefined;
  ttlMs: number;
  hasPictures: boolean;
  /** Undefined for a site without quiet hours. */
  quietHours: SiteQuietHours | undefined;
}

/** Delays after failed attempts; the last one repeats until the message is stale. */
const delaysMs = [5000, 15_000, 60_000, 120_000, 300_000] as const;
const readerName = "push";
const testTtlMs = 60_000;
/** Bound of concurrent tests: each may wait 15 s for its service. */
const maxTests = 4;
const tidyPeriodMs = 10 * 60_000;

/**
 * Notifications to devices by Web Push: each device names severity, cameras and quiet hours. An incident of the
 * event log becomes a message per device in the transaction that moves the reader's position, so that a crash
 * neither loses nor repeats one.
 */
export class Push implements Part {
  readonly #parts: PushParts;
  readonly #subscriptions: Subscriptions;
  readonly #queue: PushQueue;
  readonly #sender: PushSender;
  readonly #reader: EventReader;
  readonly #quietHours: QuietHours;
  readonly #stopping = new AbortController();
  #tests = 0;
  #tidy: { cancel(): void } | undefined;

  constructor(parts: PushParts) {
    const { store, clock, log, events, cipher } = parts;
    this.#parts = parts;
    const makeKeys = () => cipher.makeKeys();
    this.#subscriptions = new Subscriptions({ ...parts, makeKeys });
    const subscriptions = this.#subscriptions;
    this.#sender = new PushSender({ ...parts, subscriptions, contact: parts.contact ?? "" });
    this.#queue = new PushQueue({
      store,
      clock,
      log,
      attempt: (message, signal) => this.#attempt(message, signal),
    });
    this.#quietHours = new QuietHours({
      store,
      clock,
      log,
      site: parts.quietHours,
      release: (tx, held, endedAtMs) => this.#summariseIn(tx, held, endedAtMs),
    });
    this.#reader = new EventReader({
      name: readerName,
      store,
      events,
      clock,
      log,
      wants: (event) => this.#receivers(event).length > 0,
      take: (tx, event) => this.#take(tx, event),
    });
  }

  /** Makes the box's keys at the first start with `push.contact`. Without that it does nothing. */
  async start(): Promise<void> {
    const { contact, store, events } = this.#parts;
    if (contact === undefined) {
      // Else the log would keep its entries for a reader that does not run.
      if (events.cursor(readerName) !== undefined) {
        await store.transact((tx) => events.forget(tx, readerName));
      }
      return;
    }
    await this.#subscriptions.start();
    this.#queue.start();
    await this.#reader.start();
    this.#quietHours.start();
    this.#tidy = this.#parts.clock.every(tidyPeriodMs, () => void this.#removeOrphans());
  }

  async stop(): Promise<void> {
    this.#tidy?.cancel();
    this.#stopping.abort(
      fail("shutting_down", "box: is stopping. Try again after its start", { retryAfterSec: 5 }),
    );
    if (this.#parts.contact === undefined) return;
    await this.#quietHours.stop();
    await this.#reader.stop();
    await this.#queue.stop();
  }

  /** Returns what a browser needs to subscribe. */
  describe(): PushSettings {
    const { contact, services, hasPictures } = this.#parts;
    const publicKey = contact === undefined ? null : this.#subscriptions.vapid.publicKey;
    return { publicKey, services, hasPictures };
  }

  /** The caller's devices; those of the organisation for `keys:admin`. */
  list(caller: Caller): ListedDevice[] {
    const isAdmin = caller.scopes.includes("keys:admin");
    return this.#subscriptions
      .list(caller.org, isAdmin ? undefined : caller.keyId)
      .map((each) => this.#listed(each));
  }

  /** Stores a device, or updates its settings. Codes: `feature_disabled`, `forbidden_address`, `invalid_request_body`, `conflict`. */
  async subscribe(caller: Caller, order: DeviceOrder): Promise<ListedDevice> {
    this.#assertEnabled();
    const { readSchedule } = this.#parts;
    const { quietHours } = order.wishes;
    if (quietHours) readSchedule(quietHours, "quiet_hours");
    const service = assertPushService(order.target.endpoint, this.#parts);
    return this.#listed(await this.#subscriptions.put(caller, order, service));
  }

  /** Removes a device with its messages; false for one that the caller may not see. */
  async unsubscribe(caller: Caller, id: string): Promise<boolean> {
    const device = this.#visible(caller, id);
    if (device) await this.#remove(device.id);
    return device !== undefined;
  }

  /** Sends a test at once. Undefined for an unknown device. Codes: `feature_disabled`, `rate_limited`. */
  async test(caller: Caller, id: string): Promise<PushOutcome | undefined> {
    this.#assertEnabled();
    const device = this.#visible(caller, id);
    if (!device) return undefined;
    if (this.#tests >= maxTests) {
      throw fail("rate_limited", "push tests: as many as allowed run already. Try again later", {
        retryAfterSec: 15,
      });
    }
    this.#tests += 1;
    try {
      const nowMs = this.#parts.clock.wallMs();
      const test = { language: device.language, site: this.#parts.site, atMs: nowMs };
      const payload = JSON.stringify(testPayload(test));
      const about = { incidentId: `test-${uuidv7(nowMs)}`, isUrgent: true, payload };
      const message = { ...about, expiresAtMs: nowMs + testTtlMs };
      const settle = (tx: StoreTransaction, outcome: PushOutcome) =>
        this.#noteIn(tx, device.id, outcome);
      return await this.#sender.send(message, device, { signal: this.#stopping.signal, settle });
    } finally {
      this.#tests -= 1;
    }
  }

  /** Counts for the metrics. */
  counts(): { waiting: number; dropped: number } {
    return this.#queue.counts();
  }

  #assertEnabled(): void {
    if (this.#parts.contact !== undefined) return;
    throw fail(
      "feature_disabled",
      "push.contact: is not set, so the box sends no notifications. Set it in the site configuration",
    );
  }

  #visible({ org, keyId, scopes }: Caller, id: string): Subscription | undefined {
    const device = this.#subscriptions.get(id);
    const isOwn = device?.ownerId === keyId || scopes.includes("keys:admin");
    return device?.org === org && isOwn ? device : undefined;
  }

  #listed(device: Subscription): ListedDevice {
    return { device, waiting: this.#queue.waitingFor(device.id) };
  }

  /** The devices that want the incident now, and whose owners may see it. */
  #receivers({ org, type, data }: Event): Subscription[] {
    const escalation = escalationOf({ type, data });
    if (!escalation && type !== "incident.created" && type !== "robot.incident") return [];
    const severity = severities.indexOf(data["severity"] as Severity);
    const streamId = textOf(data, "stream_id");
    return this.#subscriptions.list(org).filter((device) => {
      if (escalation) {
        if (!isMeant(device, escalation)) return false;
      } else if (severity < severities.indexOf(device.minSeverity)) return false;
      if (this.#isQuiet(device, data["severity"] as Severity)) return false;
      const { cameraIds } = device;
      if (cameraIds && (streamId === undefined || !cameraIds.includes(streamId))) return false;
      const owner = this.#parts.ownerOf(org, device.ownerId);
      if (!owner) return false;
      return streamId === undefined ? owner.seesAll : owner.maySee(streamId);
    });
  }

  #isQuiet({ quietHours, isCriticalLoud }: Subscription, severity: Severity): boolean {
    if (!quietHours || (isCriticalLoud && severity === "critical")) return false;
    const { readSchedule, clock } = this.#parts;
    return readSchedule(quietHours, "quiet_hours").holdsAt(clock.wallMs());
  }

  #take(tx: StoreTransaction, event: Event): void {
    const { clock, ttlMs, hasPictures, site } = this.#parts;
    const { org, data, atMs } = event;
    const incidentId = textOf(data, "id") ?? `event-${event.seq}`;
    const expiresAtMs = atMs + ttlMs;
    if (expiresAtMs <= clock.wallMs()) return;
    const severity = data["severity"] as Severity;
    const streamId = textOf(data, "stream_id");
    const robotId = textOf(data, "robot_id");
    const hasImage = hasPictures && event.type !== "robot.incident" && streamId !== undefined;
    const escalation = escalationOf(event);
    const incident = {
      site,
      atMs,
      id: incidentId,
      severity,
      type: textOf(data, "type") ?? event.type,
      source: textOf(data, "stream_name") ?? streamId ?? textOf(data, "robot_name") ?? robotId,
      robot: event.type === "robot.incident" ? robotId : undefined,
      isEscalated: escalation !== undefined,
      image: hasImage ? `/api/v1/surveillance/incidents/${incidentId}/snapshot.jpg` : null,
    };
    for (const { id: subscriptionId, language } of this.#receivers(event)) {
      if (this.#quietHours.holds(severity)) {
        this.#quietHours.addIn(tx, subscriptionId, severity);
        continue;
      }
      const payload = JSON.stringify(incidentPayload({ ...incident, language }));
      const again = escalation ? [escalation.step] : [];
      const id = stableId("push-message", subscriptionId, incidentId, ...again);
      const about = { id, org, subscriptionId, incidentId, payload, expiresAtMs };
      const isUrgent = severity === "critical";
      const first = { attempts: 0, dueAtMs: clock.wallMs() };
      this.#queue.addIn(tx, { v: 1, ...about, isUrgent, ...first });
    }
  }

  /** One message for all incidents that a device was not sent; a stale one is dropped. */
  #summariseIn(tx: StoreTransaction, held: HeldIncidents, endedAtMs: number): void {
    const { clock, ttlMs, site } = this.#parts;
    const { subscriptionId, count, severity, firstAtMs } = held;
    const device = this.#subscriptions.get(subscriptionId);
    const expiresAtMs = endedAtMs + ttlMs;
    if (!device || expiresAtMs <= clock.wallMs()) return;
    const { org, language } = device;
    const id = stableId("push-summary", subscriptionId, firstAtMs);
    const payload = JSON.stringify(summaryPayload({ language, site, endedAtMs, count, severity }));
    const about = { id, org, subscriptionId, incidentId: `summary-${id}`, payload, expiresAtMs };
    const first = { attempts: 0, dueAtMs: clock.wallMs() };
    this.#queue.addIn(tx, { v: 1, ...about, isUrgent: false, ...first });
  }

  async #attempt(message: PushMessage, signal: AbortSignal): Promise<void> {
    const { clock, store, ownerOf } = this.#parts;
    const device = this.#subscriptions.get(message.subscriptionId);
    const isStale = clock.wallMs() >= message.expiresAtMs;
    if (!device || isStale) {
      const retryAtMs = isStale ? message.expiresAtMs : null;
      await store.transact((tx) => this.#queue.settleIn(tx, message, retryAtMs), {
        essential: true,
      });
      return;
    }
    if (!ownerOf(device.org, device.ownerId)) return await this.#remove(device.id);
    await this.#sender.send(message, device, {
      signal,
      settle: (tx, outcome) => {
        this.#noteIn(tx, device.id, outcome);
        if (outcome.kind === "gone") return;
        const retryAtMs = outcome.kind === "later" ? this.#retryAtMs(message, outcome) : null;
        this.#queue.settleIn(tx, message, retryAtMs);
      },
    });
  }

  #retryAtMs({ attempts }: PushMessage, { delayMs }: PushOutcome & { kind: "later" }): number {
    const ownMs = delaysMs[Math.min(attempts, delaysMs.length - 1)]!;
    return this.#parts.clock.wallMs() + Math.max(ownMs, delayMs ?? 0);
  }

  #noteIn(tx: StoreTransaction, id: string, outcome: PushOutcome): void {
    if (outcome.kind === "gone") this.#removeIn(tx, id);
    else if (outcome.kind === "delivered") {
      const lastSuccessAtMs = this.#parts.clock.wallMs();
      this.#subscriptions.changeIn(tx, id, { lastSuccessAtMs, lastError: null });
    } else this.#subscriptions.changeIn(tx, id, { lastError: errorOf(outcome) });
  }

  #removeIn(tx: StoreTransaction, id: string): void {
    this.#subscriptions.removeIn(tx, id);
    this.#queue.removeOfIn(tx, id);
  }

  async #remove(id: string): Promise<void> {
    await this.#parts.store.transact((tx) => this.#removeIn(tx, id), { essential: true });
  }

  /** Removes the devices of people and keys that have gone. */
  async #removeOrphans(): Promise<void> {
    const { ownerOf, log } = this.#parts;
    const orphans = this.#subscriptions
      .all()
      .filter(({ org, ownerId }) => ownerOf(org, ownerId) === undefined);
    for (const { id } of orphans) {
      await this.#remove(id).catch(() => log.warn({ id }, "a device was not removed"));
    }
  }
}

function textOf(data: Event["data"], field: string): string | undefined {
  const value = data[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The step of an escalation that is for devices. */
function escalationOf({ type, data }: Pick<Event, "type" | "data">): EscalationNotice | undefined {
  if (type !== "incident.escalated") return undefined;
  const escalation = escalationNotice(data);
  return escalation.to.includes("push") ? escalation : undefined;
}

/** True for the devices of the people that a step names; for all when it names none. */
function isMeant({ ownerName }: Subscription, { people }: EscalationNotice): boolean {
  if (people.length === 0) return true;
  return people.some((name) => name.toLowerCase() === ownerName.toLowerCase());
}
