import type { Severity } from "../contract/event-types.ts";
import { fail } from "../contract/fail.ts";
import type { IncidentWire } from "../contract/incident.ts";
import type { Clock } from "../core/clock.ts";
import type { Store } from "../core/store.ts";
import type { Logger } from "../core/logger.ts";
import type { Evidence } from "./evidence.ts";
import { type IncidentRecord, incidentWire } from "./incident-record.ts";
import { getIncident, listIncidents, type Page, type PageRequest } from "./incident-store.ts";
import { type EventAppender, IncidentWriter } from "./incident-writer.ts";
import type { RunningStreams } from "./running-streams.ts";

/** What a list of incidents can be narrowed to; times are Unix seconds of `started_at`. */
export interface IncidentQuery {
  streamId?: string;
  state?: "open" | "resolved";
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
  type?: string;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
}

/**
 * Incidents for those who ask about them and act on them. Every call is bound to one organisation;
 * another one's incident is as unknown as none, and unknown is `undefined`.
 */
export class IncidentService {
  readonly #parts: {
    store: Store;
    events: EventAppender;
    evidence: Evidence;
    clock: Clock;
    log: Logger;
  };
  readonly #running: RunningStreams;

  constructor(
    parts: { store: Store; events: EventAppender; evidence: Evidence; clock: Clock; log: Logger },
    running: RunningStreams,
  ) {
    this.#parts = parts;
    this.#running = running;
  }

  /** One page, newest first. */
  list(org: string, query: IncidentQuery, page: PageRequest): Page<IncidentWire> {
    const { from, to, ...filter } = query;
    const times = {
      fromMs: from === undefined ? undefined : from * 1000,
      toMs: to === undefined ? undefined : to * 1000,
    };
    const found = listIncidents(this.#parts.store, org, { filter: { ...filter, ...times }, page });
    return { ...found, items: found.items.map((record) => this.#wire(record)) };
  }

  get(org: string, id: string): IncidentWire | undefined {
    const record = getIncident(this.#parts.store, org, id);
    return record && this.#wire(record);
  }

  /** Notes that a person has seen the incident; the first time counts. */
  async acknowledge(org: string, id: string): Promise<IncidentWire | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    if (!record) return undefined;
    if (record.acknowledgedAtMs !== null) return this.#wire(record);
    this.#refuseWhenFull();
    const runner = this.#running.get(org, record.streamId);
    const open = runner?.incidents.openRecord(id);
    const target = open ?? record;
    target.acknowledgedAtMs = this.#parts.clock.wallMs();
    const writer = (open && runner?.writer) ?? this.#writer();
    writer.write(target, "updated");
    await writer.flush();
    return this.#wire(target);
  }

  /** Closes the incident by hand; a resolved one stays as it is. */
  async resolve(org: string, id: string): Promise<IncidentWire | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    if (!record) return undefined;
    if (record.state === "resolved") return this.#wire(record);
    this.#refuseWhenFull();
    const runner = this.#running.get(org, record.streamId);
    const closed = runner?.incidents.close(id);
    if (closed) {
      await runner?.writer.flush();
      return this.#wire(closed);
    }
    const writer = this.#writer();
    const nowMs = this.#parts.clock.wallMs();
    const resolved: IncidentRecord = { ...record, state: "resolved", resolvedAtMs: nowMs };
    writer.write(resolved, "resolved");
    await writer.flush();
    return this.#wire(resolved);
  }

  /** The annotated picture of the opening; undefined when there is none, or none any more. */
  async snapshot(org: string, id: string): Promise<{ jpeg: Uint8Array } | undefined> {
    const asset = getIncident(this.#parts.store, org, id)?.snapshotAssetId;
    if (asset === undefined || asset === null) return undefined;
    const jpeg = await this.#parts.evidence.read(org, asset);
    return jpeg && { jpeg };
  }

  #refuseWhenFull(): void {
    if (this.#parts.store.isFull()) throw fail("storage_full", "the disk is full");
  }

  #writer(): IncidentWriter {
    return new IncidentWriter(this.#parts, (org, id) => this.#parts.evidence.url(org, id));
  }

  #wire(record: IncidentRecord): IncidentWire {
    return incidentWire(record, (org, id) => this.#parts.evidence.url(org, id));
  }
}
