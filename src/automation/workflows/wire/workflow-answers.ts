import { type Static, Type } from "typebox";
import {
  anyObject,
  kind,
  mapOf,
  named,
  oneOfValues,
  orNull,
  unixTime,
} from "../../../base/contract/answers.ts";
import { waitedSeconds } from "../../../base/jobs/wire/job-answers.ts";
import { jobStatuses } from "../../../base/jobs/job-terms.ts";
import { onErrorChoices, stepStates } from "../workflow-terms.ts";

const error = () =>
  orNull(Type.Object({ code: Type.String(), message: Type.String(), retryable: Type.Boolean() }));

const step = named(
  "RunStep",
  Type.Object({
    id: Type.String(),
    namespace: Type.String(),
    method: Type.String(),
    depends_on: Type.Array(Type.String()),
    on_error: oneOfValues(onErrorChoices),
    timeout_seconds: orNull(Type.Integer()),
    job_id: orNull(
      Type.String({ description: "Id of the step's job. Null before the step begins" }),
    ),
    status: oneOfValues(stepStates),
    started_at: orNull(unixTime),
    completed_at: orNull(unixTime),
    result_url: orNull(Type.String()),
    output: orNull(
      anyObject(
        "The result that references to the step get. Null in lists, before the end of the step, and for jobs about somebody's health",
      ),
    ),
    error: error(),
  }),
);

/** A multi-step run (contract section 4.13). */
export const workflowAnswer = named(
  "Run",
  Type.Object({
    run_id: Type.String({ description: "UUID of the run. The job of the run has the same id" }),
    object: kind("run"),
    status: oneOfValues(jobStatuses),
    created_at: unixTime,
    started_at: orNull(unixTime),
    completed_at: orNull(unixTime),
    expires_at: orNull(unixTime),
    cancel_requested_at: orNull(unixTime),
    progress: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    client_reference_id: orNull(Type.String()),
    metadata: mapOf(Type.String(), "The values of the request"),
    error: error(),
    steps: Type.Array(step),
    waited_seconds: waitedSeconds,
  }),
);

/** A step on the wire. */
export type WorkflowStepWire = Static<typeof step>;

/** A run on the wire. */
export type WorkflowWire = Static<typeof workflowAnswer>;
