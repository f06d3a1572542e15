import { GatehouseError } from "../../base/core/errors.ts";
import { fail } from "../../base/contract/fail.ts";
import type { Scope } from "../../base/contract/scopes.ts";
import { isTerminal } from "../../base/jobs/job-terms.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { Caller } from "../../base/jobs/operation.ts";
import type { RunCalls } from "../tasks/ports.ts";
import type { StepOutcome } from "../tasks/run-progress.ts";
import type { MissionRequest } from "./mission-document.ts";
import { missionLimits } from "./mission-terms.ts";

/** Registered webhooks as steps call them. */
export interface WebhookCaller {
  /** Calls an active webhook once; undefined for another one. Rejects with the reason of the signal. */
  call(
    org: string,
    id: string,
    call: {
      key: string;
      type: string;
      data: Readonly<Record<string, unknown>>;
      timeoutMs: number;
      signal: AbortSignal;
    },
  ): Promise<{ isSuccess: boolean; message: string | null; answer: string | null } | undefined>;
}

/** The parts of the calls. */
export interface MissionCallsParts {
  jobs: Pick<Jobs, "operations" | "submit" | "get" | "cancel">;
  webhooks: WebhookCaller;
  /** Returns the present scopes of a key; throws `api_key_revoked` or `api_key_expired`. */
  scopesOf(org: string, keyId: string): readonly Scope[];
}

/** Multi-step runs carry the operations of missions out, so that their scopes and limits hold. */
const runs = "runs.create";
/** An answer that is a result: a short word. */
const resultPattern = new RegExp(`^[a-z0-9][a-z0-9_-]{0,${missionLimits.answerLength - 1}}$`);

/** Calls webhooks and operations for the steps of missions. */
export class MissionCalls implements RunCalls {
  readonly #parts: MissionCallsParts;

  constructor(parts: MissionCallsParts) {
    this.#parts = parts;
  }

  /** Fails as the operation itself would, naming the step below `under`. */
  async check({ steps }: MissionRequest, caller: Caller, under: string): Promise<void> {
    for (const [at, step] of steps.entries()) {
      if (step.type !== "operation") continue;
      const request = { steps: [asRunStep(step.operation!, step.input ?? {}, step.seconds)] };
      try {
        await this.#operation().prepare(request, caller);
      } catch (error) {
        const known = GatehouseError.find(error);
        if (!known) throw error;
        const where = `${under}steps[${at}]`;
        const message = known.message.replace("steps[0]", where);
        throw fail(known.code as "invalid_request_body", message, {
          param: (known.param ?? "steps[0]").replace("steps[0]", where),
        });
      }
    }
  }

  async webhook(call: Parameters<RunCalls["webhook"]>[0]): Promise<StepOutcome> {
    const { org, webhookId, key, data, timeoutMs, signal } = call;
    const type = "robot.mission";
    const event = { key, type, data, timeoutMs, signal };
    const sent = await this.#parts.webhooks.call(org, webhookId, event);
    if (!sent) return { code: "webhook_failed", reason: "the webhook was removed or switched off" };
    if (!sent.isSuccess)
      return { code: "webhook_failed", reason: sent.message ?? "it did not accept the call" };
    const result = resultOf(sent.answer);
    return result === null ? "done" : { answer: result };
  }

  async operation(call: Parameters<RunCalls["operation"]>[0]): ReturnType<RunCalls["operation"]> {
    const { org, keyId, key, operation, input, timeoutSec } = call;
    try {
      const scopes = this.#parts.scopesOf(org, keyId);
      const request = { steps: [asRunStep(operation, input, timeoutSec)] };
      const { job } = await this.#parts.jobs.submit(this.#operation(), request, {
        caller: { org, keyId, scopes, requestId: `req_svc_${key.split(":", 1)[0]}` },
        // A blank keeps it from being named in a request.
        idempotency: { key: `mission ${key}`, fingerprint: `mission ${key}` },
      });
      return { jobId: job.id };
    } catch (error) {
      const known = GatehouseError.find(error);
      if (!known) throw error;
      return { code: known.code, reason: known.message };
    }
  }

  operationEnd(org: string, jobId: string): StepOutcome | undefined {
    const job = this.#parts.jobs.get(org, jobId);
    if (!job) return { code: "job_expired", reason: "the job of the operation was deleted" };
    if (!isTerminal(job.status)) return undefined;
    if (job.status === "completed") return "done";
    return { code: job.error?.code ?? job.status, reason: job.error?.message ?? job.status };
  }

  async cancelOperation(org: string, jobId: string): Promise<void> {
    await this.#parts.jobs.cancel(org, jobId);
  }

  #operation() {
    const operation = this.#parts.jobs.operations.get(runs);
    if (operation) return operation;
    throw fail("internal_error", `${runs}: is not registered`);
  }
}

function asRunStep(operation: string, input: Readonly<Record<string, unknown>>, seconds?: number) {
  const [namespace = "", method = ""] = operation.split(".");
  const timeout = Math.round(seconds ?? missionLimits.operationSecDefault);
  return { id: "step", namespace, method, input, timeout_seconds: Math.max(5, timeout) };
}

/** The word that a webhook answers; null for another answer. */
function resultOf(body: string | null): string | null {
  try {
    const { answer } = JSON.parse(body ?? "") as { answer?: unknown };
    return typeof answer === "string" && resultPattern.test(answer) ? answer : null;
  } catch {
    return null;
  }
}
