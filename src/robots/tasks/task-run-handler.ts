import { fail } from "../../base/contract/fail.ts";
import type { JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { drivesOn } from "./plans/plan-record.ts";
import type { TextPlanner } from "./ports.ts";
import type { TaskRunInput } from "./task-run-operation.ts";
import { getRun, putRun, type TaskRunRecord } from "./task-run-record.ts";
import { TaskRunWorker, type TaskRunWorkerParts } from "./task-run-worker.ts";
import { planOfText } from "./text-plan.ts";

/** Dependencies of runs. */
export interface TaskRunHandlerParts extends TaskRunWorkerParts {
  /** Plans tasks that the grammar does not read; absent: they are refused. */
  text?: TextPlanner;
  running: RunningTaskRuns;
}

/** The present runs, by organisation and job. */
export class RunningTaskRuns {
  readonly #workers = new Map<string, TaskRunWorker>();

  add(org: string, jobId: string, worker: TaskRunWorker): void {
    this.#workers.set(`${org}\0${jobId}`, worker);
  }

  remove(org: string, jobId: string): void {
    this.#workers.delete(`${org}\0${jobId}`);
  }

  get(org: string, jobId: string): TaskRunWorker | undefined {
    return this.#workers.get(`${org}\0${jobId}`);
  }
}

/** Executes runs of robots; each continues after a restart. */
export function taskRunHandler(parts: TaskRunHandlerParts): JobHandler {
  return {
    type: "robot.run",
    concurrency: Number.POSITIVE_INFINITY,
    async run(context: JobContext<TaskRunInput>) {
      const input = context.input;
      const { org, id } = context.job;
      if (input.isDry) return await dryRun(parts, context, input);
      const run = getRun(parts.store, org, id);
      if (!run) throw fail("input_unreadable", "run: its stored state is missing. Start it again");
      run.plan ??= await planWords(parts, context, { input, run });
      await begin(parts, input, run);
      const worker = new TaskRunWorker(parts, context, { input, run });
      parts.running.add(org, id, worker);
      try {
        return await worker.work(run.plan);
      } finally {
        parts.running.remove(org, id);
      }
    },
  };
}

/** A run of an earlier process does not drive by itself, unless its caller requested that. */
async function begin(
  { store }: TaskRunHandlerParts,
  { watching, resumes }: TaskRunInput,
  run: TaskRunRecord,
): Promise<void> {
  if (run.begun && !resumes && drivesOn(run.plan!, run.at, watching.actions)) {
    run.pause ??= {
      code: "restarted",
      message: "the box was restarted: see that the way is free, then resume the run",
    };
  }
  run.begun = true;
  await store.transact((tx) => putRun(tx, run), { essential: true });
}

async function dryRun(
  parts: TaskRunHandlerParts,
  context: JobContext,
  input: TaskRunInput,
): Promise<JobOutcome> {
  const plan = input.plan ?? (await planOfText(parts, input, context));
  return {
    payload: { robot_id: input.robotId, plan: plan, state: "dry_run" },
  };
}

/** A person reviews a text endpoint's plan before any of it is executed. */
async function planWords(
  parts: TaskRunHandlerParts,
  context: JobContext,
  { input, run }: { input: TaskRunInput; run: TaskRunRecord },
) {
  await context.update({ phase: "planning" });
  const plan = await planOfText(parts, input, context);
  run.plan = plan;
  run.pause = {
    code: "needs_confirmation",
    message: "the plan was made by a text endpoint: look at it, then resume the run",
  };
  await parts.store.transact((tx) => putRun(tx, run));
  return plan;
}
