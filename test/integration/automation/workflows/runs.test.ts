import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../../src/base/jobs/job.ts";
import type { JobContext } from "../../../../src/base/jobs/operation.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import { makeWorkflows, step } from "../../../support/automation/make-workflows.ts";
import { untilAborted } from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

/** What the prompt says: `fail…` fails, `hang…` lasts until it is told to stop, all else is done. */
async function work(context: JobContext) {
  const prompt = String(context.input["prompt"] ?? "");
  if (prompt.startsWith("fail")) throw fail("content_rejected", "not this");
  if (prompt.startsWith("hang")) return await untilAborted(context);
  return { payload: { image_url: `https://box/${prompt}`, output: { seen: { of: [prompt] } } } };
}

const statuses = (run: { steps: { id: string; status: string }[] }) =>
  Object.fromEntries(run.steps.map(({ id, status }) => [id, status]));

test("steps run beside each other where they can, and get what earlier ones made", async (t) => {
  const both = Promise.withResolvers<void>();
  let running = 0;
  const inputs: JsonObject[] = [];
  const rig = await makeWorkflows(t, async (context) => {
    inputs.push(context.input);
    if (["left", "right"].includes(String(context.input["prompt"]))) {
      running += 1;
      if (running === 2) both.resolve();
      await both.promise;
    }
    return await work(context);
  });
  const { id } = await rig.submit([
    step("first"),
    step("left", ["first"]),
    step("right", ["first"]),
    step("last", ["left", "right"], {
      input: {
        prompt: { $ref: "steps.left.output.image_url" },
        source_job_id: { $ref: "steps.first.job_id" },
        tags: ["x", { $ref: "steps.right.output.seen.of.0" }],
        data: { all: { $ref: "steps.right.output.seen" } },
      },
    }),
  ]);
  const run = await rig.end(id);
  assert.equal(run.status, "completed");
  assert.deepEqual(new Set(run.steps.map(({ status }) => status)), new Set(["completed"]));
  assert.deepEqual(inputs.at(-1), {
    prompt: "https://box/left",
    source_job_id: run.steps[0]!.job_id,
    tags: ["x", "right"],
    data: { all: { of: ["right"] } },
  });
  assert.deepEqual(run.steps[0]!.output, {
    image_url: "https://box/first",
    seen: { of: ["first"] },
  });
  assert.equal(run.progress, 1);
  const [listed] = rig.workflows.list("default", { limit: 10, offset: 0 }).items;
  assert.equal(listed!.run_id, id);
  assert.equal(listed!.steps[0]!.output, null);
  assert.equal(rig.jobs.get("default", id)!.resultUrl, `/api/v1/runs/${id}`);
});

test("a failure ends the run unless the step says otherwise; what had not begun is skipped", async (t) => {
  const rig = await makeWorkflows(t, work);
  const broken = await rig.end(
    (await rig.submit([step("fail"), step("after", ["fail"]), step("beside")])).id,
  );
  assert.equal(broken.status, "failed");
  assert.equal(broken.error!.code, "step_failed");
  assert.match(broken.error!.message, /the step fail failed: content_rejected: not this/);
  assert.equal(statuses(broken)["after"], "skipped");
  assert.equal(broken.steps[0]!.error!.code, "content_rejected");

  const goesOn = await rig.end(
    (
      await rig.submit([
        step("fail", [], { on_error: "continue" }),
        step("after", ["fail"]),
        step("needs", ["fail"], {
          input: { prompt: { $ref: "steps.fail.output.image_url" } },
          on_error: "continue",
        }),
        step("nothing", ["after"], {
          input: { prompt: { $ref: "steps.after.output.seen.of.7" } },
          on_error: "continue",
        }),
        step("long", ["after"], {
          input: { size: { $ref: "steps.after.output.image_url" } },
          on_error: "continue",
        }),
        step("named", ["fail"], { input: { source_job_id: { $ref: "steps.fail.job_id" } } }),
      ])
    ).id,
  );
  assert.equal(goesOn.status, "completed");
  const errors = Object.fromEntries(goesOn.steps.map(({ id, error }) => [id, error]));
  assert.equal(errors["needs"]!.code, "reference_unresolved");
  assert.match(errors["needs"]!.message, /^prompt: the step fail is failed/);
  assert.equal(errors["nothing"]!.code, "reference_unresolved");
  assert.match(errors["nothing"]!.message, /the output of after has no seen\.of\.7/);
  assert.equal(errors["long"]!.code, "invalid_request_body");
  assert.match(errors["long"]!.message, /^size: has the wrong type\. Send a whole number/);
  assert.equal(statuses(goesOn)["named"], "completed");
});

test("cancelled, a run takes its steps along; a deadline does so too, and a step's own time is its job's", async (t) => {
  const rig = await makeWorkflows(t, work);
  const { id } = await rig.submit([step("hang"), step("after", ["hang"])]);
  const jobOf = (run: string) => rig.workflows.get("default", run)!.steps[0]!.job_id;
  await until(
    () => jobOf(id) !== null && rig.jobs.get("default", jobOf(id)!)!.status === "processing",
  );
  await rig.workflows.cancel("default", id);
  const run = await rig.end(id);
  assert.equal(run.status, "cancelled");
  assert.deepEqual(statuses(run), { hang: "cancelled", after: "skipped" });

  const late = await rig.submit([step("hang")], { cancelAfterMs: 600 });
  assert.equal((await rig.end(late.id)).error!.code, "deadline_exceeded");
  await until(() => rig.jobs.get("default", jobOf(late.id)!)!.status === "cancelled");

  const timed = await rig.submit([step("hang", [], { timeout_seconds: 5 })]);
  await until(() => jobOf(timed.id) !== null);
  const job = rig.jobs.get("default", jobOf(timed.id)!)!;
  assert.equal(job.deadlineAtMs! - job.createdAtMs, 5000);
  // Somebody cancels the step alone.
  await rig.jobs.cancel("default", job.id);
  assert.equal((await rig.end(timed.id)).error!.code, "step_failed");
});

test("no further step begins for a key that was revoked or lost its scope; a full queue only delays", async (t) => {
  const held = Promise.withResolvers<void>();
  const rig = await makeWorkflows(
    t,
    async (context) => {
      if (context.input["prompt"] === "held") await held.promise;
      return await work(context);
    },
    { limits: { maxQueuedPerOrg: 2 } },
  );
  const first = await rig.submit([step("held"), step("after", ["held"])]);
  await until(() => rig.workflows.get("default", first.id)!.steps[0]!.job_id !== null);
  rig.key.scopes = ["runs:write"];
  held.resolve();
  assert.match((await rig.end(first.id)).error!.message, /after failed: insufficient_scope/);
  rig.key.scopes = ["runs:write", "media:write"];
  rig.key.revokedAtMs = 1;
  const second = await rig.submit([step("a")]);
  assert.match((await rig.end(second.id)).error!.message, /api_key_revoked/);
  rig.key.revokedAtMs = null;
  const many = await rig.submit(["a", "b", "c", "d", "e"].map((id) => step(id)));
  assert.equal((await rig.end(many.id)).status, "completed");
});

test("what is said of somebody's health is in the jobs about it only", async (t) => {
  const secret = "a-rash-on-the-left-arm";
  const rig = await makeWorkflows(t, async ({ input }) => {
    if (input["prompt"] === "fail") throw fail("report_invalid", `not about ${secret}`);
    return { payload: { output: { finding: secret } } };
  });
  const about = { namespace: "health", method: "analyze" };
  const { id } = await rig.submit([
    step("triage", [], { ...about, input: { prompt: secret } }),
    step("again", ["triage"], {
      ...about,
      input: { prompt: { $ref: "steps.triage.output.finding" } },
    }),
    step("fail", ["triage"], { ...about, on_error: "continue" }),
    step("odd", ["triage"], {
      ...about,
      on_error: "continue",
      input: { size: { $ref: "steps.triage.output.finding" } },
    }),
  ]);
  const run = await rig.end(id);
  assert.equal(run.status, "completed");
  assert.equal(run.steps[0]!.output, null);
  assert.equal(run.steps[2]!.error!.message, "report_invalid");
  assert.equal(run.steps[3]!.error!.message, "invalid_request_body: size");
  assert.equal(rig.jobs.get("default", run.steps[1]!.job_id!)!.inputEcho["prompt"], secret);
  const stored = rig.store.range({ prefix: ["default"] }).map(({ value }) => value);
  assert.ok(stored.length > 20);
  assert.ok(!JSON.stringify(stored).includes(secret));

  const refused = rig.submit([
    step("triage", [], about),
    step("ad", ["triage"], { input: { prompt: { $ref: "steps.triage.output.finding" } } }),
  ]);
  await assert.rejects(refused, { code: "invalid_request_body", param: "steps[1].input.prompt" });
  rig.key.scopes = ["runs:write", "health:write"];
  const unread = rig.submit([
    step("triage", [], about),
    step("next", ["triage"], {
      ...about,
      input: { prompt: { $ref: "steps.triage.output.finding" } },
    }),
  ]);
  await assert.rejects(unread, { code: "insufficient_scope", param: "steps[1].input.prompt" });
});

test("what a run's steps ask for lies sealed in the store", async (t) => {
  const rig = await makeWorkflows(t, work);
  const { id } = await rig.submit([step("a", [], { input: { prompt: "hang on" } })]);
  const kept = rig.store.get(["default", "job-input", id]);
  assert.deepEqual(Object.keys(kept as object).toSorted(), ["sealed", "v"]);
  await rig.jobs.cancel("default", id);
  assert.equal((await rig.end(id)).status, "cancelled");
});
