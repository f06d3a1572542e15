import { Type } from "typebox";
import {
  anyObject,
  boxIdField,
  mapOf,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../contract/answers.ts";
import { jobStatuses, jobTypes } from "../job-terms.ts";

const id = Type.String({ description: "UUID of the job" });
const type = oneOfValues(jobTypes);
const status = oneOfValues(jobStatuses);

const duration = orNull(
  Type.Number({
    minimum: 0,
    description: "Milliseconds. Null before the end, and if the end is unknown",
  }),
);

/** Of long polls. */
export const waitedSeconds = Type.Optional(
  Type.Number({
    minimum: 0,
    description: "Seconds for which the box held the answer, with `wait_for_completion`",
  }),
);

const diagnostics = named(
  "JobDiagnostics",
  Type.Object({
    routing: orNull(
      anyObject("Endpoint and model that did the work. Null if the box did it alone"),
    ),
    box: orNull(
      Type.String({
        description: "Name of the other box of the fleet that did the work. Null for this one",
      }),
    ),
    steps: Type.Array(
      Type.Object({ name: Type.String(), started_at: unixTime, duration_ms: duration }),
      { description: "The newest 50 phases, in order" },
    ),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer({ minimum: 1 }),
        started_at: unixTime,
        duration_ms: duration,
        outcome: orNull(
          oneOfValues(["completed", "failed", "retried", "cancelled", "released", "crashed"]),
        ),
        error_code: orNull(Type.String()),
        error_message: orNull(Type.String()),
      }),
      { description: "The newest 20 attempts" },
    ),
    stages: orNull(
      anyObject(
        "Mean times of the processing stages in milliseconds. Null for types of jobs that do not measure them",
      ),
    ),
  }),
);

/** A job as fetched (contract section 2.2, decisions section 2). */
export const jobAnswer = named(
  "Job",
  Type.Object({
    job_id: id,
    id,
    box_id: boxIdField,
    type,
    status,
    created_at: unixTime,
    started_at: orNull(unixTime),
    completed_at: orNull(unixTime),
    expires_at: orNull(unixTime),
    attempts: Type.Integer({ minimum: 0 }),
    max_attempts: orNull(Type.Integer({ minimum: 1 })),
    progress: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    queue_position: orNull(Type.Integer({ minimum: 0 })),
    cancel_requested_at: orNull(unixTime),
    result_url: orNull(Type.String()),
    error_log: orNull(Type.String({ description: "Reason for the failure in words" })),
    error: orNull(
      named(
        "JobError",
        Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() }),
      ),
    ),
    client_reference_id: orNull(Type.String()),
    metadata: mapOf(Type.String(), "The values of the request"),
    payload: Type.Unsafe<object>({
      type: "object",
      required: ["phase", "input"],
      properties: {
        phase: { type: "string" },
        input: { type: "object", additionalProperties: true },
        output: { type: "object", additionalProperties: true },
      },
      additionalProperties: true,
      description: "`phase`, `input` without secrets and pictures, and the results of the job",
    }),
    expanded: Type.Optional(
      Type.Unsafe<object>({
        type: "object",
        properties: {
          diagnostics,
          brand: { type: "object", additionalProperties: true },
          avatar: { type: "object", additionalProperties: true },
          ad: { type: "object", additionalProperties: true },
        },
        description: "The objects that `expand` requests, as far as they exist",
      }),
    ),
    waited_seconds: waitedSeconds,
    ad: Type.Optional(anyObject("The advertisement, with `expand=ad` for completed jobs")),
  }),
);

/** The answer to every creation (contract section 2.2). */
export const jobAcceptedAnswer = named(
  "JobAccepted",
  Type.Object({
    job_id: id,
    type,
    status: oneOfValues(["queued"]),
    urls: Type.Object({ self: Type.String(), cancel: Type.String() }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: "Parts of the request that the box does not carry out, or not completely",
      }),
    ),
    webhook_secret: Type.Optional(
      Type.String({
        description:
          "Secret of the webhook for `outputs.webhook_url`, if the box created one. Only this answer shows it",
      }),
    ),
  }),
);

/** The answer to the deletion of a job. */
export const jobDeletedAnswer = named(
  "JobDeleted",
  Type.Object({ job_id: id, type, deleted: Type.Boolean() }),
);
