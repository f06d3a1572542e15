import { fail } from "../../base/contract/fail.ts";
import type { JobOutcome } from "../../base/jobs/job.ts";
import type { JobContext, JobHandler } from "../../base/jobs/operation.ts";
import { drivesOn, type Plan } from "./plans/plan-record.ts";
import type { RobotAssigner, TextPlanner } from "./ports.ts";
import type { TaskRunInput } from "./task-run-operation.ts";
import { claimOf, endRun, getRun, putRun, type TaskRunRecord } from "./task-run-record.ts";
import { TaskRunWorker, type TaskRunWorkerParts } from "./task-run-worker.ts";
import { planOfText } from "./text-plan.ts";

/** Dependencies of runs. */
export interface TaskRunHandlerParts extends TaskRunWorkerParts {
  /** Plans tasks that the grammar does not read; absent: they are refused. */
  text?: TextPlanner;
  running: RunningTaskRuns;
  /** Gives robots to missions; absent where there are none. */
  assigner?: RobotAssigner;
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
      if (run.mission) return await missionRun(parts, context, run);
      run.plan ??= await planWords(parts, context, { input, run });
      await begin(parts, input, { run, plan: run.plan });
      return (await work(parts, context, { input, run, plan: run.plan })) as JobOutcome;
    },
  };
}

async function work(
  parts: TaskRunHandlerParts,
  context: JobContext,
  { input, run, plan }: { input: TaskRunInput; run: TaskRunRecord; plan: Plan },
): Promise<JobOutcome | "yielded"> {
  const { org, id } = context.job;
  const worker = new TaskRunWorker(parts, context, { input, run });
  parts.running.add(org, id, worker);
  try {
    return await worker.work(plan);
  } finally {
    parts.running.remove(org, id);
  }
}

/** Carries a mission out, waiting for a robot at its start and whenever another mission took its robot. */
async function missionRun(
  parts: TaskRunHandlerParts,
  context: JobContext<TaskRunInput>,
  run: TaskRunRecord,
): Promise<JobOutcome> {
  const { store, robots } = parts;
  const assigner = parts.assigner!;
  const { input, job } = context;
  const plan = input.plan!;
  try {
    for (;;) {
      const hasRobot = run.robotId !== "" && claimOf(store, job.org, run.robotId) === job.id;
      // Without a robot nothing drives: a restart then changes nothing.
      if (!hasRobot) run.begun = false;
      if (!hasRobot) await assign(parts, context, run);
      await begin(parts, input, { run, plan });
      const camera = robots.unit(job.org, run.robotId)?.parts.driver.camera;
      const watching = { ...input.watching, usesCamera: camera !== undefined };
      const outcome = await work(parts, context, { input: { ...input, watching }, run, plan });
      if (outcome !== "yielded") return outcome;
      await assigner.giveBack(run);
    }
  } finally {
    assigner.ended(run);
  }
}

/** A mission that ends before it has a robot leaves nothing. */
async function assign(
  { store, assigner }: TaskRunHandlerParts,
  context: JobContext<TaskRunInput>,
  run: TaskRunRecord,
): Promise<void> {
  const { input } = context;
  try {
    const hasStreams = input.watching.streamIds.length > 0;
    await assigner!.assigned(context, run, { plan: input.plan!, hasStreams });
  } catch (error) {
    const goesOn = ["shutdown", "lease_lost"].includes(context.abortReason() ?? "");
    if (!goesOn) await store.transact((tx) => endRun(tx, run), { essential: true });
    throw error;
  }
}

/** A run of an earlier process does not drive by itself, unless its caller requested that. */
async function begin(
  { store }: TaskRunHandlerParts,
  { watching, resumes }: TaskRunInput,
  { run, plan }: { run: TaskRunRecord; plan: Plan },
): Promise<void> {
  if (run.begun && !resumes && drivesOn(plan, run.at, watching.actions)) {
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
    payload: {
      robot_id: input.robotId === "" ? null : input.robotId,
      plan,
      state: "dry_run",
      ...(input.mission
        ? { choice: await parts.assigner!.offer(context.job.org, plan, input.mission) }
        : {}),
    },
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
