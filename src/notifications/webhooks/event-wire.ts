import { privateScopeOf } from "../../base/jobs/job-terms.ts";
import type { EventJobWire } from "./wire/webhook.ts";
import { stableId } from "../../base/core/ids.ts";
import type { Event } from "../../base/events/event.ts";
import type { Job, JsonObject } from "../../base/jobs/job.ts";
import type { OutgoingEvent } from "./delivery-record.ts";
import {
  type DeliveredEventType,
  type WebhookEventType,
  webhookEventTypes,
} from "./webhook-terms.ts";

const delivered = new Set<string>(webhookEventTypes);

/** True when an entry of the log has a type that webhooks can list. */
export function isDelivered(event: Event): boolean {
  if (!delivered.has(event.type)) return false;
  return event.delivery?.includes("webhook") ?? true;
}

/** Returns the event of a log entry; undefined when its job is no longer kept. */
export function eventOfEntry(entry: Event, job: Job | undefined): OutgoingEvent | undefined {
  const about = {
    id: `evt_svc_${stableId("webhook-event", entry.boxId, entry.epoch, entry.seq)}`,
    org: entry.org,
    type: entry.type as WebhookEventType,
    atMs: entry.atMs,
    sequence: entry.seq,
  };
  if (entry.type === "robot.command") return outgoing(about, { command: entry.data });
  if (!entry.type.startsWith("job.")) return outgoing(about, { incident: entry.data });
  return job && { ...outgoing(about, { job: eventJob(job) }), jobId: job.id };
}

/** Returns an event without an entry in the log. */
export function ownEvent(
  about: { id: string; org: string; type: DeliveredEventType; atMs: number },
  data: Readonly<Record<string, unknown>>,
): OutgoingEvent {
  return outgoing(about, data);
}

function outgoing(
  about: { id: string; org: string; type: DeliveredEventType; atMs: number; sequence?: number },
  data: Readonly<Record<string, unknown>>,
): OutgoingEvent {
  const { id, org, type, atMs, sequence } = about;
  const body = JSON.stringify({
    id,
    object: "event",
    type,
    created_at: Math.floor(atMs / 1000),
    ...(sequence === undefined ? {} : { sequence }),
    data,
  });
  return { v: 1, id, org, type, atMs, body };
}

/** Returns the job as events show it (contract section 2.2). */
export function eventJob(job: Job): EventJobWire {
  const { id, type, status, error, clientReferenceId } = job;
  const input = { client_reference_id: clientReferenceId };
  // No event carries their inputs and results (decisions section 4).
  if (privateScopeOf(type) !== null) {
    return {
      id,
      type,
      status,
      result_url: null,
      // A message may quote the input.
      error_log: error && error.code,
      payload: { phase: job.phase, input },
    };
  }
  return {
    id,
    type,
    status,
    result_url: job.resultUrl,
    error_log: error && `${error.code}: ${error.message}`,
    payload: {
      phase: job.phase,
      image_url: textOf(job.payload, "image_url"),
      input: {
        prompt: textOf(job.inputEcho, "prompt"),
        reference_image_count: referenceCount(job.inputEcho),
        ...input,
        metadata: job.metadata,
      },
    },
  };
}

function textOf(from: JsonObject, name: string): string | null {
  const value = from[name];
  return typeof value === "string" ? value : null;
}

/** Returns the number of references; the input's echo has that number, or the list itself. */
function referenceCount(echo: JsonObject): number {
  const { reference_image_count: count, reference_images: images } = echo;
  if (typeof count === "number") return count;
  return Array.isArray(images) ? images.length : 0;
}
