import { isTerminal } from "../../base/jobs/job-terms.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Job, Json, JsonObject } from "../../base/jobs/job.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { PreparedJob, StepOperation } from "../../base/jobs/operation.ts";
import type { WorkflowParts } from "./ports.ts";
import { outputOf, type Reference, valueAt, withReferences } from "./references.ts";
import type { Step, StepState } from "./workflow-record.ts";
import { workflowLimits } from "./workflow-terms.ts";

/** Tags of a step's job: by them its run finds it again, for they are stored with it. */
const runTag = "runId";
const stepTag = "runStep";

/** Returns the run of a step's job; undefined for any other job. */
export function runOf(job: Pick<Job, "tags">): string | undefined {
  return job.tags[runTag];
}

/** Returns the jobs of a run's steps, by the step's name. */
export function jobsOfRun(jobs: Pick<Jobs, "list">, org: string, runId: string): Map<string, Job> {
  const page = { limit: workflowLimits.steps, offset: 0 };
  const { items } = jobs.list(org, { tags: { [runTag]: runId } }, page);
  return new Map(items.map((job) => [job.tags[stepTag]!, job]));
}

/** Cancels the jobs of a run's steps that have not ended. */
export async function cancelSteps(
  jobs: Pick<Jobs, "list" | "cancel">,
  org: string,
  runId: string,
): Promise<void> {
  const open = [...jobsOfRun(jobs, org, runId).values()].filter(
    ({ status }) => !isTerminal(status),
  );
  await Promise.all(open.map(({ id }) => jobs.cancel(org, id)));
}

/**
 * Submits the job of one step. It binds the job to its run in the transaction that stores it, under a
 * constant key, so that repeated calls create one job. Throws the operation's refusals,
 * `reference_unresolved`, and the faults of the caller's key.
 */
export async function submitStep(
  parts: WorkflowParts,
  run: { job: Job; keyId: string },
  { step, states }: { step: Step; states: ReadonlyMap<string, StepState> },
): Promise<Job> {
  const { jobs, keys, table, check } = parts;
  const { org, id: runId, requestId } = run.job;
  const name = `${step.namespace}.${step.method}`;
  const operation = table.get(name);
  if (!operation)
    throw fail(
      "invalid_request_body",
      `method: this appliance has no ${name}. Choose a listed operation`,
    );
  const scopes = keys.scopesOf(org, run.keyId);
  if (!scopes.includes(operation.scope)) {
    throw fail(
      "insufficient_scope",
      `scope: the key no longer has ${operation.scope}. Start the run with another key`,
    );
  }
  const input = withReferences(step.input, (reference) =>
    resolved(jobs, org, { reference, states }),
  );
  if (Buffer.byteLength(JSON.stringify(input)) > workflowLimits.resolvedInputBytes) {
    const message = `input: is larger than ${workflowLimits.resolvedInputBytes} bytes with its references. Refer to less`;
    throw fail("invalid_request_body", message);
  }
  check.check(operation.inputSchema, input);
  operation.checkStep?.(input);
  const { job } = await jobs.submit(boundTo(operation, runId, step), input, {
    caller: { org, keyId: run.keyId, scopes, requestId },
    // A blank keeps it from being named in a request.
    idempotency: { key: `run ${runId} ${step.id}`, fingerprint: `${runId} ${step.id}` },
  });
  return job;
}

/** The present value of a reference. */
function resolved(
  jobs: Pick<Jobs, "get">,
  org: string,
  { reference, states }: { reference: Reference; states: ReadonlyMap<string, StepState> },
): Json {
  const { at, stepId, what } = reference;
  const jobId = states.get(stepId)?.jobId ?? null;
  const job = jobId === null ? undefined : jobs.get(org, jobId);
  if (!job) throw unresolved(at, `the step ${stepId} has no job`);
  if (what.kind === "job_id") return job.id;
  if (job.status !== "completed") throw unresolved(at, `the step ${stepId} is ${job.status}`);
  const value = valueAt(outputOf(job), what.path);
  if (value !== undefined) return value;
  throw unresolved(at, `the output of ${stepId} has no ${what.path.join(".")}`);
}

function unresolved(at: string, message: string): Error {
  const param = at.slice(0, 200);
  return fail("reference_unresolved", `${param}: ${message}`.slice(0, 500), { param });
}

/** Returns `operation` with jobs that belong to the step and live no longer than it allows. */
function boundTo(operation: StepOperation, runId: string, step: Step): StepOperation {
  return {
    ...operation,
    async prepare(input, caller) {
      const prepared: PreparedJob = await operation.prepare(input, caller);
      const { tags, deadlineMs } = prepared;
      const ownMs = deadlineMs === undefined ? {} : { deadlineMs };
      const limitMs =
        step.timeoutSec === null
          ? ownMs
          : { deadlineMs: Math.min(deadlineMs ?? Infinity, step.timeoutSec * 1000) };
      return { ...prepared, ...limitMs, tags: { ...tags, [runTag]: runId, [stepTag]: step.id } };
    },
  };
}

/** Returns the end of a step's job as its run stores it; undefined while it runs. */
export function endOf(
  job: Job | undefined,
  isPrivate: boolean,
): Pick<StepState, "status" | "error" | "endedAtMs"> | undefined {
  if (!job) {
    const message = "the step's job was deleted";
    return {
      status: "failed",
      error: { code: "job_expired", message, retryable: false },
      endedAtMs: null,
    };
  }
  if (!isTerminal(job.status)) return undefined;
  return { status: job.status, error: errorOf(job, isPrivate), endedAtMs: job.completedAtMs };
}

/** The failure of the job, without its message where that may hold health data. */
export function errorOf({ error }: Pick<Job, "error">, isPrivate: boolean): StepState["error"] {
  return error && isPrivate ? { ...error, message: error.code } : error;
}

/** The output of a completed job; null when it may hold health data. */
export function shownOutput(job: Job, isPrivate: boolean): JsonObject | null {
  return isPrivate || job.status !== "completed" ? null : outputOf(job);
}
