import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addBareMedia } from "../../../support/media/media-rig.ts";
import { until } from "../../../support/box/wait.ts";
import type { HttpAnswer } from "../../../support/http/ask.ts";
import { Rig } from "../../../support/http/rig.ts";
import { workflowLimits } from "../../../../src/automation/workflows/workflow-terms.ts";

const nowhere = "01900000-0000-7000-8000-000000000001";

describe("multi-step runs over HTTP", () => {
  const rig = new Rig({ quotas: { createsPerMinute: 5000, readsPerMinute: 5000 } });
  before(async () => {
    await addBareMedia(rig);
    await rig.start();
    await rig.ask("/api/v1/robots/rover", { method: "PUT", body: { driver: "sim" } });
    await until(async () => (await rig.ask("/api/v1/robots/rover")).json.status === "online");
  });
  after(() => rig.stop());

  const watch = (id: string, more: object = {}) => ({
    id,
    namespace: "surveillance",
    method: "analyze",
    input: { stream_id: id },
    ...more,
  });
  const post = (...steps: object[]) => rig.post("/api/v1/runs", { steps });

  test("every route that makes a job can be a step, and its schema is the step's", async () => {
    const { paths } = JSON.parse((await rig.ask("/openapi.json")).text) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const refused = await post({ namespace: "no", method: "such", input: {} });
    const table = refused.json.error.message.split("Use one of ")[1].split(", ") as string[];
    const byPath = new Map(
      rig.jobs.operations
        .all()
        .flatMap((each) =>
          [each.path, ...(each.aliases ?? [])].map((path) => [
            `/api/v1${path}`.replaceAll(/:([a-z_]+)/g, "{$1}"),
            `${each.namespace}.${each.method}`,
          ]),
        ) as [string, string][],
    );
    const making = Object.entries(paths).filter(([, { post: made }]) => {
      const accepted = JSON.stringify(made?.responses["202"] ?? null);
      return accepted.includes("JobAccepted");
    });
    assert.ok(making.length > 15, `${making.length} routes make jobs`);
    const names = making.map(([path]) => byPath.get(path));
    assert.deepEqual(new Set([...names, "robots.command"]), new Set([...table, "runs.create"]));
    for (const name of table) {
      const [namespace, method] = name.split(".") as [string, string];
      const odd = await post({ namespace, method, input: { no_such_field: 1 } });
      assert.equal(odd.status, 400, name);
      assert.match(odd.json.error.param, /^steps\[0\]\.input\./, name);
    }
  });

  test("a method may be written as in its path, with hyphens or underscores", async () => {
    for (const [namespace, method] of [
      ["campaigns", "localize-ad"],
      ["campaigns", "localize_ad"],
      ["clinical", "decision_support"],
      ["clinical", "medication-check"],
    ]) {
      const { json } = await post({ namespace, method, input: { no_such_field: 1 } });
      assert.match(json.error.param, /^steps\[0\]\.input\./, method);
    }
  });

  test("what cannot be carried out is refused with its place, and nothing is begun", async () => {
    const ref = (text: unknown) => ({ input: { stream_id: { $ref: text } } });
    const refusals: [string, object[]][] = [
      ["steps", []],
      ["steps", Array.from({ length: 21 }, (_, n) => watch(`s${n}`))],
      ["steps[0].no", [watch("a", { no: 1 })]],
      ["steps[0].id", [watch("a b")]],
      ["steps[1].id", [watch("a"), watch("a")]],
      ["steps[0].method", [watch("a", { method: "create", namespace: "runs" })]],
      ["steps[0].method", [watch("a", { method: "__proto__" })]],
      ["steps[1].depends_on[1]", [watch("a"), watch("b", { depends_on: ["a", "c"] })]],
      ["steps[0].depends_on[0]", [watch("a", { depends_on: ["a"] })]],
      [
        "steps[0].depends_on",
        [watch("a", { depends_on: ["b"] }), watch("b", { depends_on: ["a"] })],
      ],
      ["steps[1].input.stream_id", [watch("a"), watch("b", ref("steps.a.job_id"))]],
      ["steps[0].input.stream_id", [watch("a", ref("steps.a.job_id"))]],
      ["steps[0].input.stream_id", [watch("a", ref("steps.z.job_id"))]],
      ["steps[0].input.stream_id", [watch("a", ref("steps.a.output"))]],
      ["steps[0].input.stream_id", [watch("a", ref("env.HOME"))]],
      ["steps[0].input.stream_id", [watch("a", ref(7))]],
      [
        "steps[0].input.stream_id",
        [watch("a", { input: { stream_id: { $ref: "steps.a.job_id", or: 1 } } })],
      ],
      ["steps[0].input.stream_id", [watch("a", { input: { stream_id: "" } })]],
      ["steps[0].input.stream_id", [watch("a", { input: {} })]],
      [
        "steps[1].input.source.url",
        [
          watch("a"),
          watch("b", {
            depends_on: ["a"],
            input: { stream_id: { $ref: "steps.a.job_id" }, source: { url: 5 } },
          }),
        ],
      ],
      ["steps[0].timeout_seconds", [watch("a", { timeout_seconds: 0.5 })]],
      ["steps[0].on_error", [watch("a", { on_error: "retry" })]],
      [
        "steps[0].input",
        [watch("a", { input: { stream_id: "x".repeat(workflowLimits.stepInputBytes) } })],
      ],
      [
        "steps[0].input.command.target",
        [
          {
            namespace: "robots",
            method: "command",
            input: { robot_id: "rover", command: { command: "move_to" } },
          },
        ],
      ],
    ];
    const jobs = () => rig.jobs.list("default", {}, { limit: 1, offset: 0 }).total;
    const had = jobs();
    for (const [param, steps] of refusals) {
      const answer = await post(...steps);
      const what = `${param}: ${answer.text}`;
      assert.equal(answer.status, 400, what);
      assert.equal(answer.json.error.code, "invalid_request_body", what);
      assert.equal(answer.json.error.param, param, what);
    }
    // No endpoint makes pictures on this box.
    const off = await post({ namespace: "images", method: "generate", input: { prompt: "a" } });
    assert.deepEqual([off.status, off.json.error.code], [403, "feature_disabled"]);
    assert.equal(off.json.error.param, "steps[0].input");
    const nobody = { robot_id: "nobody", command: { command: "dock" } };
    const gone = await post({ namespace: "robots", method: "command", input: nobody });
    assert.deepEqual([gone.status, gone.json.error.code], [404, "not_found"]);
    assert.equal(gone.json.error.param, "steps[0].input.robot_id");
    const key = await rig.newKey(["runs:write", "surveillance:write"]);
    const body = { steps: [watch("a"), { namespace: "brands", method: "extract", input: {} }] };
    const lacks = await rig.ask("/api/v1/runs", { method: "POST", key, body });
    assert.deepEqual([lacks.status, lacks.json.error.code], [403, "insufficient_scope"]);
    assert.equal(lacks.json.error.param, "steps[1].method");
    assert.equal(jobs(), had);
  });

  test("a run is accepted, waited for, listed and cancelled like the job that it is", async () => {
    const steps = [watch("one"), watch("two", { depends_on: ["one"] })];
    const body = { steps, client_reference_id: "mine", metadata: { a: "b" } };
    const key = { "idempotency-key": "a-run" };
    const made = await rig.post("/api/v1/runs", body, key);
    assert.equal(made.status, 202, made.text);
    assert.equal(made.json.data.type, "run");
    const id = made.json.data.job_id as string;
    assert.equal((await rig.post("/api/v1/runs", body, key)).json.data.job_id, id);
    const short = "?wait_for_completion=true&timeout_seconds=0.05";
    const now = await rig.ask(`/api/v1/runs/${id}${short}`);
    assert.deepEqual([now.status, now.json.object], [200, "run"]);
    const waiting = rig.ask(`/api/v1/runs/${id}?wait_for_completion=true`);
    for (const at of [0, 1]) {
      let jobId: string | null = null;
      while (jobId === null) {
        jobId = (await rig.ask(`/api/v1/runs/${id}`)).json.data.steps[at].job_id;
      }
      await rig.endJob(jobId);
    }
    const { data } = (await waiting).json;
    assert.equal(data.status, "completed");
    assert.deepEqual(
      data.steps.map((each: { status: string }) => each.status),
      ["completed", "completed"],
    );
    assert.deepEqual([data.client_reference_id, data.metadata], ["mine", { a: "b" }]);
    const asJob = await rig.ask(`/api/v1/jobs/${id}`);
    assert.equal(asJob.json.data.payload.steps[1].job_id, data.steps[1].job_id);
    assert.equal(asJob.json.data.result_url, `${rig.server.url()}/api/v1/runs/${id}`);
    const ofRun = await rig.ask(`/api/v1/jobs?run_id=${id}`);
    assert.equal(ofRun.json.data.total, 2);
    const listed = await rig.ask("/api/v1/runs?status=completed");
    assert.ok(listed.json.data.data.some((each: { run_id: string }) => each.run_id === id));

    const second = await post(watch("three"));
    const cancelled = await rig.post(`/api/v1/runs/${second.json.data.job_id}/cancel`);
    assert.equal(cancelled.status, 200);
    const end = await rig.ask(`/api/v1/runs/${second.json.data.job_id}?wait_for_completion=true`);
    assert.equal(end.json.data.status, "cancelled");
    const unknown: HttpAnswer[] = await Promise.all([
      rig.ask(`/api/v1/runs/${nowhere}`),
      rig.post(`/api/v1/runs/${nowhere}/cancel`),
      // A job of another kind is no run.
      rig.ask(`/api/v1/runs/${data.steps[0].job_id}`),
    ]);
    assert.deepEqual(
      unknown.map(({ status }) => status),
      [404, 404, 404],
    );
    await rig.ask(`/api/v1/jobs/${id}`, { method: "DELETE" });
    assert.equal((await rig.ask(`/api/v1/runs/${id}`)).json.error.code, "job_expired");
  });

  test("a step sends a robot, follows it to its end, and says why it was refused", async () => {
    const command = (id: string, sent: object, more: object = {}) => ({
      id,
      namespace: "robots",
      method: "command",
      input: { robot_id: "rover", command: sent },
      ...more,
    });
    const target = { frame: "map", x: 0.3, y: 0.1 };
    const made = await post(
      command("go", { command: "move_to", target }),
      command(
        "far",
        { command: "move_to", target: { ...target, frame: "moon" } },
        { depends_on: ["go"], on_error: "continue" },
      ),
      command("stop", { command: "stop" }, { depends_on: ["far"] }),
    );
    assert.equal(made.status, 202, made.text);
    const path = `/api/v1/runs/${made.json.data.job_id}?wait_for_completion=true`;
    const { data } = (await rig.ask(path)).json;
    const [go, far, stop] = data.steps;
    assert.deepEqual([go.status, go.output?.state], ["completed", "succeeded"], JSON.stringify(go));
    assert.deepEqual([far.status, far.error.code], ["failed", "unknown_frame"]);
    assert.equal(stop.status, "completed");
    assert.equal(data.status, "completed");
  });
});
