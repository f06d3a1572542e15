import type { Severity } from "../../base/contract/event-types.ts";
import { fail } from "../../base/contract/fail.ts";
import {
  type AdviceWire,
  type IncidentGroupWire,
  incidentLimits,
  type IncidentVerdict,
  type IncidentWire,
} from "../wire/incident.ts";
import type { Clock } from "../../base/core/clock.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { type IncidentRecord, incidentWire } from "../incidents/incident-record.ts";
import { type IncidentGroup, listIncidentGroups } from "./incident-groups.ts";
import {
  getIncident,
  type IncidentFilter,
  listIncidents,
  putIncident,
} from "../incidents/incident-store.ts";
import { type Page, type PageRequest } from "../core/page.ts";
import {
  type EventAppender,
  everywhere,
  incidentEvent,
  IncidentWriter,
} from "../incidents/incident-writer.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { getStream } from "../settings/stream-record.ts";
import { adviseThreshold } from "./threshold-advice.ts";

/** Newest incidents of a stream that the advice uses. */
const advisedIncidents = 1000;

type OnStored = (tx: StoreTransaction, changed: IncidentWire) => void;

/** The filters of a list of incidents; times are Unix seconds of `started_at`. */
export interface IncidentQuery {
  streamId?: string;
  state?: "open" | "resolved";
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
  type?: string;
  /** Those of one `alerts.group_by` group, of all streams. */
  groupKey?: string;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
}

/**
 * Reads and changes incidents for API callers. Every call is bound to one organisation and returns
 * `undefined` for an incident that the organisation does not have.
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
    const found = listIncidents(this.#parts.store, org, { filter: filterOf(query), page });
    return { ...found, items: found.items.map((record) => this.#wire(record)) };
  }

  /** One page in groups, across cameras; a group ends where none of its incidents began for `gapSec`. */
  groups(
    org: string,
    query: IncidentQuery & { gapSec: number },
    page: PageRequest,
  ): Page<IncidentGroupWire> {
    const { gapSec, ...filters } = query;
    const how = { filter: filterOf(filters), gapMs: gapSec * 1000, page };
    const found = listIncidentGroups(this.#parts.store, org, how);
    return { ...found, items: found.items.map((group) => this.#groupWire(group)) };
  }

  #groupWire(group: IncidentGroup): IncidentGroupWire {
    const { count, open, severity, types } = group;
    return {
      object: "surveillance.incident_group",
      group_key: group.groupKey,
      count,
      open,
      severity,
      types,
      stream_ids: group.streamIds,
      first_started_at: group.firstStartedAtMs / 1000,
      last_started_at: group.lastStartedAtMs / 1000,
      latest: this.#wire(group.latest),
    };
  }

  get(org: string, id: string): IncidentWire | undefined {
    const record = getIncident(this.#parts.store, org, id);
    return record && this.#wire(record);
  }

  /** Notes that the holder of a key has seen the incident; the first time counts. */
  async acknowledge(org: string, id: string, keyId: string): Promise<IncidentWire | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    if (!record) return undefined;
    if (record.acknowledgedAtMs !== null) return this.#wire(record);
    this.#refuseWhenFull();
    const runner = this.#running.get(org, record.streamId);
    const open = runner?.judge.incidents.openRecord(id);
    const target = open ?? record;
    target.acknowledgedAtMs = this.#parts.clock.wallMs();
    target.acknowledgedBy = keyId;
    const writer = (open && runner?.evidence.writer) ?? this.#writer(record);
    writer.write(target, "updated");
    await writer.flush();
    return this.#wire(target);
  }

  /**
   * Adds a person's note; `conflict` at `incidentLimits.notes`. `onStored` runs in the transaction that
   * stores it.
   */
  async note(
    org: string,
    id: string,
    note: { text: string; keyId: string; onStored?: OnStored },
  ): Promise<IncidentWire | undefined> {
    const { text, keyId, onStored } = note;
    const add = ({ notes = [] }: IncidentRecord): Partial<IncidentRecord> => {
      if (notes.length >= incidentLimits.notes) {
        throw fail(
          "conflict",
          `notes: an incident has at most ${incidentLimits.notes}. Continue in another incident`,
        );
      }
      return { notes: [...notes, { text, keyId, atMs: this.#parts.clock.wallMs() }] };
    };
    return await this.#change({ org, id }, add, onStored);
  }

  /** Stores a person's verdict; null removes it. */
  async judge(
    org: string,
    id: string,
    verdict: IncidentVerdict | null,
  ): Promise<IncidentWire | undefined> {
    return await this.#change({ org, id }, () => ({ verdict }));
  }

  /** Stores a vision endpoint's description of the picture. */
  async narrate(org: string, id: string, narration: string): Promise<IncidentWire | undefined> {
    return await this.#change({ org, id }, () => ({ narration }));
  }

  /** Returns the advice on the stream's thresholds from the judged ones of its newest 1000 incidents. */
  advice(org: string, streamId: string): AdviceWire | undefined {
    const { store } = this.#parts;
    if (!getStream(store, org, streamId)) return undefined;
    const page = { limit: advisedIncidents, offset: 0 };
    const { items } = listIncidents(store, org, { filter: { streamId }, page });
    return adviseThreshold(streamId, items);
  }

  /** Stores a person's addition with its event, in the form of the stream's events. */
  async #change(
    { org, id }: { org: string; id: string },
    change: (record: IncidentRecord) => Partial<IncidentRecord>,
    onStored?: OnStored,
  ): Promise<IncidentWire | undefined> {
    const { store, events, evidence } = this.#parts;
    const changed = await store.transact((tx) => {
      const stored = getIncident(tx, org, id);
      if (!stored) return undefined;
      const open = this.#running.get(org, stored.streamId)?.judge.incidents.openRecord(id);
      const people = { notes: stored.notes ?? [], verdict: stored.verdict ?? null };
      const { acknowledgedAtMs, acknowledgedBy = null } = stored;
      const narrated = stored.narration === undefined ? {} : { narration: stored.narration };
      const acknowledged = { acknowledgedAtMs, acknowledgedBy, ...narrated };
      const record = { ...(open ?? stored), ...people, ...acknowledged, ...change(stored) };
      putIncident(tx, record);
      const form = getStream(tx, org, stored.streamId)?.settings ?? everywhere;
      const event = incidentEvent({ record, change: "updated" }, form, evidence);
      events.appendIn(tx, event);
      onStored?.(tx, this.#wire(record));
      return record;
    });
    return changed && this.#wire(changed);
  }

  /** Closes the incident for a key; a resolved one stays as it is. */
  async resolve(org: string, id: string, keyId: string): Promise<IncidentWire | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    if (!record) return undefined;
    if (record.state === "resolved") return this.#wire(record);
    this.#refuseWhenFull();
    const runner = this.#running.get(org, record.streamId);
    const closed = runner?.judge.incidents.close(id, keyId);
    if (closed) {
      await runner?.evidence.writer.flush();
      return this.#wire(closed);
    }
    const writer = this.#writer(record);
    const nowMs = this.#parts.clock.wallMs();
    const end = { state: "resolved", resolvedAtMs: nowMs, resolvedBy: keyId } as const;
    const resolved: IncidentRecord = { ...record, ...end };
    writer.write(resolved, "resolved");
    await writer.flush();
    return this.#wire(resolved);
  }

  /** Returns the picture of the opening; undefined when there is none (any more). */
  async snapshot(
    org: string,
    id: string,
    options: { isPlain?: boolean } = {},
  ): Promise<{ jpeg: Uint8Array } | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    const asset = options.isPlain ? record?.plainAssetId : record?.snapshotAssetId;
    if (asset === undefined || asset === null) return undefined;
    const jpeg = await this.#parts.evidence.read(org, asset);
    return jpeg && { jpeg };
  }

  #refuseWhenFull(): void {
    if (this.#parts.store.isFull()) throw fail("storage_full", "disk: is full. Free space");
  }

  #writer({ org, streamId }: IncidentRecord): IncidentWriter {
    const writer = new IncidentWriter(this.#parts, this.#parts.evidence);
    writer.setForm(getStream(this.#parts.store, org, streamId)?.settings ?? everywhere);
    return writer;
  }

  #wire(record: IncidentRecord): IncidentWire {
    return incidentWire(record, this.#parts.evidence);
  }
}

function filterOf({ from, to, ...filter }: IncidentQuery): IncidentFilter {
  return {
    ...filter,
    fromMs: from === undefined ? undefined : from * 1000,
    toMs: to === undefined ? undefined : to * 1000,
  };
}
