import assert from "node:assert/strict";
import { test } from "node:test";
import { isTerminal, type JobStatus } from "../../../../src/base/jobs/job-terms.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { JobContext } from "../../../../src/base/jobs/operation.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  type MadeJobs,
  makeJobs,
} from "../../../support/jobs/make-jobs.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { fc } from "../../../support/box/properties.ts";

type Step =
  | { do: "submit"; live: boolean }
  | { do: "cancel" | "finish" | "retry" | "refuse" | "ignore"; which: number }
  | { do: "advance" | "jump"; ms: number }
  | { do: "restart" };

const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("submit" as const), live: fc.boolean() }),
  fc.record({
    do: fc.constantFrom("cancel", "finish", "retry", "refuse", "ignore"),
    which,
  }) as fc.Arbitrary<Step>,
  fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({
    do: fc.constant("jump" as const),
    ms: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  }),
  fc.constant({ do: "restart" as const }),
);

const allowed: Readonly<Record<JobStatus | "none", readonly JobStatus[]>> = {
  none: ["queued"],
  queued: ["processing", "failed", "cancelled"],
  processing: ["processing", "queued", "completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
};

interface Running {
  context: JobContext;
  settle: PromiseWithResolvers<{ payload: { n: number } }>;
  ignores: boolean;
}

/** Jobs whose handlers end when the test says so. */
class Bench {
  readonly clock = new FakeClock();
  readonly ids: string[] = [];
  readonly running = new Map<string, Running>();
  made!: MadeJobs;

  async open(t: Parameters<typeof makeJobs>[0], dir: string): Promise<void> {
    this.running.clear();
    this.made = await makeJobs(t, {
      dir,
      clock: this.clock,
      setup: (jobs) => jobs.register(handler((context) => this.#run(context), 3)),
    });
  }

  async act(action: Step, reopen: () => Promise<void>): Promise<void> {
    switch (action.do) {
      case "submit": {
        const operation = echoOperation({ deadlineMs: action.live ? null : 60_000 });
        const { job } = await this.made.jobs.submit(operation, { text: "" }, { caller: caller() });
        this.ids.push(job.id);
        return;
      }
      case "cancel": {
        const id = this.ids[action.which % Math.max(1, this.ids.length)];
        if (id) await this.made.jobs.cancel("default", id);
        return;
      }
      case "advance":
        this.clock.advance(action.ms);
        return;
      case "jump":
        this.clock.jumpWall(action.ms);
        return;
      case "restart":
        await reopen();
        return;
      default:
        this.#settle(action.do, action.which);
    }
  }

  #settle(how: "finish" | "retry" | "refuse" | "ignore", index: number): void {
    const running = [...this.running.values()];
    const chosen = running[index % Math.max(1, running.length)];
    if (!chosen) return;
    if (how === "finish") chosen.settle.resolve({ payload: { n: 1 } });
    else if (how === "retry") chosen.settle.reject(fail("overloaded", "not now"));
    else if (how === "refuse") chosen.settle.reject(fail("input_unreadable", "never"));
    else chosen.ignores = true;
  }

  async #run(context: JobContext) {
    const { id } = context.job;
    const running: Running = { context, settle: Promise.withResolvers(), ignores: false };
    this.running.set(id, running);
    context.signal.addEventListener("abort", () => {
      if (!running.ignores) running.settle.reject(context.signal.reason);
    });
    try {
      return await running.settle.promise;
    } finally {
      if (this.running.get(id) === running) this.running.delete(id);
    }
  }
}

async function settled(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("whatever happens, jobs only make allowed moves, end once, and all end", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const cleanups: (() => unknown)[] = [];
      const scope = { after: (run: () => unknown) => void cleanups.unshift(run) };
      const dir = await tempDir(scope as never);
      const bench = new Bench();
      try {
        await bench.open(scope as never, dir);
        for (const action of steps) {
          await bench.act(action, async () => {
            for (const one of bench.running.values()) one.ignores = false;
            await bench.made.stop();
            await bench.open(scope as never, dir);
          });
          await settled();
        }
        for (const id of bench.ids) await bench.made.jobs.cancel("default", id);
        await until(() => {
          bench.clock.advance(5000);
          return bench.ids.every((id) => isTerminal(bench.made.jobs.get("default", id)!.status));
        });
        // A record can be read a moment before it is durable; the log shows durable entries only.
        await bench.made.store.transact(() => {});
        const at = new Map<string, JobStatus | "none">();
        for (const { jobId = "", data } of bench.made.events.read("default", 0, 10_000)) {
          const before = at.get(jobId) ?? "none";
          const after = data.status as JobStatus;
          assert.ok(allowed[before].includes(after), `${before} to ${after}`);
          at.set(jobId, after);
        }
        for (const id of bench.ids) {
          assert.equal(at.get(id), bench.made.jobs.get("default", id)?.status);
        }
      } finally {
        for (const run of cleanups) await run();
      }
    }),
    { numRuns: process.env.TEST_LONG ? 500 : 25, interruptAfterTimeLimit: 240_000 },
  );
  t.diagnostic("state machine held");
});
