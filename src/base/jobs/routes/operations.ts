import type { TSchema } from "typebox";
import type { HttpErrorCode } from "../../contract/error-codes.ts";
import { jobAcceptedAnswer } from "../wire/job-answers.ts";
import { fail, invalidField } from "../../contract/fail.ts";
import { privateScopeOf } from "../job-terms.ts";
import type { AcceptedJob } from "../job-intake.ts";
import type { Jobs } from "../jobs.ts";
import type { Operation } from "../operation.ts";
import { cancelAfterMsOf } from "../../../http/streaming/cancel-after.ts";
import { type Answer, unixSeconds } from "../../../http/answers/envelope-wire.ts";
import { fingerprint, idempotencyKeyOf } from "../../../http/idempotency-key.ts";
import { closedObject } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";

/** Codes that can refuse a job besides those of every route. */
const operationErrors: readonly HttpErrorCode[] = [
  "conflict",
  "feature_disabled",
  "not_found",
  "job_expired",
  "source_job_not_completed",
  "idempotency_key_mismatch",
  "idempotency_request_in_progress",
  "invalid_idempotency_key",
  "forbidden_address",
  "webhook_limit_reached",
  "queue_full",
  "job_create_failed",
  "detector_unavailable",
];

/** Returns the POST routes of every registered operation, one per path and alias. */
export function operationRoutes(jobs: Jobs): Route[] {
  return jobs.operations
    .all()
    .flatMap((operation) =>
      [operation.path, ...(operation.aliases ?? [])].map((path) =>
        operationRoute(operation, `/api/v1${path}`, jobs),
      ),
    );
}

function errorsOf({ namespace }: Operation, hasParameters: boolean): HttpErrorCode[] {
  return [
    ...operationErrors,
    ...(hasParameters ? (["not_found"] as const) : []),
    ...(namespace === "health" ? (["health_triage_disabled"] as const) : []),
  ];
}

function operationRoute(operation: Operation, path: string, jobs: Jobs): Route {
  const { params, body: bodySchema } = splitInput(operation.inputSchema, path);
  return route({
    method: "POST",
    path,
    summary: operation.summary,
    tag: operation.namespace,
    access: operation.scope,
    ...(operation.isTool ? { isTool: true } : {}),
    ...(params ? { params } : {}),
    body: bodySchema,
    bodyIsCheckedLater: true,
    // The path may hold the whole input.
    ...(params && isEmptyTaken(bodySchema) ? { optionalBody: true } : {}),
    ...(operation.bodyLimitBytes === undefined ? {} : { bodyLimitBytes: operation.bodyLimitBytes }),
    ...(operation.blobFields ? { blobFields: operation.blobFields } : {}),
    isPrivate: privateScopeOf(operation.jobType) !== null,
    answers: {
      202: {
        description: "The box has stored the job. `data.job_id` is its id",
        schema: jobAcceptedAnswer,
      },
    },
    errors: errorsOf(operation, params !== undefined),
    async handle({ caller, request, reply, params: inPath, body: sent }) {
      const body = params ? withParameters(sent, inPath as Record<string, string>) : sent;
      const key = idempotencyKeyOf(request.headers);
      const cancelAfterMs = cancelAfterMsOf(request.headers);
      const { blobs } = request;
      if (blobs?.take() === false)
        throw fail(
          "malformed_request",
          "body: the client closed the connection. Send the request again",
        );
      const print = (): string => fingerprint(`POST ${operation.path}`, body, blobs);
      let accepted;
      try {
        accepted = await jobs.submit(operation, body, {
          caller,
          alongside: (tx) => request.auditIn(tx, 202),
          ...(blobs ? { blobs } : {}),
          ...(cancelAfterMs === undefined ? {} : { cancelAfterMs }),
          ...(key === undefined ? {} : { idempotency: { key, fingerprint: print() } }),
        });
      } finally {
        await blobs?.discard();
      }
      const self = `/api/v1/jobs/${accepted.job.id}`;
      reply.code(202).headers({ location: self, "retry-after": "1" });
      if (accepted.replayed) reply.header("idempotent-replayed", "true");
      return acceptedAnswer(accepted, self);
    },
  });
}

/** The answer to a creation is the job as accepted, even in a later replay. */
function acceptedAnswer({ job, replayed, shownOnce }: AcceptedJob, self: string): Answer {
  return {
    // A replay repeats the first answer exactly; its own id is in X-Request-Id.
    ...(replayed ? { id: job.requestId } : {}),
    object: "job",
    status: "queued",
    createdAt: unixSeconds(job.createdAtMs),
    data: {
      job_id: job.id,
      type: job.type,
      status: "queued",
      urls: { self, cancel: `${self}/cancel` },
      ...(job.warnings ? { warnings: job.warnings } : {}),
      ...shownOnce,
    },
  };
}

function isEmptyTaken(body: TSchema): boolean {
  return ((body as ObjectSchema).required ?? []).length === 0;
}

/** Splits the input of an operation whose path has parameters into those and the body. */
function splitInput(
  input: TSchema,
  path: string,
): { params: ReturnType<typeof closedObject> | undefined; body: TSchema } {
  const names = [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name!);
  if (names.length === 0) return { params: undefined, body: input };
  const { properties, required = [] } = input as ObjectSchema;
  const isInPath = (name: string): boolean => names.includes(name);
  const named = Object.entries(properties);
  const body = {
    ...input,
    properties: Object.fromEntries(named.filter(([name]) => !isInPath(name))),
    required: required.filter((name) => !isInPath(name)),
  };
  const inPath = Object.fromEntries(named.filter(([name]) => isInPath(name)));
  return { params: closedObject(inPath), body };
}

/** Returns the operation's input; refuses a body that names a parameter of the path. */
function withParameters(body: unknown, params: Record<string, string>): unknown {
  if (body === undefined) return params;
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const twice = Object.keys(params).find((name) => Object.hasOwn(body, name));
  if (twice === undefined) return { ...body, ...params };
  throw invalidField(twice, "is already in the path. Leave it out of the body");
}

type ObjectSchema = { properties: Record<string, TSchema>; required?: string[] };
