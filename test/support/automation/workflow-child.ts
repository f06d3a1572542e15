/**
 * A process with runs of four steps. Arguments: data directory, file to which it appends a line for each
 * time that a step's work begins, and how many runs to begin. The run with number n is held for ever where it comes
 * to the n-th point between two transitions; when all runs are held or done the process kills itself
 * with SIGKILL. With 0 runs to begin, those that are there go on to their end, and what became of them
 * is printed.
 */
import { appendFileSync } from "node:fs";
import type { Jobs } from "../../../src/base/jobs/jobs.ts";
import type { HandledOperation, JobContext, JobHandler } from "../../../src/base/jobs/operation.ts";
import { jobsOfRun } from "../../../src/automation/workflows/step-jobs.ts";
import { makeWorkflows, step } from "./make-workflows.ts";
import { until } from "../box/wait.ts";

const [dir = "", facts = "", count = "0"] = process.argv.slice(2);
const runs = Number(count);
const numbers = new Map<string, number>();
const passed = new Map<string, number>();
const held = new Set<string>();

async function point(runId: string): Promise<void> {
  const at = (passed.get(runId) ?? 0) + 1;
  passed.set(runId, at);
  if (held.has(runId)) return await new Promise(() => undefined);
  if (at !== numbers.get(runId)) return;
  held.add(runId);
  await new Promise(() => undefined);
}

/** `jobs`, with a point before and after everything that a run does to them. */
function withPoints(jobs: Jobs): Jobs {
  const ours: Partial<Jobs> = {
    async submit(operation, body, from) {
      const runId = from.idempotency!.key.split(" ")[1]!;
      await point(runId);
      const done = await jobs.submit(operation, body, from);
      await point(runId);
      return done;
    },
    add(operations: readonly HandledOperation[]) {
      jobs.add(operations.map((one) => ({ ...one, handler: handlerWithPoints(one.handler!) })));
    },
  };
  return new Proxy(jobs, {
    get(target, name) {
      const own =
        (ours as Record<string | symbol, unknown>)[name] ?? Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}

function handlerWithPoints(handler: JobHandler): JobHandler {
  return {
    ...handler,
    async run(context) {
      const { id, clientReferenceId } = context.job;
      if (runs > 0) numbers.set(id, Number(clientReferenceId));
      await point(id);
      const outcome = await handler.run(updatesWithPoints(context));
      await point(id);
      return outcome;
    },
  };
}

function updatesWithPoints(context: JobContext): JobContext {
  return Object.create(context, {
    update: {
      async value(change: Parameters<JobContext["update"]>[0]) {
        await point(context.job.id);
        await context.update(change);
        await point(context.job.id);
      },
    },
  }) as JobContext;
}

const t = { after: () => {} };
const rig = await makeWorkflows(
  t,
  async ({ job }) => {
    const { runId, runStep } = job.tags as { runId: string; runStep: string };
    await point(runId);
    appendFileSync(facts, `${runId} ${runStep}\n`);
    await point(runId);
    return { payload: { image_url: runStep } };
  },
  { dir, wrap: withPoints, limits: { maxQueuedPerOrg: 1000 } },
);

const steps = [
  step("a"),
  step("b", ["a"], { input: { prompt: { $ref: "steps.a.output.image_url" } } }),
  step("c", ["a"]),
  step("d", ["b", "c"]),
];
for (let n = 1; n <= runs; n += 1) await rig.submit(steps, { reference: String(n) });
const all = () => rig.workflows.list("default", { limit: 100, offset: 0 }).items;
if (runs > 0) {
  const done = () => all().filter(({ status }) => status === "completed").length;
  await until(() => done() + held.size === runs, { deadlineMs: 60_000 });
  if (done() === 0) throw new Error("a run has more points than there are runs");
  process.kill(process.pid, "SIGKILL");
}
await until(() => all().every(({ completed_at: endedAt }) => endedAt !== null), {
  deadlineMs: 60_000,
});
const pictures = rig.jobs.list("default", { type: "image.generation" }, { limit: 1, offset: 0 });
const ends = all().map(({ run_id: id, status, steps: made }) => ({
  id,
  status,
  steps: made.map((each) => each.status),
  jobs: [...jobsOfRun(rig.jobs, "default", id).keys()].toSorted(),
}));
console.log(JSON.stringify({ jobs: pictures.total, ends }));
await rig.stop();
