import { inTurns } from "../../base/concurrency/in-turns.ts";
import { severities, type Severity } from "../../base/contract/event-types.ts";
import type { StoreReader } from "../../base/core/store.ts";
import type { Recordings } from "../../cameras/recording/recordings.ts";
import type { CoverageLedger } from "../coverage/coverage-ledger.ts";
import type { LostSpan } from "../coverage/coverage-list.ts";
import { matchingIncidents, type MatchingIncident } from "../incidents/incident-list.ts";
import { getIncident } from "../incidents/incident-store.ts";
import { coveredMs } from "../backfill/missing-time.ts";
import { timelineLimits } from "./timeline-terms.ts";

/** The parts that the timeline is read from. */
export interface TimelineParts {
  store: StoreReader;
  recordings: Pick<Recordings, "outline" | "backfilled">;
  coverage: Pick<CoverageLedger, "gaps">;
}

/** A query: streams, and a span cut into steps, in Unix milliseconds. */
export interface TimelineQuery {
  streamIds: readonly string[];
  fromMs: number;
  toMs: number;
  /** Times that lie closer together than this become one entry. */
  stepMs: number;
}

/** Incidents of one step. */
export interface IncidentMark {
  /** Unix milliseconds. */
  fromMs: number;
  toMs: number;
  count: number;
  unacknowledged: number;
  /** The highest. */
  severity: Severity;
  /** Null for several. */
  type: string | null;
  /** The newest. */
  incidentId: string;
}

/** Recordings, gaps and incidents of one stream, each list oldest first. */
export interface StreamTimeline {
  streamId: string;
  recordings: readonly { startMs: number; endMs: number }[];
  gaps: readonly (LostSpan & { backfilledMs: number })[];
  incidents: readonly IncidentMark[];
}

/** Incidents of one step are one mark; single ones below this number have their true end. */
const maxDetailed = 300;

/** Reads what happened to streams in a span of time, at a resolution that bounds the answer. */
export class TimelineService {
  readonly #parts: TimelineParts;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  /** One entry for each stream, in the order of the query; unknown streams have nothing in theirs. */
  async read(org: string, query: TimelineQuery): Promise<StreamTimeline[]> {
    const { store, recordings, coverage } = this.#parts;
    const marks = await inTurns(incidentMarks(store, org, query));
    const streams: StreamTimeline[] = [];
    for (const streamId of new Set(query.streamIds)) {
      const gaps = thinned(coverage.gaps({ org, streamId }, query), query.stepMs);
      streams.push({
        streamId,
        recordings: await recordings.outline({ org, streamId }, query),
        gaps: gaps.map((gap) => ({
          ...gap,
          backfilledMs: Math.min(
            gap.lostMs,
            coveredMs(gap, recordings.backfilled({ org, streamId }, gap)),
          ),
        })),
        incidents: [...(marks.get(streamId)?.values() ?? [])].toReversed(),
      });
    }
    return streams;
  }
}

/** Joins gaps of one reason that are at most a step apart; doubles the step while there are too many. */
function thinned(gaps: readonly LostSpan[], stepMs: number): LostSpan[] {
  const joined: LostSpan[] = [];
  const lastOf = new Map<string, LostSpan>();
  for (const gap of gaps) {
    const last = lastOf.get(gap.reason);
    if (last && gap.fromMs - last.toMs <= stepMs) {
      last.toMs = Math.max(last.toMs, gap.toMs);
      last.lostMs += gap.lostMs;
      continue;
    }
    const own = { ...gap };
    lastOf.set(gap.reason, own);
    joined.push(own);
  }
  return joined.length > timelineLimits.gaps ? thinned(gaps, stepMs * 2) : joined;
}

/** Marks by stream and step, newest first. */
function* incidentMarks(
  store: StoreReader,
  org: string,
  { streamIds, fromMs, toMs, stepMs }: TimelineQuery,
): Generator<undefined, Map<string, Map<number, IncidentMark>>> {
  const byStream = new Map(streamIds.map((id) => [id, new Map<number, IncidentMark>()]));
  for (const match of matchingIncidents(store, org, { fromMs, toMs })) {
    if (match === undefined) {
      yield;
      continue;
    }
    const marks = byStream.get(match.entry.streamId);
    if (!marks) continue;
    const step = Math.floor((match.startedAtMs - fromMs) / stepMs);
    const known = marks.get(step);
    if (known) add(known, match);
    else marks.set(step, markOf(match));
  }
  const all = [...byStream.values()].flatMap((marks) => [...marks.values()]);
  if (all.length <= maxDetailed) for (const mark of all) setEnd(store, org, mark);
  return byStream;
}

function markOf({ id, startedAtMs, entry }: MatchingIncident): IncidentMark {
  const { severity, type, isAcknowledged } = entry;
  const times = { fromMs: startedAtMs, toMs: startedAtMs };
  const unacknowledged = isAcknowledged ? 0 : 1;
  return { ...times, count: 1, unacknowledged, severity, type, incidentId: id };
}

function add(mark: IncidentMark, { startedAtMs, entry }: MatchingIncident): void {
  mark.fromMs = Math.min(mark.fromMs, startedAtMs);
  mark.count += 1;
  if (!entry.isAcknowledged) mark.unacknowledged += 1;
  if (mark.type !== entry.type) mark.type = null;
  if (severities.indexOf(entry.severity) > severities.indexOf(mark.severity)) {
    mark.severity = entry.severity;
  }
}

function setEnd(store: StoreReader, org: string, mark: IncidentMark): void {
  const record = mark.count === 1 ? getIncident(store, org, mark.incidentId) : undefined;
  if (record) mark.toMs = record.lastSeenAtMs;
}
