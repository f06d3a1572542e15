import type { Clock } from "../../base/core/clock.ts";
import { inTurns } from "../../base/concurrency/in-turns.ts";
import type { Logger } from "../../base/core/logger.ts";
import type { Store, StoreReader, StoreTransaction } from "../../base/core/store.ts";
import type { Evidence } from "../incidents/evidence-port.ts";
import { type IncidentFilter, matchingIncidents } from "../incidents/incident-list.ts";
import type { IncidentRecord } from "../incidents/incident-record.ts";
import { getIncident, putIncident } from "../incidents/incident-store.ts";
import {
  type EventAppender,
  everywhere,
  incidentEvent,
  IncidentWriter,
} from "../incidents/incident-writer.ts";
import { getStream } from "../settings/stream-record.ts";
import type { RunningStreams } from "../streams/running-streams.ts";
import {
  incidentLimits,
  type IncidentVerdict,
  type ReviewChange,
} from "../incidents/incident-terms.ts";

/** Incidents of one transaction, so that none grows long. */
const batchSize = 50;

/** The parts that reviews work with. */
export interface ReviewParts {
  store: Store;
  events: EventAppender;
  evidence: Evidence;
  clock: Clock;
  log: Logger;
  running: RunningStreams;
}

/** One review: which incidents, and what to note on each. */
export interface Review {
  /** Named incidents; without them `filter` selects. */
  ids?: readonly string[];
  /** Selects those that the review changes, newest first, at most `incidentLimits.reviewed`. */
  filter?: IncidentFilter;
  acknowledge: boolean;
  resolve: boolean;
  /** Null takes a verdict back; undefined leaves it as it is. */
  verdict?: IncidentVerdict | null | undefined;
  /** The reviewer's name, or the id of the key. */
  keyId: string;
  /** The streams that the reviewer is restricted to; incidents of others are `not_found`. */
  streamIds?: readonly string[] | undefined;
}

/** The result for one incident. */
export interface ReviewedIncident {
  id: string;
  outcome: "changed" | "unchanged" | "not_found";
  changes: ReviewChange[];
}

/** The result of a review, in the order of its ids. */
export interface ReviewResult {
  items: ReviewedIncident[];
  /** True when the filter matches more incidents that the review would change. */
  hasMore: boolean;
}

/**
 * Notes the review on each incident, with one event for each change: `incident.updated`, or `incident.resolved`
 * where the review ends it. A repeated review changes nothing. What is stored stays when a later
 * transaction fails, with the codes of `Store.transact`.
 */
export async function reviewIncidents(
  parts: ReviewParts,
  org: string,
  review: Review,
): Promise<ReviewResult> {
  const { ids, hasMore } = await selected(parts.store, org, review);
  const items: ReviewedIncident[] = [];
  const live: IncidentRecord[] = [];
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    const done = await parts.store.transact((tx) =>
      batch.map((id) => reviewOne(parts, tx, { org, id, review })),
    );
    items.push(...done.map(({ item }) => item));
    live.push(...done.flatMap(({ toClose }) => toClose ?? []));
  }
  await closeLive(parts, live, review.keyId);
  return { items, hasMore };
}

async function selected(
  store: StoreReader,
  org: string,
  review: Review,
): Promise<{ ids: string[]; hasMore: boolean }> {
  if (review.ids) {
    const ids = review.ids.map((id) => id.toLowerCase());
    return { ids: [...new Set(ids)], hasMore: false };
  }
  const ids = await inTurns(changeable(store, org, review));
  const most = incidentLimits.reviewed;
  return { ids: ids.slice(0, most), hasMore: ids.length > most };
}

/** Those of the filter that the review changes; one more than it may change, if there are more. */
function* changeable(
  store: StoreReader,
  org: string,
  review: Review,
): Generator<undefined, string[]> {
  const ids: string[] = [];
  for (const match of matchingIncidents(store, org, review.filter ?? {})) {
    if (match === undefined) {
      yield;
      continue;
    }
    const record = getIncident(store, org, match.id);
    if (record && changesOf(record, review).length > 0) ids.push(match.id);
    if (ids.length > incidentLimits.reviewed) break;
  }
  return ids;
}

function changesOf(record: IncidentRecord, review: Review): ReviewChange[] {
  const changes: ReviewChange[] = [];
  if (review.acknowledge && record.acknowledgedAtMs === null) changes.push("acknowledged");
  if (review.resolve && record.state === "open") changes.push("resolved");
  const isJudged = review.verdict !== undefined && review.verdict !== (record.verdict ?? null);
  if (isJudged) changes.push("verdict");
  return changes;
}

interface ReviewStep {
  item: ReviewedIncident;
  /** Open in a running stream, which has to end it. */
  toClose?: IncidentRecord;
}

/** The incident, unless the reviewer may not see its camera. */
function reviewable(
  reader: StoreReader,
  { org, id, review }: { org: string; id: string; review: Review },
): IncidentRecord | undefined {
  const stored = getIncident(reader, org, id);
  return stored && review.streamIds?.includes(stored.streamId) !== false ? stored : undefined;
}

function reviewOne(
  { running, evidence, events, clock }: ReviewParts,
  tx: StoreTransaction,
  { org, id, review }: { org: string; id: string; review: Review },
): ReviewStep {
  const stored = reviewable(tx, { org, id, review });
  if (!stored) return { item: { id, outcome: "not_found", changes: [] } };
  const changes = changesOf(stored, review);
  if (changes.length === 0) return { item: { id, outcome: "unchanged", changes } };
  const item: ReviewedIncident = { id, outcome: "changed", changes };
  const runner = running.get(org, stored.streamId);
  const isEnding = changes.includes("resolved") && !runner;
  const toClose = changes.includes("resolved") && runner ? { toClose: stored } : {};
  if (changes.every((change) => change === "resolved") && runner) return { item, ...toClose };
  const record: IncidentRecord = {
    ...(runner?.judge.incidents.openRecord(id) ?? stored),
    ...addedByPeople(stored),
    ...noted(changes, review, clock.wallMs()),
    ...(isEnding ? ended(review.keyId, clock.wallMs()) : {}),
  };
  putIncident(tx, record);
  const form = getStream(tx, org, stored.streamId)?.settings ?? everywhere;
  const change = isEnding ? "resolved" : "updated";
  events.appendIn(tx, incidentEvent({ record, change }, form, evidence));
  return { item, ...toClose };
}

/** The fields that people and the narrator stored; the record of a running stream lacks it. */
function addedByPeople(stored: IncidentRecord): Partial<IncidentRecord> {
  const { acknowledgedAtMs, acknowledgedBy = null, notes = [], verdict = null } = stored;
  const narrated = stored.narration === undefined ? {} : { narration: stored.narration };
  return { acknowledgedAtMs, acknowledgedBy, notes, verdict, ...narrated };
}

function noted(
  changes: readonly ReviewChange[],
  { keyId, verdict = null }: Review,
  nowMs: number,
): Partial<IncidentRecord> {
  return {
    ...(changes.includes("acknowledged") && { acknowledgedAtMs: nowMs, acknowledgedBy: keyId }),
    ...(changes.includes("verdict") && { verdict }),
  };
}

function ended(keyId: string, nowMs: number): Partial<IncidentRecord> {
  return { state: "resolved", resolvedAtMs: nowMs, resolvedBy: keyId };
}

/** Ends incidents of running streams: these would store them as open again. */
async function closeLive(
  parts: ReviewParts,
  records: readonly IncidentRecord[],
  keyId: string,
): Promise<void> {
  const stored: Promise<void>[] = [];
  for (const { org, id, streamId } of records) {
    const runner = parts.running.get(org, streamId);
    if (runner?.judge.incidents.close(id, keyId)) {
      stored.push(runner.evidence.writer.stored(id));
      continue;
    }
    // Its stream ended meanwhile, or does not know it any more.
    const newest = getIncident(parts.store, org, id);
    if (newest?.state !== "open") continue;
    const writer = new IncidentWriter(parts, parts.evidence);
    writer.setForm(getStream(parts.store, org, streamId)?.settings ?? everywhere);
    writer.write({ ...newest, ...ended(keyId, parts.clock.wallMs()) }, "resolved");
    stored.push(writer.stored(id));
  }
  await Promise.all(stored);
}
