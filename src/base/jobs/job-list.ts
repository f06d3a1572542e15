import { cursorOf, textOfCursor } from "../contract/cursor.ts";
import type { JobStatus, JobType } from "./job-terms.ts";
import type { Store, StoreKey } from "../core/store.ts";
import { isEndless, type Job } from "./job.ts";
import type { StoredJob } from "./inputs/job-seal.ts";
import { indexPrefix } from "./job-store.ts";

/** Filters of a list of jobs; all that are given must match. */
export interface JobFilters {
  status?: JobStatus;
  type?: JobType;
  clientReferenceId?: string;
  /** Exact values of the job's tags, e.g. `streamId`. */
  tags?: { readonly [name: string]: string };
  /** False leaves out the running jobs of cameras, which do not end. */
  live?: boolean;
}

/** The part of the list; `after` (a cursor of an earlier page) wins over `offset`. */
export interface JobPageQuery {
  limit: number;
  offset: number;
  after?: string;
}

/** One page, newest first. */
export interface JobPage {
  items: Job[];
  /** Jobs that match; with several filters only the newest 10 000 candidates are counted. */
  total: number;
  hasMore: boolean;
  nextCursor: string | null;
}

/**
 * Jobs that a list with several filters reads at most, as far as `offset` reaches (contract
 * limits).
 */
const maxScan = 10_000;
const cursorPattern = /^[0-9a-f-]{36}$/;

/**
 * Returns a page of an organisation's jobs, newest first. The cursor names a job, so pages stay
 * stable while jobs are added. Fails with `invalid_query_parameter` for a cursor of another list.
 */
export function listJobs(
  { store, opened }: { store: Store; opened: (stored: StoredJob) => Job },
  org: string,
  query: { filters: JobFilters; page: JobPageQuery },
): JobPage {
  const pageOf = (found: StoredJob[], size: number, total: number): JobPage =>
    openedPage(found, { size, total, opened });
  const { prefix, rest } = narrowest(org, query.filters);
  const { limit, offset, after } = query.page;
  const live =
    query.filters.live === false ? liveJobs(store, org).filter(matches(query.filters)) : [];
  const isHidden = (id: string): boolean => live.some((job) => job.id === id);
  const beforeId = after === undefined ? undefined : textOfCursor(after, cursorPattern);
  const skip = beforeId === undefined ? offset : 0;
  if (Object.keys(rest).length === 0) {
    const before = beforeId === undefined ? undefined : [...prefix, beforeId];
    const most = skip + limit + 1 + live.length;
    const found = read(store, org, { prefix, before, limit: most }).filter(
      ({ id }) => !isHidden(id),
    );
    return pageOf(found.slice(skip, skip + limit + 1), limit, store.count(prefix) - live.length);
  }
  const matching = read(store, org, { prefix, limit: maxScan })
    .filter(matches(rest))
    .filter(({ id }) => !isHidden(id));
  const found = matching.filter(({ id }) => beforeId === undefined || id < beforeId);
  return pageOf(found.slice(skip, skip + limit + 1), limit, matching.length);
}

/** The unfinished jobs of the organisation's cameras. */
function liveJobs(store: Store, org: string): StoredJob[] {
  return (["queued", "processing"] as const)
    .flatMap((status) =>
      read(store, org, { prefix: indexPrefix(org, "status", status), limit: maxScan }),
    )
    .filter(isEndless);
}

/** Only the jobs of the page are decrypted. */
function openedPage(
  found: StoredJob[],
  { size, total, opened }: { size: number; total: number; opened: (stored: StoredJob) => Job },
): JobPage {
  const items = found.slice(0, size).map(opened);
  const hasMore = found.length > size;
  const last = items.at(-1);
  const nextCursor = hasMore && last ? cursorOf(last.id) : null;
  return { items, total, hasMore, nextCursor };
}

/** Returns the index with the fewest candidates, and the remaining filters. */
function narrowest(org: string, filters: JobFilters): { prefix: StoreKey; rest: JobFilters } {
  const { clientReferenceId, tags, status, type } = filters;
  const [tag, ...otherTags] = Object.entries(tags ?? {});
  const rest: JobFilters = {
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
  };
  if (clientReferenceId !== undefined) {
    const prefix = indexPrefix(org, "reference", clientReferenceId);
    return { prefix, rest: tag ? { ...rest, tags: tags! } : rest };
  }
  if (tag) {
    const prefix = indexPrefix(org, ...tag);
    return {
      prefix,
      rest: otherTags.length ? { ...rest, tags: Object.fromEntries(otherTags) } : rest,
    };
  }
  if (status !== undefined) {
    const prefix = indexPrefix(org, "status", status);
    return { prefix, rest: type === undefined ? {} : { type } };
  }
  if (type !== undefined) return { prefix: indexPrefix(org, "type", type), rest: {} };
  return { prefix: [org, "job"], rest: {} };
}

function read(
  store: Store,
  org: string,
  where: { prefix: StoreKey; before?: StoreKey | undefined; limit: number },
): StoredJob[] {
  const { prefix, before, limit } = where;
  return store
    .range<unknown>({ prefix, reverse: true, limit, ...(before ? { before } : {}) })
    .map(({ key }) => store.get<StoredJob>([org, "job", key.at(-1)!]))
    .filter((job) => job !== undefined);
}

function matches(filters: JobFilters): (job: Job) => boolean {
  const { status, type, tags, clientReferenceId: reference } = filters;
  return (job) =>
    (reference === undefined || job.clientReferenceId === reference) &&
    (status === undefined || job.status === status) &&
    (type === undefined || job.type === type) &&
    Object.entries(tags ?? {}).every(([name, value]) => job.tags[name] === value);
}
