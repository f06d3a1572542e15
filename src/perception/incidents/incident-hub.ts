import type { Clock, Timer } from "../../base/core/clock.ts";
import type { EventLog } from "../../base/events/event-log.ts";
import type { IncidentRecord } from "./incident-record.ts";
import type { FrameRef } from "../core/frame-ref.ts";

/** An incident of a stream at the moment at which it was opened, before anything is stored. */
export interface OpenedIncident {
  org: string;
  incident: IncidentRecord;
  /** The frame that opened it: media time, and the picture's own wall time in Unix milliseconds. */
  frame: { generation: number; ptsSec: number; wallMs: number } | null;
  /** Monotonic milliseconds of the process at which the appliance opened it. */
  atMonoMs: number;
  /** Resolves with true when the incident became durable within `storeWaitMs`. Never rejects. */
  stored: Promise<boolean>;
}

/** The longest time until an incident is durable, in milliseconds; an older one moves no robot. */
export const storeWaitMs = 5000;
/** The most incidents that wait to become durable; beyond it the oldest counts as not stored. */
const maxWaiting = 1000;

interface PendingIncident {
  settle(isStored: boolean): void;
  timer: Timer;
}

/**
 * Notifies listeners of each incident that opens. It calls them synchronously while judging the frame, so
 * they must not wait; a listener that needs the incident to be durable awaits `stored`.
 */
export class IncidentHub {
  readonly #parts: { clock: Clock; events: Pick<EventLog, "subscribe"> };
  readonly #listeners = new Set<(opened: OpenedIncident) => void>();
  readonly #waiting = new Map<string, PendingIncident>();
  #unsubscribe: (() => void) | undefined;

  constructor(parts: { clock: Clock; events: Pick<EventLog, "subscribe"> }) {
    this.#parts = parts;
  }

  /** Follows the event log, which says when an incident is durable. */
  start(): void {
    this.#unsubscribe = this.#parts.events.subscribe(({ type, data }) => {
      if (type === "incident.created") this.#settle(String(data["id"]), true);
    });
  }

  stop(): void {
    this.#unsubscribe?.();
  }

  /** Calls `listener` for each incident from now on; returns the function that ends it. */
  subscribe(listener: (opened: OpenedIncident) => void): () => void {
    const entry = (opened: OpenedIncident): void => listener(opened);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Notifies the listeners of an incident that `frame` opened. */
  opened(record: IncidentRecord, frame: FrameRef | null): void {
    if (this.#listeners.size === 0) return;
    const { clock } = this.#parts;
    const { promise: stored, resolve: settle } = Promise.withResolvers<boolean>();
    const timer = clock.after(storeWaitMs, () => this.#settle(record.id, false));
    this.#waiting.set(record.id, { settle, timer });
    if (this.#waiting.size > maxWaiting) {
      this.#settle(this.#waiting.keys().next().value!, false);
    }
    const opened: OpenedIncident = {
      org: record.org,
      // The stream goes on changing its own.
      incident: { ...record },
      frame: frame && { ...frame, wallMs: record.openedAtMs },
      atMonoMs: clock.monoMs(),
      stored,
    };
    for (const listener of this.#listeners) listener(opened);
  }

  #settle(id: string, isStored: boolean): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    waiting.timer.cancel();
    waiting.settle(isStored);
  }
}
