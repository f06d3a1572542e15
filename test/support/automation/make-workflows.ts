import { join } from "node:path";
import type { TestContext } from "node:test";
import { Type } from "typebox";
import { makeWorkflows as workflowsOf } from "../../../src/automation/workflows/module.ts";
import { fail } from "../../../src/base/contract/fail.ts";
import type { JobType } from "../../../src/base/jobs/job-terms.ts";
import { scopes, type Scope } from "../../../src/base/contract/scopes.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import type { Job, JobOutcome, JsonObject } from "../../../src/base/jobs/job.ts";
import type { Jobs } from "../../../src/base/jobs/jobs.ts";
import type { Caller, JobContext, Operation } from "../../../src/base/jobs/operation.ts";
import { workflowApi } from "./workflow-api.ts";
import { type MadeJobs, makeJobs, type MakeJobsOptions } from "../jobs/make-jobs.ts";
import { tempDir } from "../box/temp-dir.ts";

/** Does the work of the steps; what it gives is the job's outcome. */
export type StepWork = (context: JobContext) => Promise<JobOutcome>;

/** Jobs with multi-step runs over two operations: pictures, and work about somebody's health. */
export interface MadeWorkflows extends MadeJobs {
  /** Runs as the API answers about them. */
  workflows: ReturnType<typeof workflowApi>;
  /** The key that asks, as the box knows it; changed by tests. */
  key: { scopes: readonly Scope[]; revokedAtMs: number | null };
  /** Submits a run. */
  submit(
    steps: readonly JsonObject[],
    more?: { cancelAfterMs?: number; reference?: string },
  ): Promise<Job>;
  /** The run once it has ended. */
  end(id: string): Promise<NonNullable<ReturnType<ReturnType<typeof workflowApi>["get"]>>>;
}

const keyId = "key-default";
const waiting = { timeoutMs: 30_000, keyId, signal: new AbortController().signal };

/** Starts them; stopped when the test has ended. `wrap` stands around the handler of runs. */
export async function makeWorkflows(
  t: Pick<TestContext, "after">,
  work: StepWork,
  options: Pick<MakeJobsOptions, "dir" | "limits" | "clock"> & { wrap?: (jobs: Jobs) => Jobs } = {},
): Promise<MadeWorkflows> {
  const dir = options.dir ?? (await tempDir(t));
  const vault = new Vault({ path: join(dir, "health-key"), make: true });
  await vault.start();
  const key = { org: "default", scopes, revokedAtMs: null } as MadeWorkflows["key"] & {
    org: string;
  };
  const made = await makeJobs(t, {
    ...options,
    dir,
    vault,
    isStarted: false,
    setup(jobs) {
      for (const operation of [pictures(), triage()]) {
        jobs.operations.register(operation);
        jobs.register({ type: operation.jobType, concurrency: Infinity, run: work });
      }
    },
  });
  const keys = {
    get: (id: string) => (id === keyId ? key : undefined),
    isAlive: (id: string) => id === keyId && key.revokedAtMs === null,
  } as unknown as Parameters<typeof workflowsOf>[0]["keys"];
  const { jobs, events } = made;
  const wrapped = options.wrap ? options.wrap(jobs) : jobs;
  const {
    workflows: service,
    sweep,
    operations,
  } = workflowsOf({
    jobs: wrapped,
    events,
    keys,
    clock: options.clock ?? systemClock,
    log: silentLogger,
  });
  const workflows = workflowApi(service);
  wrapped.add(operations);
  await jobs.start();
  sweep.start();
  t.after(() => sweep.stop());
  return {
    ...made,
    async stop() {
      await sweep.stop();
      await made.stop();
    },
    workflows,
    key,
    async submit(steps, { reference, ...more } = {}) {
      const operation = jobs.operations.get("runs.create")!;
      const body = {
        steps,
        ...(reference === undefined ? {} : { client_reference_id: reference }),
      };
      const { job } = await jobs.submit(operation, body, { caller: asking(key), ...more });
      return job;
    },
    async end(id) {
      const run = await workflows.wait("default", id, waiting);
      if (!run) throw fail("not_found", `no run ${id}`);
      return run;
    },
  };
}

/** A step `images.generate` with an id. */
export function step(
  id: string,
  dependsOn: readonly string[] = [],
  more: JsonObject = {},
): JsonObject {
  return {
    id,
    namespace: "images",
    method: "generate",
    input: { prompt: id },
    depends_on: [...dependsOn],
    ...more,
  };
}

function asking({ scopes: granted }: MadeWorkflows["key"]): Caller {
  return { org: "default", keyId, scopes: granted, requestId: "req_svc_test" };
}

function operation(namespace: string, method: string, about: { type: JobType; scope: Scope }) {
  return {
    namespace,
    method,
    summary: `${namespace}.${method}`,
    scope: about.scope,
    jobType: about.type,
    path: `/${namespace}/${method}`,
    inputSchema: Type.Object(
      {
        prompt: Type.Optional(Type.String({ minLength: 1, maxLength: 5000 })),
        size: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 9 }), Type.Null()])),
        kind: Type.Optional(
          Type.Union([
            Type.Object(
              { type: Type.Literal("a"), a: Type.String() },
              { additionalProperties: false },
            ),
            Type.Object(
              { type: Type.Literal("b"), b: Type.Integer() },
              { additionalProperties: false },
            ),
          ]),
        ),
        tags: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
        data: Type.Optional(Type.Unsafe<object>({ type: "object", additionalProperties: true })),
        source_job_id: Type.Optional(Type.String({ format: "uuid" })),
      },
      { additionalProperties: false },
    ),
    prepare(input: JsonObject) {
      if (input["prompt"] === "off") throw fail("feature_disabled", "no endpoint for this");
      if (input["prompt"] === "gone") throw fail("not_found", "there is no such brand");
      return { input, inputEcho: input };
    },
  } as unknown as Operation;
}

function pictures(): Operation {
  return operation("images", "generate", { type: "image.generation", scope: "media:write" });
}

function triage(): Operation {
  return operation("health", "analyze", { type: "health.triage", scope: "health:write" });
}
