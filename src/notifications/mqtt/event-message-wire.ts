import { privateScopeOf } from "../../base/jobs/job-terms.ts";
import { type Event, isLive } from "../../base/events/event.ts";
import type { Job } from "../../base/jobs/job.ts";

const ends: ReadonlySet<string> = new Set(["job.completed", "job.failed", "job.cancelled"]);

/** Types of events on the bus, besides the ends of jobs. */
const publishedTypes: ReadonlySet<string> = new Set([
  "incident.created",
  "incident.updated",
  "incident.resolved",
  "stream.status",
  "robot.incident",
  "robot.command",
]);

/**
 * Fields about the actor of a change and with people's texts: not for every client of the broker.
 */
const personal = [
  "notes",
  "acknowledged_by",
  "resolved_by",
  "requested_by",
  "requested_by_name",
] as const;
/** Signed addresses, which open without a key. */
const signed = ["snapshot_url", "clip_url"] as const;

/**
 * True when an entry of the log goes out on the bus, whose readers are live as those of event
 * streams.
 */
export function isPublished(event: Event, org: string): boolean {
  if (event.org !== org) return false;
  if (!isLive(event)) return false;
  return publishedTypes.has(event.type) || (ends.has(event.type) && event.jobId !== undefined);
}

/**
 * Returns the message of an entry; undefined where the box must not publish it: the job is gone, or
 * about somebody's health.
 */
export function eventMessage(
  event: Event,
  { job, withLinks }: { job: Job | undefined; withLinks: boolean },
): string | undefined {
  const data = ends.has(event.type) ? job && jobData(job) : eventData(event, withLinks);
  if (!data) return undefined;
  return JSON.stringify({
    event_id: `${event.boxId}-${event.epoch}-${event.seq}`,
    type: event.type,
    created_at: Math.floor(event.atMs / 1000),
    sequence: event.seq,
    data,
  });
}

function eventData({ data }: Event, withLinks: boolean): Record<string, unknown> {
  const left: Record<string, unknown> = { ...data };
  for (const field of personal) delete left[field];
  if (!withLinks) for (const field of signed) delete left[field];
  return left;
}

interface JobData extends Pick<Job, "id" | "type" | "status" | "tags"> {
  error: { code: string } | null;
}

/** Ids and states only: readers get more from the API with a key. */
function jobData({ id, type, status, error, tags }: Job): JobData | undefined {
  if (privateScopeOf(type) !== null) return undefined;
  return { id, type, status, error: error && { code: error.code }, tags };
}
