import { type WorkflowRequest, workflowSchema } from "./workflow-document.ts";
import { endlessAttempts } from "../../base/jobs/job.ts";
import type { Operation } from "../../base/jobs/operation.ts";
import { type CheckParts, checkSteps } from "./check-steps.ts";
import { echoOf, type WorkflowInput } from "./workflow-record.ts";
import { workflowLimits } from "./workflow-terms.ts";

/** `POST /runs`: checks the steps and creates the job that runs them. */
export function workflowOperation(parts: CheckParts): Operation {
  return {
    namespace: "runs",
    method: "create",
    summary: "Carry out 1 to 20 steps, each as a job; independent steps run at the same time",
    scope: "runs:write",
    isTool: true,
    jobType: "run",
    path: "/runs",
    inputSchema: workflowSchema,
    async prepare(request: WorkflowRequest, caller) {
      const steps = await checkSteps(parts, request, caller);
      const input: WorkflowInput = { steps, keyId: caller.keyId };
      return {
        input,
        // A step may name a receiver's address or a camera's, or hold health data.
        isInputSealed: true,
        inputEcho: { steps: steps.map(echoOf) },
        clientReferenceId: request.client_reference_id ?? null,
        metadata: request.metadata ?? {},
        deadlineMs: workflowLimits.deadlineMs,
        // Steps have attempts; the run itself only waits for them.
        maxAttempts: endlessAttempts,
      };
    },
  };
}
