import { type Static, Type } from "typebox";
import { limits } from "../../base/contract/limits.ts";
import { stringMap } from "../../base/contract/string-map.ts";
import { onErrorChoices, workflowLimits } from "./workflow-terms.ts";

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
