import type { Clock } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { NewEvent } from "../../base/events/event.ts";
import type { EvidenceUrls } from "./evidence-port.ts";
import type { IncidentRecord } from "./incident-record.ts";
import { compactIncidentWire, incidentWire } from "./incident-wire.ts";
import type { LatencyMeter } from "../core/latency-meter.ts";
import { getIncident, putIncident, trimIncidents } from "./incident-store.ts";

/** The event log as its writers use it: an entry becomes part of the caller's transaction. */
export interface EventAppender {
  appendIn(tx: StoreTransaction, event: NewEvent): unknown;
}

/** The event of a stored change; `kept` stores the change without an event. */
export type IncidentChange = "created" | "updated" | "resolved" | "kept";

/** The stream's choices for its incident events. */
export interface EventForm {
  delivery: readonly ("sse" | "webhook")[];
  /** The only webhook that receives them. */
  webhookUrl?: string;
  compact: boolean;
}

/** The form of streams that do not set one. */
export const everywhere: EventForm = { delivery: ["sse", "webhook"], compact: false };

/** Incidents that may wait for a store that refuses writes; beyond it the writer gives up the oldest. */
const maxWaiting = 2000;
const retryMs = 1000;

interface PendingChange {
  latest: IncidentRecord;
  changes: Map<Exclude<IncidentChange, "kept">, IncidentRecord>;
  /** Wait for the next attempt to store it. */
  callers: { resolve(): void; reject(error: unknown): void }[];
}

/**
 * Stores the incidents of one stream, each with its events in one transaction and in order. While
 * the store refuses writes, changes wait and are merged; nothing waits for it.
 */
export class IncidentWriter {
  readonly #parts: { store: Store; events: EventAppender; clock: Clock; log: Logger };
  readonly #urls: EvidenceUrls;
  readonly #latency: Pick<LatencyMeter, "since"> | undefined;
  readonly #waiting = new Map<string, PendingChange>();
  #form: EventForm = everywhere;
  #work: Promise<void> | undefined;
  #lost = 0;
  /** The store's last refusal. */
  #refusal: unknown;

  /** `latency` records when a new incident and its first event are durable. */
  constructor(
    parts: { store: Store; events: EventAppender; clock: Clock; log: Logger },
    urls: EvidenceUrls,
    latency?: Pick<LatencyMeter, "since">,
  ) {
    this.#parts = parts;
    this.#urls = urls;
    this.#latency = latency;
  }

  /** Incidents given up because the store refused writes for too long. */
  get lost(): number {
    return this.#lost;
  }

  /** Incidents with changes that are not stored yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  setForm(form: EventForm): void {
    this.#form = form;
  }

  /** Hands in a change; the record is copied. Returns at once. */
  write(record: IncidentRecord, change: IncidentChange): void {
    const copy = { ...record, classes: [...record.classes], trackIds: [...record.trackIds] };
    const entry = this.#waiting.get(record.id) ?? { latest: copy, changes: new Map(), callers: [] };
    entry.latest = copy;
    if (change !== "kept") entry.changes.set(change, copy);
    this.#waiting.set(record.id, entry);
    if (this.#waiting.size > maxWaiting) this.#giveUpOldest();
    this.#work ??= this.#run();
  }

  /**
   * Resolves when the change of incident `id` that was just handed in is stored. Rejects with the store's error when
   * it refuses the change, which then waits as all others do.
   */
  async stored(id: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry = this.#waiting.get(id);
    if (!entry) return;
    entry.callers.push({ resolve, reject });
    await promise;
  }

  /** Resolves when all changes are stored, or as soon as the store refuses. */
  async flush(): Promise<void> {
    await this.#work;
  }

  #giveUpOldest(): void {
    const oldest = this.#waiting.keys().next().value;
    if (oldest === undefined) return;
    for (const { reject } of this.#waiting.get(oldest)!.callers) reject(this.#refusal);
    this.#waiting.delete(oldest);
    this.#lost += 1;
  }

  async #run(): Promise<void> {
    // The caller goes on first, so that changes of one frame share a transaction.
    await Promise.resolve();
    let ok = true;
    while (ok && this.#waiting.size > 0) ok = await this.#storeBatch();
    this.#work = undefined;
    if (!ok) {
      this.#parts.clock.after(retryMs, () => {
        this.#work ??= this.#run();
      });
    }
  }

  async #storeBatch(): Promise<boolean> {
    const batch = [...this.#waiting].slice(0, 50);
    for (const [id] of batch) this.#waiting.delete(id);
    try {
      await this.#parts.store.transact((tx) => {
        for (const [, entry] of batch) this.#storeOne(tx, entry);
      });
      for (const [, { callers }] of batch) for (const caller of callers) caller.resolve();
      return true;
    } catch (error) {
      this.#refusal = error;
      for (const [, { callers }] of batch) {
        for (const caller of callers.splice(0)) caller.reject(error);
      }
      this.#parts.log.warn({ error: describeError(error) }, "incidents wait for the store");
      this.#putBack(batch);
      return false;
    }
  }

  #storeOne(tx: StoreTransaction, entry: PendingChange): void {
    const { latest, changes } = entry;
    const stored = getIncident(tx, latest.org, latest.id);
    const people = addedSince(stored, latest);
    putIncident(tx, { ...latest, ...people });
    if (changes.has("created")) {
      trimIncidents(tx, latest.org);
      tx.afterCommit(() => this.#latency?.since("event", latest.openedAtMs));
    }
    for (const change of ["created", "updated", "resolved"] as const) {
      const record = changes.get(change);
      if (record) this.#appendEvent(tx, change, { ...record, ...people });
    }
  }

  #appendEvent(
    tx: StoreTransaction,
    change: Exclude<IncidentChange, "kept">,
    record: IncidentRecord,
  ): void {
    this.#parts.events.appendIn(tx, incidentEvent({ record, change }, this.#form, this.#urls));
  }

  #putBack(batch: readonly [string, PendingChange][]): void {
    const newer = new Map(this.#waiting);
    this.#waiting.clear();
    for (const [id, entry] of batch) {
      const since = newer.get(id);
      if (since) {
        entry.latest = since.latest;
        for (const [change, record] of since.changes) entry.changes.set(change, record);
        entry.callers = since.callers;
        newer.delete(id);
      }
      this.#waiting.set(id, entry);
    }
    for (const [id, entry] of newer) this.#waiting.set(id, entry);
  }
}

/** The event of a change, in the form that the incident's stream requested. */
export function incidentEvent(
  { record, change }: { record: IncidentRecord; change: Exclude<IncidentChange, "kept"> },
  { delivery, webhookUrl, compact }: EventForm,
  urls: EvidenceUrls,
): NewEvent {
  const incident = compact ? compactIncidentWire(record) : incidentWire(record, urls);
  return {
    org: record.org,
    type: `incident.${change}`,
    streamId: record.streamId,
    jobId: record.jobId,
    delivery,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
    data: { ...incident },
  };
}

/** The fields that people and the narrator added to the stored incident; the running stream lacks them. */
function addedSince(stored: IncidentRecord | undefined, latest: IncidentRecord) {
  const { acknowledgedAtMs, acknowledgedBy, notes, verdict, narration } = stored ?? latest;
  return {
    acknowledgedAtMs: acknowledgedAtMs ?? latest.acknowledgedAtMs,
    acknowledgedBy: acknowledgedBy ?? latest.acknowledgedBy ?? null,
    notes: notes ?? latest.notes ?? [],
    verdict: verdict ?? latest.verdict ?? null,
    ...(narration === undefined ? {} : { narration }),
  };
}
