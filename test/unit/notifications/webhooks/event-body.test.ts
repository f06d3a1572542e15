import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventType } from "../../../../src/base/contract/event-types.ts";
import type { Event } from "../../../../src/base/events/event.ts";
import type { Job } from "../../../../src/base/jobs/job.ts";
import {
  eventJob,
  eventOfEntry,
  isDelivered,
} from "../../../../src/notifications/webhooks/event-wire.ts";

function entry(type: EventType, more: Partial<Event> = {}): Event {
  const data = { id: "i1", stream_id: "gate" };
  return {
    v: 1,
    seq: 7,
    epoch: "1",
    boxId: "box",
    org: "default",
    atMs: 1500,
    type,
    data,
    ...more,
  };
}

const job = {
  id: "j1",
  org: "default",
  type: "health.triage",
  status: "failed",
  phase: "running",
  payload: { image_url: "https://box/x.png", output: { urgency: "critical" } },
  inputEcho: { prompt: "the patient says", reference_images: ["a", "b"] },
  clientReferenceId: "case-1",
  metadata: { patient: "Smith" },
  resultUrl: "https://box/report",
  error: { code: "upstream_error", message: "patient Smith", retryable: false },
} as unknown as Job;

for (const type of ["health.triage", "clinical.notes", "neural.decode"] as const) {
  test(`events of ${type} jobs carry ids, states and the phase only`, () => {
    assert.deepEqual(eventJob({ ...job, type }), {
      id: "j1",
      type,
      status: "failed",
      result_url: null,
      error_log: "upstream_error",
      payload: { phase: "running", input: { client_reference_id: "case-1" } },
    });
  });
}

test("events of other jobs carry what the contract lists, and never the output", () => {
  assert.deepEqual(eventJob({ ...job, type: "image.generation" }), {
    id: "j1",
    type: "image.generation",
    status: "failed",
    result_url: "https://box/report",
    error_log: "upstream_error: patient Smith",
    payload: {
      phase: "running",
      image_url: "https://box/x.png",
      input: {
        prompt: "the patient says",
        reference_image_count: 2,
        client_reference_id: "case-1",
        metadata: { patient: "Smith" },
      },
    },
  });
});

test("an incident's event carries the incident, and the same entry gives the same id", () => {
  const event = eventOfEntry(entry("incident.created"), undefined)!;
  assert.deepEqual(JSON.parse(event.body), {
    id: event.id,
    object: "event",
    type: "incident.created",
    created_at: 1,
    sequence: 7,
    data: { incident: { id: "i1", stream_id: "gate" } },
  });
  assert.equal(eventOfEntry(entry("incident.created"), undefined)!.id, event.id);
  assert.notEqual(eventOfEntry(entry("incident.created", { seq: 8 }), undefined)!.id, event.id);
});

test("a job that is no longer kept makes no event", () => {
  assert.equal(eventOfEntry(entry("job.completed", { jobId: "j1" }), undefined), undefined);
});

test("updates, stream states and what a stream keeps from webhooks are not delivered", () => {
  assert.ok(isDelivered(entry("incident.resolved")));
  assert.ok(isDelivered(entry("incident.resolved", { delivery: ["webhook"] })));
  assert.ok(!isDelivered(entry("incident.resolved", { delivery: ["sse"] })));
  for (const type of [
    "incident.updated",
    "stream.status",
    "job.processing",
    "job.updated",
  ] as const)
    assert.ok(!isDelivered(entry(type)), type);
});
