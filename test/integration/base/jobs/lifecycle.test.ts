import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { isTerminal } from "../../../../src/base/jobs/job-terms.ts";
import { fail } from "../../../../src/base/contract/fail.ts";
import type { Job, JsonObject } from "../../../../src/base/jobs/job.ts";
import type { JobContext } from "../../../../src/base/jobs/operation.ts";
import { Vault } from "../../../../src/base/secrets/vault.ts";
import { FakeClock } from "../../../support/box/fake-clock.ts";
import {
  caller,
  echoOperation,
  handler,
  type MadeJobs,
  makeJobs,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const echo = echoOperation();
const from = { caller: caller() };
const never = new AbortController().signal;

function textOf({ text }: JsonObject): string {
  assert.ok(typeof text === "string");
  return text;
}

async function terminal({ jobs }: MadeJobs, id: string, timeoutMs = 45_000): Promise<Job> {
  const job = await jobs.waitForTerminal("default", id, { timeoutMs, keyId: "k", signal: never });
  assert.ok(job && isTerminal(job.status), `the job ${job?.status}`);
  return job;
}

test("a job runs to its result, and its events tell each state in order", async (t) => {
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async ({ input, update }) => {
          await update({ phase: "thinking", progress: 0.5, payload: { seen: true } });
          return { payload: { output: textOf(input).toUpperCase() }, resultUrl: "/result" };
        }),
      ),
  });
  const { job, replayed } = await made.jobs.submit(echo, { text: "hello" }, from);
  assert.equal(replayed, false);
  assert.equal(job.status, "queued");
  const done = await terminal(made, job.id);
  assert.equal(done.status, "completed");
  assert.deepEqual(done.payload, { seen: true, output: "HELLO" });
  assert.equal(done.attempts, 1);
  const told = made.events.read("default", 0, 100).map(({ type, data }) => [type, data.status]);
  assert.deepEqual(told, [
    ["job.queued", "queued"],
    ["job.processing", "processing"],
    ["job.updated", "processing"],
    ["job.completed", "completed"],
  ]);
  const wire = made.jobs.toWire(done);
  assert.equal(wire.result_url, "/result");
  assert.deepEqual(wire.payload, {
    seen: true,
    output: "HELLO",
    phase: "done",
    input: { length: 5 },
  });
  assert.equal(wire.progress, 1);
  assert.equal(wire.error_log, null);
  assert.equal(wire.expires_at, wire.completed_at! + 30 * 24 * 3600);
});

test("a job is durable, with its input, when submit resolves", async (t) => {
  const first = await makeJobs(t, { setup: (jobs) => jobs.register(handler(untilAborted, 0)) });
  const text = "x".repeat(300_000);
  const small = await first.jobs.submit(echo, { text: "small" }, from);
  const large = await first.jobs.submit(echo, { text }, from);
  assert.equal((await first.blobs.list()).length, 1);
  await first.stop();
  const seen: string[] = [];
  const second = await makeJobs(t, {
    dir: first.dir,
    setup: (jobs) =>
      jobs.register(
        handler(async ({ input }) => {
          seen.push(textOf(input));
          return {};
        }, 1),
      ),
  });
  await terminal(second, small.job.id);
  await terminal(second, large.job.id);
  assert.deepEqual(seen, ["small", text]);
});

test("an error that may pass is retried with growing delays, up to the limit", async (t) => {
  const clock = new FakeClock();
  let attempts = 0;
  const made = await makeJobs(t, {
    clock,
    random: () => 0.999,
    setup: (jobs) =>
      jobs.register(
        handler(() => {
          attempts += 1;
          throw fail("overloaded", "not now");
        }),
      ),
  });
  const { job } = await made.jobs.submit(echo, { text: "" }, from);
  const delays: number[] = [];
  for (let n = 1; n < 6; n += 1) {
    await until(() => made.jobs.get("default", job.id)?.failures === n);
    const waiting = made.jobs.get("default", job.id)!;
    assert.equal(waiting.status, "queued");
    delays.push(waiting.notBeforeMs! - clock.wallMs());
    clock.advance(delays.at(-1)! - 1);
    assert.equal(attempts, n);
    await until(() => {
      clock.advance(1);
      return attempts > n;
    });
  }
  for (const [n, delayMs] of delays.entries()) {
    // The clock may have moved a few ticks since the delay was chosen.
    assert.ok(Math.abs(delayMs - 1998 * 2 ** n) < 100, `${delayMs} ms after failure ${n + 1}`);
  }
  await until(() => made.jobs.get("default", job.id)?.status === "failed");
  const failed = made.jobs.get("default", job.id)!;
  assert.equal(failed.error?.code, "overloaded");
  assert.equal(failed.attempts, 6);
});

test("an error that will not pass fails the job at once; an unknown one says nothing of itself", async (t) => {
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(({ input }) => {
          if (input.text === "coded") throw fail("input_unreadable", "this is no picture");
          throw new RangeError("secret of the house");
        }),
      ),
  });
  const coded = await made.jobs.submit(echo, { text: "coded" }, from);
  const unknown = await made.jobs.submit(echo, { text: "unknown" }, from);
  const first = await terminal(made, coded.job.id);
  assert.deepEqual(first.error, {
    code: "input_unreadable",
    message: "this is no picture",
    retryable: false,
  });
  assert.equal(made.jobs.toWire(first).error_log, "input_unreadable: this is no picture");
  const second = await terminal(made, unknown.job.id);
  assert.equal(second.error?.code, "internal_error");
  assert.doesNotMatch(second.error.message, /secret/);
});

test("a queued job is cancelled at once and never runs; an ended one stays as it is", async (t) => {
  let ran = 0;
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async (context) => {
          ran += 1;
          return await untilAborted(context);
        }, 1),
      ),
  });
  const first = await made.jobs.submit(echo, { text: "" }, from);
  await until(() => ran === 1);
  const second = await made.jobs.submit(echo, { text: "" }, from);
  assert.equal(made.jobs.toWire(second.job).queue_position, 0);
  const cancelled = await made.jobs.cancel("default", second.job.id);
  assert.equal(cancelled?.status, "cancelled");
  assert.equal(made.jobs.toWire(cancelled).queue_position, null);
  assert.deepEqual(await made.jobs.cancel("default", second.job.id), cancelled);
  assert.equal(await made.jobs.cancel("other", first.job.id), undefined);
  await made.jobs.cancel("default", first.job.id);
  assert.equal((await terminal(made, first.job.id)).status, "cancelled");
  assert.equal(ran, 1);
});

test("a handler that ignores the cancel loses its job after ten seconds, and can change nothing more", async (t) => {
  const clock = new FakeClock();
  let context: JobContext | undefined;
  const finish = Promise.withResolvers<{ payload: { late: boolean } }>();
  const made = await makeJobs(t, {
    clock,
    setup: (jobs) =>
      jobs.register(
        handler((given) => {
          context = given;
          return finish.promise;
        }, 1),
      ),
  });
  const { job } = await made.jobs.submit(echo, { text: "" }, from);
  await until(() => context !== undefined);
  const asked = await made.jobs.cancel("default", job.id);
  assert.equal(asked?.status, "processing");
  assert.equal(asked.cancelRequestedAtMs, clock.wallMs());
  await until(() => context!.abortReason() === "cancel");
  clock.advance(9000);
  assert.equal(made.jobs.get("default", job.id)?.status, "processing");
  clock.advance(1000);
  await until(() => made.jobs.get("default", job.id)?.status === "cancelled");
  await assert.rejects(context!.update({ progress: 1 }), { code: "lease_lost" });
  finish.resolve({ payload: { late: true } });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(made.jobs.get("default", job.id)?.status, "cancelled");
  assert.deepEqual(made.jobs.get("default", job.id)?.payload, {});
});

test("a job past its deadline fails, whether it runs or waits, and a jump of the clock fails none", async (t) => {
  const clock = new FakeClock();
  const reasons: (string | undefined)[] = [];
  const made = await makeJobs(t, {
    clock,
    setup: (jobs) =>
      jobs.register(
        handler(async (context) => {
          try {
            return await untilAborted(context);
          } finally {
            reasons.push(context.abortReason());
          }
        }, 1),
      ),
  });
  const brief = echoOperation({ deadlineMs: 60_000 });
  const runs = await made.jobs.submit(brief, { text: "" }, from);
  const waits = await made.jobs.submit(brief, { text: "" }, from);
  const live = await made.jobs.submit(echoOperation({ deadlineMs: null }), { text: "" }, from);
  await until(() => made.jobs.get("default", runs.job.id)?.status === "processing");
  clock.jumpWall(24 * 3_600_000);
  clock.advance(50_000);
  assert.equal(made.jobs.get("default", runs.job.id)?.status, "processing");
  clock.jumpWall(-48 * 3_600_000);
  clock.advance(12_000);
  for (const { job } of [runs, waits]) {
    await until(() => made.jobs.get("default", job.id)?.status === "failed");
    assert.equal(made.jobs.get("default", job.id)?.error?.code, "deadline_exceeded");
  }
  await until(() => reasons.length === 1);
  assert.deepEqual(reasons, ["deadline"]);
  await until(() => made.jobs.get("default", live.job.id)?.status === "processing");
  clock.advance(2 * 24 * 3_600_000);
  assert.equal(made.jobs.get("default", live.job.id)?.status, "processing");
});

test("a stop returns running jobs to the queue without blame, and a start goes on with them", async (t) => {
  let reason: string | undefined;
  const first = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async (context) => {
          context.signal.addEventListener("abort", () => (reason = context.abortReason()));
          await context.update({ payload: { kept: 1 } });
          return await untilAborted(context);
        }),
      ),
  });
  const { job } = await first.jobs.submit(echo, { text: "" }, from);
  await until(() => first.jobs.get("default", job.id)?.payload.kept === 1);
  const waiting = first.jobs.waitForTerminal("default", job.id, {
    timeoutMs: 60_000,
    keyId: "k",
    signal: never,
  });
  await first.jobs.stop();
  assert.equal((await waiting)?.status, "processing");
  assert.equal(reason, "shutdown");
  const parked = first.jobs.get("default", job.id)!;
  assert.deepEqual([parked.status, parked.crashes, parked.failures], ["queued", 0, 0]);
  await assert.rejects(first.jobs.submit(echo, { text: "" }, from), { code: "shutting_down" });
  await first.stop();
  const second = await makeJobs(t, {
    dir: first.dir,
    setup: (jobs) =>
      jobs.register(handler(async ({ job: now }) => ({ payload: { n: now.attempts } }))),
  });
  const done = await terminal(second, job.id);
  assert.deepEqual(done.payload, { kept: 1, n: 2 });
});

test("a type runs up to its concurrency, oldest first", async (t) => {
  const order: string[] = [];
  const gates: (() => void)[] = [];
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async ({ input }) => {
          order.push(textOf(input));
          await new Promise<void>((resolve) => gates.push(resolve));
          return {};
        }, 2),
      ),
  });
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { job } = await made.jobs.submit(echo, { text: String(n) }, from);
    ids.push(job.id);
    // Ids sort by the millisecond.
    const { createdAtMs } = job;
    await until(() => Date.now() > createdAtMs);
  }
  for (let n = 0; n < 6; n += 1) {
    await until(() => gates.length === Math.min(6, n + 2));
    assert.equal(order.length, Math.min(6, n + 2));
    gates[n]!();
    await terminal(made, ids[n]!);
  }
  assert.deepEqual(order, ["0", "1", "2", "3", "4", "5"]);
});

test("an operation without a handler for its jobs keeps the appliance from starting", async (t) => {
  await assert.rejects(makeJobs(t, { setup: (jobs) => jobs.operations.register(echo) }), {
    code: "internal_error",
    message: /test\.echo/,
  });
});

test("addresses of the box in a job are those of today, whatever it was called at its end", async (t) => {
  let publicUrl = "http://10.0.0.5:8480";
  const path = "/api/v1/assets/picture.png?exp=1&sig=s";
  const made = await makeJobs(t, {
    addresses: { publicUrl: () => publicUrl, signed: (_org, url) => url },
    setup: (jobs) =>
      jobs.register(
        handler(async ({ update }) => {
          await update({ payload: { steps: [{ image_url: publicUrl + path }] } });
          const payload = {
            image_url: publicUrl + path,
            source_url: `http://elsewhere${path}`,
            text: publicUrl + path,
            output: { segmentation_overlay_url: null, found: 1 },
          };
          return { payload, resultUrl: publicUrl + path };
        }),
      ),
  });
  const { job } = await made.jobs.submit(echo, { text: "a" }, from);
  await terminal(made, job.id);
  publicUrl = "https://gate.example.org";
  const { payload, resultUrl } = made.jobs.get("default", job.id)!;
  const [listed] = made.jobs.list("default", {}, { limit: 1, offset: 0 }).items;
  assert.deepEqual(listed?.payload, payload);
  assert.equal(resultUrl, publicUrl + path);
  assert.deepEqual(payload, {
    steps: [{ image_url: publicUrl + path }],
    image_url: publicUrl + path,
    source_url: `http://elsewhere${path}`,
    text: `http://10.0.0.5:8480${path}`,
    output: { segmentation_overlay_url: null, found: 1 },
  });
});

test("jobs whose key is gone are shown without their subject, and those that wait end as failed", async (t) => {
  const dir = await tempDir(t);
  const withKey = async (name: string, isHeld: boolean) => {
    const vault = new Vault({ path: join(dir, name), make: true });
    await vault.start();
    const operation = { ...echoOperation(), jobType: "clinical.notes" as const };
    const made = await makeJobs(t, {
      dir,
      vault,
      setup: (jobs) =>
        jobs.register({
          ...handler((context) =>
            isHeld && context.input["text"] === "held"
              ? untilAborted(context)
              : Promise.resolve({ payload: { output: 1 } }),
          ),
          type: "clinical.notes",
        }),
    });
    return { made, operation };
  };
  const before = await withKey("first-key", true);
  const submit = async (text: string): Promise<string> =>
    (await before.made.jobs.submit(before.operation, { text }, from)).job.id;
  const [ended, held] = [await submit("ended"), await submit("held")];
  await terminal(before.made, ended);
  await before.made.stop();
  const { made } = await withKey("second-key", false);
  const failed = await terminal(made, held);
  assert.deepEqual([failed.status, failed.error?.code], ["failed", "input_unreadable"]);
  const shown = made.jobs.get("default", ended)!;
  assert.deepEqual([shown.status, shown.payload, shown.inputEcho], ["completed", {}, {}]);
});
