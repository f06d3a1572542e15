import { Type } from "typebox";
import { listOfSite, oneOfValues } from "../../contract/answers.ts";
import { cursorOf } from "../../contract/cursor.ts";
import { fail } from "../../contract/fail.ts";
import { jobAnswer as jobAnswerSchema, jobDeletedAnswer } from "../wire/job-answers.ts";
import { jobStatuses, jobTypes, privateScopeOf } from "../job-terms.ts";
import { limits } from "../../contract/limits.ts";
import type { Clock } from "../../core/clock.ts";
import type { Job } from "../job.ts";
import type { JobFilters } from "../job-list.ts";
import type { JobText } from "../inputs/job-texts.ts";
import type { Jobs } from "../jobs.ts";
import {
  type Answer,
  listAnswer,
  ReadyJson,
  unixSeconds,
} from "../../../http/answers/envelope-wire.ts";
import {
  closedObject,
  expandParameters,
  expansionsOf,
  pageOf,
  pageParameters,
  siteParameter,
  streamIdParameter,
  uuidParameter,
} from "../../../http/queries.ts";
import { missingScope } from "../../../http/plugins/auth.ts";
import { type Call, type Route, route } from "../../../http/route.ts";
import type { ListOrder } from "../../../http/site/list-order.ts";
import { held, waitParameters } from "../../../http/waiting.ts";

const params = closedObject({ job_id: uuidParameter });
/** Values of `expand` and `include` (contract section 4.1). */
const expansions = ["brand", "avatar", "ad", "diagnostics"] as const;

/**
 * Additions of `expand` to a job beside `diagnostics`, by name. Undefined when the job has none or
 * it is gone; then the answer lacks the key. Each function reads within the job's organisation.
 */
export type JobExpansions = Readonly<
  Partial<
    Record<"brand" | "avatar" | "ad", (job: Job) => Readonly<Record<string, unknown>> | undefined>
  >
>;

/** Reading, waiting for and cancelling jobs. */
export function jobRoutes(
  jobs: Jobs,
  { clock, related = {} }: { clock: Clock; related?: JobExpansions | undefined },
): Route[] {
  return [one(jobs, { clock, related }), list(jobs), cancel(jobs), remove(jobs)];
}

function one(jobs: Jobs, { clock, related }: { clock: Clock; related: JobExpansions }): Route {
  return route({
    method: "GET",
    path: "/api/v1/jobs/:job_id",
    summary: "Get a job; with `wait_for_completion`, wait until it has ended",
    tag: "jobs",
    access: "jobs:read",
    isTool: true,
    params,
    query: closedObject({
      ...expandParameters(expansions),
      ...waitParameters,
    }),
    answers: { 200: { description: "The current job", schema: jobAnswerSchema } },
    errors: ["job_expired", "too_many_waiters"],
    handle(call) {
      const { caller, params, query } = call;
      const names = expansionsOf(query, expansions);
      if (!query.wait_for_completion && names.length === 0) {
        const text = existing(jobs, call, jobs.text(caller.org, params.job_id));
        checkPrivate(call, text.type);
        return textAnswer(text);
      }
      const job = existing(jobs, call, jobs.get(caller.org, params.job_id));
      checkPrivate(call, job.type);
      if (!query.wait_for_completion) return expandedAnswer(jobs, job, { names, related });
      return held(call, clock, async (wait) => {
        const done = await jobs.waitForTerminal(caller.org, params.job_id, wait);
        return expandedAnswer(jobs, existing(jobs, call, done), { names, related });
      });
    },
  });
}

/**
 * Reading a job about somebody's health needs the scope of its area, and the audit log records each
 * try. Throws `insufficient_scope`.
 */
function checkPrivate(
  { request, caller }: Pick<Call<unknown, unknown, unknown>, "request" | "caller">,
  type: string,
): void {
  const scope = privateScopeOf(type);
  if (scope === null) return;
  request.readsHealth = true;
  if (!caller.scopes.includes(scope)) throw missingScope(scope);
}

const order: ListOrder = {
  direction: "descending",
  keyOf: ({ id = "" }) => [String(id)],
  cursorAt: ([id]) => cursorOf(String(id)),
};

function list(jobs: Jobs): Route {
  return route({
    method: "GET",
    path: "/api/v1/jobs",
    siteList: order,
    summary: "List jobs, newest first",
    tag: "jobs",
    access: "jobs:read",
    isTool: true,
    query: closedObject({
      ...pageParameters,
      ...siteParameter,
      status: Type.Optional(oneOfValues(jobStatuses)),
      type: Type.Optional(oneOfValues(jobTypes)),
      client_reference_id: Type.Optional(
        Type.String({ minLength: 1, maxLength: limits.clientReferenceIdLength }),
      ),
      stream_id: Type.Optional(streamIdParameter),
      robot_id: Type.Optional(streamIdParameter),
      run_id: Type.Optional(uuidParameter),
      live: Type.Optional(
        Type.Unsafe<"true" | "false">({
          ...oneOfValues(["true", "false"]),
          description: "`false` leaves out the running jobs of cameras, which have no end",
        }),
      ),
    }),
    answers: { 200: { description: "A page of jobs", schema: listOfSite(jobAnswerSchema) } },
    handle({ caller, query }) {
      const page = jobs.list(caller.org, filtersOf(query), pageOf(query));
      return listAnswer({ ...page, items: page.items.map((job) => guardedWire(jobs, job)) });
    },
  });
}

function filtersOf(query: {
  status?: Job["status"];
  type?: Job["type"];
  client_reference_id?: string;
  stream_id?: string;
  robot_id?: string;
  run_id?: string;
  live?: "true" | "false";
}): JobFilters {
  const tags = {
    ...(query.stream_id === undefined ? {} : { streamId: query.stream_id }),
    ...(query.robot_id === undefined ? {} : { robotId: query.robot_id }),
    ...(query.run_id === undefined ? {} : { runId: query.run_id.toLowerCase() }),
  };
  return {
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.type === undefined ? {} : { type: query.type }),
    ...(query.client_reference_id === undefined
      ? {}
      : { clientReferenceId: query.client_reference_id }),
    ...(Object.keys(tags).length === 0 ? {} : { tags }),
    ...(query.live === "false" ? { live: false } : {}),
  };
}

function cancel(jobs: Jobs): Route {
  return route({
    method: "POST",
    path: "/api/v1/jobs/:job_id/cancel",
    summary: "Cancel a job; a job that has ended does not change",
    tag: "jobs",
    access: "jobs:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The job", schema: jobAnswerSchema } },
    errors: ["job_expired"],
    async handle(call) {
      const job = existing(jobs, call, await jobs.cancel(call.caller.org, call.params.job_id));
      return { ...jobAnswer(jobs, job), data: guardedWire(jobs, job) };
    },
  });
}

function remove(jobs: Jobs): Route {
  return route({
    method: "DELETE",
    path: "/api/v1/jobs/:job_id",
    summary: "Delete an ended job with its input, its files and its idempotency record",
    tag: "jobs",
    access: "jobs:write",
    isTool: true,
    params,
    replayable: true,
    answers: {
      200: {
        description: "The deleted job. From now on its id answers `410 job_expired`",
        schema: jobDeletedAnswer,
      },
    },
    errors: ["conflict", "job_expired"],
    async handle(call) {
      const job = existing(jobs, call, await jobs.remove(call.caller.org, call.params.job_id));
      const data = { job_id: job.id, type: job.type, deleted: true };
      return { object: "job", status: job.status, createdAt: unixSeconds(job.createdAtMs), data };
    },
  });
}

/**
 * Returns the job; throws `job_expired` for one that was deleted or purged, `not_found` for all
 * others.
 */
function existing<T>(
  jobs: Jobs,
  request: { caller: { org: string }; params: { job_id: string } },
  job: T | undefined,
): T {
  if (job) return job;
  if (jobs.isGone(request.caller.org, request.params.job_id)) {
    throw fail("job_expired", "job_id: the job was deleted or has expired. Submit a new job");
  }
  throw fail("not_found", "job_id: there is no such job. Choose a listed one");
}

function textAnswer({ status, createdAtMs, json }: JobText): Answer {
  const createdAt = unixSeconds(createdAtMs);
  return { object: "job", status, createdAt, data: new ReadyJson(json) };
}

/**
 * Lists and changes show only the state of a job about somebody's health: reading it is a separate
 * call.
 */
function guardedWire(jobs: Jobs, job: Job) {
  const wire = jobs.toWire(job);
  if (privateScopeOf(job.type) === null) return wire;
  const error = wire.error && { ...wire.error, message: wire.error.code };
  const payload = { phase: wire.payload.phase, input: {} };
  return { ...wire, error, error_log: error && error.code, metadata: {}, payload };
}

function jobAnswer(jobs: Jobs, job: Job): Answer {
  return {
    object: "job",
    status: job.status,
    createdAt: unixSeconds(job.createdAtMs),
    data: jobs.toWire(job),
  };
}

/** Returns the job with the requested expansions that it has (decisions section 2). */
function expandedAnswer(
  jobs: Jobs,
  job: Job,
  { names, related }: { names: readonly string[]; related: JobExpansions },
): Answer {
  const answer = jobAnswer(jobs, job);
  const expanded: Record<string, unknown> = {};
  for (const name of names) {
    const found = name === "diagnostics" ? jobs.diagnostics(job) : related[name as "ad"]?.(job);
    if (found !== undefined) expanded[name] = found;
  }
  if (names.length === 0 || Object.keys(expanded).length === 0) return answer;
  const ad = expanded["ad"] === undefined ? {} : { ad: expanded["ad"] };
  return { ...answer, data: { ...jobs.toWire(job), ...ad, expanded } };
}
