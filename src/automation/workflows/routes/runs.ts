import { Type } from "typebox";
import { listOf, oneOfValues } from "../../../base/contract/answers.ts";
import { fail } from "../../../base/contract/fail.ts";
import { jobStatuses } from "../../../base/jobs/job-terms.ts";
import { workflowAnswer } from "../wire/workflow-answers.ts";
import type { Clock } from "../../../base/core/clock.ts";
import type { WorkflowService, WorkflowState } from "../workflow-service.ts";
import { workflowWire } from "../workflow-wire.ts";
import { type Answer, listAnswer } from "../../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters, uuidParameter } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { held, waitParameters } from "../../../http/waiting.ts";

const params = closedObject({ run_id: uuidParameter });

/** Reading, waiting for and cancelling multi-step runs; `POST /runs` is an operation like others. */
export function runRoutes(runs: WorkflowService, clock: Clock): Route[] {
  return [one(runs, clock), list(runs), cancel(runs)];
}

function one(runs: WorkflowService, clock: Clock): Route {
  return route({
    method: "GET",
    path: "/api/v1/runs/:run_id",
    summary: "Get a run with its steps; with `wait_for_completion`, wait until it has ended",
    tag: "runs",
    access: "runs:read",
    isTool: true,
    params,
    query: closedObject({
      ...waitParameters,
    }),
    answers: { 200: { description: "The current run", schema: workflowAnswer } },
    errors: ["job_expired", "too_many_waiters"],
    handle(call) {
      const { caller, params: filter, query } = call;
      if (!query.wait_for_completion) {
        return runAnswer(existing(runs, call, runs.get(caller.org, filter.run_id)));
      }
      return held(call, clock, async (wait) =>
        runAnswer(existing(runs, call, await runs.wait(caller.org, filter.run_id, wait))),
      );
    },
  });
}

function list(runs: WorkflowService): Route {
  return route({
    method: "GET",
    path: "/api/v1/runs",
    summary: "List runs, newest first, without the results of their steps",
    tag: "runs",
    access: "runs:read",
    isTool: true,
    query: closedObject({ ...pageParameters, status: Type.Optional(oneOfValues(jobStatuses)) }),
    answers: { 200: { description: "A page of runs", schema: listOf(workflowAnswer) } },
    handle({ caller, query }) {
      const { status } = query;
      const filter = { ...pageOf(query), ...(status === undefined ? {} : { status }) };
      const page = runs.list(caller.org, filter);
      return listAnswer({ ...page, items: page.items.map((run) => workflowWire(run, false)) });
    },
  });
}

function cancel(runs: WorkflowService): Route {
  return route({
    method: "POST",
    path: "/api/v1/runs/:run_id/cancel",
    summary: "Cancel a run and its unfinished steps; a run that has ended does not change",
    tag: "runs",
    access: "runs:write",
    isTool: true,
    params,
    replayable: true,
    answers: { 200: { description: "The run", schema: workflowAnswer } },
    errors: ["job_expired"],
    async handle(call) {
      const run = await runs.cancel(call.caller.org, call.params.run_id);
      return runAnswer(existing(runs, call, run));
    },
  });
}

/** Returns the run; fails with `job_expired` for a deleted or purged one, and `not_found` for all others. */
function existing<T>(
  runs: WorkflowService,
  filter: { caller: { org: string }; params: { run_id: string } },
  run: T | undefined,
): T {
  if (run) return run;
  if (runs.isGone(filter.caller.org, filter.params.run_id)) {
    throw fail(
      "job_expired",
      "run_id: the run was deleted or its retention has ended. Start it again",
    );
  }
  throw fail("not_found", "run_id: there is no such run. Choose a listed one");
}

function runAnswer(state: WorkflowState): Answer {
  const run = workflowWire(state, true);
  return {
    object: "run",
    status: run.status,
    ...(run.created_at === null ? {} : { createdAt: run.created_at }),
    data: run,
  };
}
