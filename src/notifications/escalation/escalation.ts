import { type Severity, severities } from "../../base/contract/event-types.ts";
import type { Clock, Timer } from "../../base/core/clock.ts";
import { describeError } from "../../base/core/errors.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Part } from "../../base/core/parts.ts";
import type { Store, StoreKey, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Event } from "../../base/events/event.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import { EventReader } from "../../base/events/event-reader.ts";
import { escalatedData, type EscalationState, type EscalationStep } from "./escalation-wire.ts";

/** The parts of `Escalation`. */
export interface EscalationParts {
  store: Store;
  events: EventLog;
  clock: Clock;
  log: Logger;
  minSeverity: Severity;
  /** In the order of their times. */
  steps: readonly EscalationStep[];
  /** Whether somebody has acknowledged an incident; undefined when it no longer exists. */
  isAcknowledged(reader: StoreReader, org: string, incidentId: string): boolean | undefined;
}

/** An incident that escalates. */
interface EscalatingIncident {
  v: 1;
  org: string;
  incidentId: string;
  streamId?: string;
  /** The incident as its first event had it. */
  incident: Event["data"];
  startedAtMs: number;
  /** When each step that was due was notified. */
  notifiedAtMs: number[];
  /** Nothing more will be notified. */
  isOver: boolean;
}

const prefix: StoreKey = ["box", "escalation"];
const keyOf = (incidentId: string): StoreKey => [...prefix, incidentId];
const readerName = "escalation";
const lookMs = 1000;
/** Bound of stored incidents: those that are over go first, then the oldest. */
const maxStored = 1000;

/**
 * Notifies the next outlet of incidents that nobody acknowledges. Each step is one `incident.escalated` entry of the
 * event log, written in the transaction that notes the step: a crash neither loses nor repeats one. The outlets and
 * webhooks read the log.
 */
export class Escalation implements Part {
  readonly #parts: EscalationParts;
  readonly #reader: EventReader;
  readonly #waiting = new Map<string, EscalatingIncident>();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #dropped = 0;

  constructor(parts: EscalationParts) {
    this.#parts = parts;
    this.#reader = new EventReader({
      ...parts,
      name: readerName,
      wants: (event) => this.#isAbout(event),
      take: (tx, event) => this.#take(tx, event),
    });
  }

  /** Does nothing on a site without steps. */
  async start(): Promise<void> {
    const { steps, store, events, clock } = this.#parts;
    if (steps.length === 0) {
      // Else the log would keep its entries for a reader that does not run.
      if (events.cursor(readerName) === undefined) return;
      await store.transact((tx) => events.forget(tx, readerName));
      return;
    }
    for (const { value } of store.range<EscalatingIncident>({ prefix })) {
      if (!value.isOver) this.#waiting.set(value.incidentId, value);
    }
    await this.#reader.start();
    this.#timer = clock.every(lookMs, () => this.#look());
  }

  async stop(): Promise<void> {
    this.#timer?.cancel();
    await this.#looking;
    if (this.#parts.steps.length > 0) await this.#reader.stop();
  }

  /** Counts for the metrics. */
  counts(): { waiting: number; dropped: number } {
    return { waiting: this.#waiting.size, dropped: this.#dropped };
  }

  /** Returns the steps of an incident, notified and coming; undefined for an unknown incident. */
  describe(org: string, incidentId: string): EscalationState | undefined {
    const { store, steps, isAcknowledged } = this.#parts;
    const acknowledged = isAcknowledged(store, org, incidentId);
    if (acknowledged === undefined) return undefined;
    const stored = store.get<EscalatingIncident>(keyOf(incidentId));
    const own = stored?.org === org ? stored : undefined;
    return { incidentId, acknowledged, own, steps };
  }

  #isAbout({ type, data }: Event): boolean {
    if (type !== "incident.created") return false;
    const { minSeverity } = this.#parts;
    return severities.indexOf(data["severity"] as Severity) >= severities.indexOf(minSeverity);
  }

  #take(tx: StoreTransaction, { org, data, atMs, streamId }: Event): void {
    const incidentId = String(data["id"]);
    const record: EscalatingIncident = {
      v: 1,
      org,
      incidentId,
      ...(streamId === undefined ? {} : { streamId }),
      incident: data,
      startedAtMs: atMs,
      notifiedAtMs: [],
      isOver: false,
    };
    this.#makeRoom(tx);
    tx.put(keyOf(incidentId), record);
    tx.afterCommit(() => this.#waiting.set(incidentId, record));
  }

  #makeRoom(tx: StoreTransaction): void {
    const all = tx.range<EscalatingIncident>({ prefix });
    if (all.length < maxStored) return;
    const values = all.map(({ value }) => value).toSorted((a, b) => a.startedAtMs - b.startedAtMs);
    const { incidentId, isOver } = values.find((each) => each.isOver) ?? values[0]!;
    tx.remove(keyOf(incidentId));
    tx.afterCommit(() => {
      this.#waiting.delete(incidentId);
      if (!isOver) this.#dropped += 1;
    });
  }

  #look(): void {
    this.#looking ??= this.#notifyDue()
      .catch((error: unknown) => {
        this.#parts.log.warn({ error: describeError(error) }, "an escalation waits");
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #notifyDue(): Promise<void> {
    const { clock, store } = this.#parts;
    for (const each of this.#waiting.values()) {
      if (this.#dueAtMs(each) > clock.wallMs()) continue;
      await store.transact((tx) => this.#notifyIn(tx, each.incidentId), { essential: true });
    }
  }

  #dueAtMs({ startedAtMs, notifiedAtMs }: EscalatingIncident): number {
    const step = this.#parts.steps[notifiedAtMs.length];
    return step ? startedAtMs + step.afterMinutes * 60_000 : 0;
  }

  /** Notifies one step, unless somebody has acknowledged the incident. */
  #notifyIn(tx: StoreTransaction, incidentId: string): void {
    const { steps, events, clock, isAcknowledged } = this.#parts;
    const record = tx.get<EscalatingIncident>(keyOf(incidentId));
    const step = record && steps[record.notifiedAtMs.length];
    const isSeen = !record || (isAcknowledged(tx, record.org, incidentId) ?? true);
    if (!step || isSeen) return this.#putIn(tx, incidentId, record && { ...record, isOver: true });
    const number = record.notifiedAtMs.length + 1;
    const { org, streamId, incident } = record;
    events.appendIn(tx, {
      org,
      type: "incident.escalated",
      ...(streamId === undefined ? {} : { streamId }),
      data: { ...incident, escalation: escalatedData(number, step) },
    });
    const notifiedAtMs = [...record.notifiedAtMs, clock.wallMs()];
    const isOver = notifiedAtMs.length === steps.length;
    this.#putIn(tx, incidentId, { ...record, notifiedAtMs, isOver });
  }

  #putIn(tx: StoreTransaction, incidentId: string, record: EscalatingIncident | undefined): void {
    if (record) tx.put(keyOf(incidentId), record);
    tx.afterCommit(() => {
      if (record && !record.isOver) this.#waiting.set(incidentId, record);
      else this.#waiting.delete(incidentId);
    });
  }
}
