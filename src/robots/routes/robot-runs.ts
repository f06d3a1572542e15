import { assertMayConfirm } from "../../base/contract/agents.ts";
import { authorOf } from "../../base/contract/person.ts";
import { fail } from "../../base/contract/fail.ts";
import { jobAnswer } from "../../base/jobs/wire/job-answers.ts";
import type { Job } from "../../base/jobs/job.ts";
import type { Jobs } from "../../base/jobs/jobs.ts";
import type { TaskRunService } from "../tasks/task-run-service.ts";
import { type Answer, unixSeconds } from "../../http/answers/envelope-wire.ts";
import { closedObject, uuidParameter } from "../../http/queries.ts";
import { type Route, route } from "../../http/route.ts";

const params = closedObject({ job_id: uuidParameter });

/** Pauses and resumes runs; the job routes read, list and cancel them. */
export function robotRunRoutes(runs: TaskRunService, jobs: Jobs): Route[] {
  const of = (org: string, id: string): Job => {
    const job = jobs.get(org, id);
    if (job?.type !== "robot.run")
      throw fail("not_found", "run_id: there is no such run. Choose a listed one");
    return job;
  };
  const answer = (org: string, id: string): Answer => {
    const job = of(org, id);
    const createdAt = unixSeconds(job.createdAtMs);
    return { object: "job", status: job.status, createdAt, data: jobs.toWire(job) };
  };
  return [
    route({
      method: "POST",
      path: "/api/v1/robots/runs/:job_id/pause",
      summary: "Pause a run: the robot stops, and the run can resume from its present step",
      tag: "robots",
      access: "robots:command",
      isTool: true,
      params,
      replayable: true,
      answers: { 200: { description: "The run's job", schema: jobAnswer } },
      errors: ["conflict"],
      async handle({ caller, params: { job_id: id } }) {
        await runs.pause(caller.org, of(caller.org, id).id, authorOf(caller));
        return answer(caller.org, id);
      },
    }),
    route({
      method: "POST",
      path: "/api/v1/robots/runs/:job_id/resume",
      summary: "Resume a paused run, or confirm the plan that a text endpoint made",
      tag: "robots",
      access: "robots:command",
      isTool: true,
      params,
      replayable: true,
      answers: { 200: { description: "The run's job", schema: jobAnswer } },
      errors: ["conflict", "insufficient_scope"],
      async handle({ caller, params: { job_id: id } }) {
        assertMayConfirm(caller, "run_id");
        await runs.resume(caller.org, of(caller.org, id).id);
        return answer(caller.org, id);
      },
    }),
  ];
}
