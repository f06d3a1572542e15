import type { StepStatus } from "./workflow-terms.ts";

import type { JobFailure, JsonObject } from "../../base/jobs/job.ts";

/** One accepted step: its place among the others, as the job's input shows it. */
export type StepShape = {
  id: string;
  namespace: string;
  method: string;
  dependsOn: readonly string[];
  onError: "fail" | "continue";
  timeoutSec: number | null;
};

/** One accepted step. */
export type Step = StepShape & {
  /** May hold references. */
  input: JsonObject;
};

/** Private input of a run's job. */
export type WorkflowInput = {
  steps: readonly Step[];
  /** The id of the caller's key. */
  keyId: string;
};

/** The state of a step, as the run's job stores it in `payload.steps`. */
export interface StepState {
  id: string;
  /** Null before it has one, and for a step that failed without one. */
  jobId: string | null;
  status: StepStatus;
  /** Without its message where that may hold health data. */
  error: JobFailure | null;
  endedAtMs: number | null;
}

/** True when the step has ended. */
export function hasEnded({ status }: Pick<StepState, "status">): boolean {
  return status !== "pending" && status !== "queued" && status !== "processing";
}

/** The form of a run's job in its echo. */
export function shapesOf(inputEcho: JsonObject): readonly StepShape[] {
  return (inputEcho["steps"] as readonly JsonObject[]).map((step) => ({
    id: step["id"] as string,
    namespace: step["namespace"] as string,
    method: step["method"] as string,
    dependsOn: step["depends_on"] as string[],
    onError: step["on_error"] as StepShape["onError"],
    timeoutSec: step["timeout_seconds"] as number | null,
  }));
}

/** The step in the echo of its run: without its input, which its own job shows. */
export function echoOf({
  id,
  namespace,
  method,
  dependsOn,
  onError,
  timeoutSec,
}: Step): JsonObject {
  return {
    id,
    namespace,
    method,
    depends_on: [...dependsOn],
    on_error: onError,
    timeout_seconds: timeoutSec,
  };
}

/** Returns the states that a run's job stores; none before its first attempt. */
export function statesOf(payload: JsonObject): StepState[] {
  const records = (payload["steps"] ?? []) as readonly JsonObject[];
  return records.map((state) => ({
    id: state["id"] as string,
    jobId: state["job_id"] as string | null,
    status: state["status"] as StepStatus,
    error: state["error"] as JobFailure | null,
    endedAtMs: state["completed_at"] === null ? null : (state["completed_at"] as number) * 1000,
  }));
}

/** Returns the state as the run's job stores and shows it; the time in Unix seconds. */
export function stateWire({ id, jobId, status, error, endedAtMs }: StepState): JsonObject {
  return {
    id,
    job_id: jobId,
    status,
    error: error && { ...error },
    completed_at: endedAtMs === null ? null : endedAtMs / 1000,
  };
}
