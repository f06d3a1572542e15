import { type Static, Type } from "typebox";
import { limits } from "../../../base/contract/limits.ts";
import { stringMap } from "../../../base/contract/string-map.ts";

/** Bounds of multi-step runs. */
export const workflowLimits = {
  steps: 20,
  /** Input of one step as JSON, in bytes, as sent. */
  stepInputBytes: 64 * 1024,
  /** Input of one step as JSON, in bytes, with the values of its references. */
  resolvedInputBytes: 1024 * 1024,
  /** Life of a step's job, in seconds. */
  timeoutMinSec: 5,
  timeoutMaxSec: 7 * 24 * 3600,
  /** Life of a run, in milliseconds: as long as any job waits for a network. */
  deadlineMs: 7 * 24 * 3_600_000,
} as const;

/** The effect of a step that does not complete on its run. */
export const onErrorChoices = ["fail", "continue"] as const;

/** States of a step: those of its job, and those of a step without a job. */
export const stepStates = [
  "pending",
  "queued",
  "processing",
  "completed",
  "failed",
  "cancelled",
  "skipped",
] as const;

/** One state of a step. */
export type StepStatus = (typeof stepStates)[number];

const closed = { additionalProperties: false } as const;
const stepId = Type.String({ pattern: "^[A-Za-z][A-Za-z0-9_-]{0,63}$" });

const step = Type.Object(
  {
    id: Type.Optional({
      ...stepId,
      description: "Name of the step within the run. The default is `step_1`, `step_2` and so on",
    }),
    namespace: Type.String({ minLength: 1, maxLength: 50 }),
    method: Type.String({ minLength: 1, maxLength: 50 }),
    input: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description:
        'Input of the operation; `{"$ref": "steps.<id>.job_id"}` and `{"$ref": "steps.<id>.output.<path>"}` stand for results of an earlier step',
    }),
    depends_on: Type.Optional(
      Type.Array(stepId, {
        maxItems: workflowLimits.steps,
        description: "Steps that must end before this step begins",
      }),
    ),
    on_error: Type.Optional(
      Type.Unsafe<(typeof onErrorChoices)[number]>({
        type: "string",
        enum: [...onErrorChoices],
        default: "fail",
        description: "Reaction of the run if the step fails",
      }),
    ),
    timeout_seconds: Type.Optional(
      Type.Integer({
        minimum: workflowLimits.timeoutMinSec,
        maximum: workflowLimits.timeoutMaxSec,
        description: "Seconds from the creation of the step's job to its deadline",
      }),
    ),
  },
  { ...closed, title: "RunStepRequest" },
);

/** Body of `POST /runs`. */
export const workflowSchema = Type.Object(
  {
    steps: Type.Array(step, { minItems: 1, maxItems: workflowLimits.steps }),
    client_reference_id: Type.Optional(Type.String({ maxLength: limits.clientReferenceIdLength })),
    metadata: Type.Optional(
      stringMap("Your own values. The run and its webhook deliveries repeat them"),
    ),
  },
  { ...closed, title: "RunRequest" },
);

/** The request of a run. */
export type WorkflowRequest = Static<typeof workflowSchema>;

/** One step of it. */
export type WorkflowStepRequest = WorkflowRequest["steps"][number];
