import type { Severity } from "../../base/contract/event-types.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Clock } from "../../base/core/clock.ts";
import { inTurns } from "../../base/concurrency/in-turns.ts";
import type { Store, StoreTransaction } from "../../base/core/store.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { SmallPictures } from "../incidents/small-pictures.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { type IncidentGroup, incidentGroupPage } from "./incident-groups.ts";
import {
  type IncidentFilter,
  incidentPage,
  listIncidents,
  searchWords,
} from "../incidents/incident-list.ts";
import { getIncident, putIncident } from "../incidents/incident-store.ts";
import { type Review, type ReviewResult, reviewIncidents } from "./incident-review.ts";
import { type Page, type PageRequest } from "../core/page.ts";
import { type EventAppender, everywhere, incidentEvent } from "../incidents/incident-writer.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import { getStream } from "../settings/stream-record.ts";
import { adviseThreshold, type ThresholdAdvice } from "./threshold-advice.ts";
import { incidentLimits, type IncidentVerdict } from "../incidents/incident-terms.ts";

/** Newest incidents of a stream that the advice uses. */
const advisedIncidents = 1000;

/** Bytes of a thumbnail: a list of 50 is 400 kB. */
const maxThumbnailBytes = 8000;

/** Makes a small JPEG of at most `maxBytes` of a picture. */
export type Shrink = (picture: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

type OnStored = (tx: StoreTransaction, changed: IncidentRecord) => void;

/** The filters of a list of incidents; times are Unix seconds of `started_at`. */
export interface IncidentQuery {
  streamId?: string;
  /** Only of these streams, because the caller may see no other. */
  streamIds?: readonly string[];
  state?: "open" | "resolved";
  severity?: Severity;
  /** This severity or a higher one. */
  minSeverity?: Severity;
  type?: string;
  /** Those of one `alerts.group_by` group, of all streams. */
  groupKey?: string;
  isAcknowledged?: boolean;
  /** Words of the summary, in any order and case. */
  search?: string;
  /** Inclusive. */
  from?: number;
  /** Exclusive. */
  to?: number;
}

/** The people's side of many incidents at once: named ones, or those that a filter matches. */
export type ReviewRequest = Omit<Review, "filter"> & { filter?: IncidentQuery };

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
    shrink: Shrink;
  };
  readonly #running: RunningStreams;
  readonly #thumbnails = new SmallPictures();

  constructor(
    parts: {
      store: Store;
      events: EventAppender;
      evidence: Evidence;
      clock: Clock;
      log: Logger;
      shrink: Shrink;
    },
    running: RunningStreams,
  ) {
    this.#parts = parts;
    this.#running = running;
  }

  /** One page, newest first. */
  async list(org: string, query: IncidentQuery, page: PageRequest): Promise<Page<IncidentRecord>> {
    const how = { filter: filterOf(query), page };
    return await inTurns(incidentPage(this.#parts.store, org, how));
  }

  /** One page in groups, across cameras; a group ends where none of its incidents began for `gapSec`. */
  async groups(
    org: string,
    query: IncidentQuery & { gapSec: number },
    page: PageRequest,
  ): Promise<Page<IncidentGroup>> {
    const { gapSec, ...filters } = query;
    const how = { filter: filterOf(filters), gapMs: gapSec * 1000, page };
    return await inTurns(incidentGroupPage(this.#parts.store, org, how));
  }

  get(org: string, id: string): IncidentRecord | undefined {
    return getIncident(this.#parts.store, org, id);
  }

  /** The stream that the incident is of. */
  streamOf(org: string, id: string): string | undefined {
    return getIncident(this.#parts.store, org, id)?.streamId;
  }

  /** Notes that the holder of a key has seen the incident; the first time counts. */
  async acknowledge(org: string, id: string, keyId: string): Promise<IncidentRecord | undefined> {
    const record = getIncident(this.#parts.store, org, id);
    if (!record) return undefined;
    if (record.acknowledgedAtMs !== null) return record;
    this.#refuseWhenFull();
    const acknowledgement = { acknowledgedAtMs: this.#parts.clock.wallMs(), acknowledgedBy: keyId };
    return await this.#change({ org, id }, (stored) =>
      stored.acknowledgedAtMs === null ? acknowledgement : {},
    );
  }

  /**
   * Adds a person's note; `conflict` at `incidentLimits.notes`. `onStored` runs in the transaction that
   * stores it.
   */
  async note(
    org: string,
    id: string,
    note: { text: string; keyId: string; onStored?: OnStored },
  ): Promise<IncidentRecord | undefined> {
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
  ): Promise<IncidentRecord | undefined> {
    return await this.#change({ org, id }, () => ({ verdict }));
  }

  /** Stores a vision endpoint's description of the picture. */
  async narrate(org: string, id: string, narration: string): Promise<IncidentRecord | undefined> {
    return await this.#change({ org, id }, () => ({ narration }));
  }

  /** Returns the advice on the stream's thresholds from the judged ones of its newest 1000 incidents. */
  advice(org: string, streamId: string): ThresholdAdvice | undefined {
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
  ): Promise<IncidentRecord | undefined> {
    return await this.#parts.store.transact((tx) => {
      const stored = getIncident(tx, org, id);
      if (!stored) return undefined;
      const open = this.#running.get(org, stored.streamId)?.judge.incidents.openRecord(id);
      const people = { notes: stored.notes ?? [], verdict: stored.verdict ?? null };
      const { acknowledgedAtMs, acknowledgedBy = null } = stored;
      const narrated = stored.narration === undefined ? {} : { narration: stored.narration };
      const acknowledged = { acknowledgedAtMs, acknowledgedBy, ...narrated };
      const record = { ...(open ?? stored), ...people, ...acknowledged, ...change(stored) };
      this.#put(tx, record, "updated");
      onStored?.(tx, record);
      return record;
    });
  }

  /** Stores the record with its event, in the form of the stream's events. */
  #put(
    tx: StoreTransaction,
    record: IncidentRecord,
    change: "updated" | "resolved",
  ): IncidentRecord {
    const { events, evidence } = this.#parts;
    putIncident(tx, record);
    const form = getStream(tx, record.org, record.streamId)?.settings ?? everywhere;
    events.appendIn(tx, incidentEvent({ record, change }, form, evidence));
    return record;
  }

  /** Closes the incident for a key; a resolved one stays as it is. */
  async resolve(org: string, id: string, keyId: string): Promise<IncidentRecord | undefined> {
    const { store, clock } = this.#parts;
    const record = getIncident(store, org, id);
    if (!record) return undefined;
    if (record.state === "resolved") return record;
    this.#refuseWhenFull();
    const runner = this.#running.get(org, record.streamId);
    if (runner?.judge.incidents.close(id, keyId)) {
      await runner.evidence.writer.stored(id);
      // The stored record also has what people added, such as the acknowledgement.
      return getIncident(store, org, id);
    }
    const end = { state: "resolved", resolvedAtMs: clock.wallMs(), resolvedBy: keyId } as const;
    return await store.transact((tx) => {
      const stored = getIncident(tx, org, id);
      if (stored?.state !== "open") return stored;
      return this.#put(tx, { ...stored, ...end }, "resolved");
    });
  }

  /** Acknowledges, resolves and judges many incidents; see `reviewIncidents`. */
  async review(org: string, request: ReviewRequest): Promise<ReviewResult> {
    this.#refuseWhenFull();
    const { filter, ...review } = request;
    const found = filter === undefined ? {} : { filter: filterOf(filter) };
    return await reviewIncidents({ ...this.#parts, running: this.#running }, org, {
      ...review,
      ...found,
    });
  }

  /**
   * The picture of the opening, as a thumbnail at most 8 kB; undefined when there is none, or none any more.
   * Code: `overloaded` for thumbnails.
   */
  async snapshot(
    org: string,
    id: string,
    options: { isPlain?: boolean; isThumbnail?: boolean } = {},
  ): Promise<{ jpeg: Uint8Array } | undefined> {
    const { store, evidence, shrink } = this.#parts;
    const record = getIncident(store, org, id);
    const asset = options.isPlain ? record?.plainAssetId : record?.snapshotAssetId;
    if (asset === undefined || asset === null) return undefined;
    const read = () => evidence.read(org, asset);
    const shrunk = async (): Promise<Uint8Array | undefined> => {
      const full = await read();
      return full && (await shrink(full, maxThumbnailBytes));
    };
    const jpeg = await (options.isThumbnail ? this.#thumbnails.of(asset, shrunk) : read());
    return jpeg && { jpeg };
  }

  #refuseWhenFull(): void {
    if (this.#parts.store.isFull()) throw fail("storage_full", "disk: is full. Free space");
  }
}

function filterOf({ from, to, search, ...filter }: IncidentQuery): IncidentFilter {
  return {
    ...filter,
    words: search === undefined ? undefined : searchWords(search),
    fromMs: from === undefined ? undefined : from * 1000,
    toMs: to === undefined ? undefined : to * 1000,
  };
}
