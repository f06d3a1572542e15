import type { HttpErrorCode } from "../../contract/error-codes.ts";
import { jobAcceptedAnswer } from "../../contract/job-answers.ts";
import { fail } from "../../contract/fail.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Operation } from "../../jobs/operation.ts";
import { unixSeconds } from "../envelope.ts";
import { fingerprint, idempotencyKeyOf } from "../idempotency-key.ts";
import { type Route, route } from "../route.ts";

/** What the acceptance of a job can be refused with besides what every route has. */
const operationErrors: readonly HttpErrorCode[] = [
  "conflict",
  "idempotency_key_mismatch",
  "idempotency_request_in_progress",
  "invalid_idempotency_key",
  "forbidden_address",
  "webhook_url_not_registered",
  "queue_full",
  "job_create_failed",
  "detector_unavailable",
];

/** The POST routes of every registered operation, one per path and alias. */
export function operationRoutes(jobs: Jobs): Route[] {
  return jobs.operations
    .all()
    .flatMap((operation) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) =>
        operationRoute(operation, `/api/v1${path}`, jobs),
      ),
    );
}

function operationRoute(operation: Operation, path: string, jobs: Jobs): Route {
  return route({
    method: "POST",
    path,
    summary: operation.summary,
    tag: operation.namespace,
    access: operation.scope,
    body: operation.inputSchema,
    bodyIsCheckedLater: true,
    ...(operation.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: operation.bodyLimitBytes }),
    ...(operation.blobFields ? { blobFields: operation.blobFields } : {}),
    answers: {
      202: {
        description: "Accepted and stored; `data.job_id` names the job",
        schema: jobAcceptedAnswer,
      },
    },
    errors: operationErrors,
    async handle({ caller, request, reply, body }) {
      const key = idempotencyKeyOf(request.headers);
      const { blobs } = request;
      if (blobs?.take() === false) throw fail("malformed_request", "The sender has left");
      const print = (): string => fingerprint(`POST ${operation.path}`, body, blobs);
      let accepted;
      try {
        accepted = await jobs.submit(operation, body, {
          caller,
          ...(blobs ? { blobs } : {}),
          ...(key === undefined ? {} : { idempotency: { key, fingerprint: print() } }),
        });
      } finally {
        await blobs?.discard();
      }
      const { job, replayed } = accepted;
      const self = `/api/v1/jobs/${job.id}`;
      reply.code(202).headers({ location: self, "retry-after": "1" });
      if (replayed) reply.header("idempotent-replayed", "true");
      return {
        // A replay is the first answer again, to the letter; its own id is in X-Request-Id.
        ...(replayed ? { id: job.requestId } : {}),
        object: "job",
        // The answer to a creation is the job as it was accepted, also when it is replayed later.
        status: "queued",
        createdAt: unixSeconds(job.createdAtMs),
        data: {
          job_id: job.id,
          type: job.type,
          status: "queued",
          urls: { self, cancel: `${self}/cancel` },
        },
      };
    },
  });
}
