import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { JobContext } from "../../../src/base/jobs/operation.ts";
import { uplinkDeadlineMs } from "../../../src/uplink/deadlines.ts";
import type { ModelUplink } from "../../../src/uplink/model-uplink.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { caller, echoOperation, makeJobs } from "../../support/jobs/make-jobs.ts";
import { makeUplink, type MakeUplinkOptions } from "../../support/uplink/make-uplink.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { until } from "../../support/box/wait.ts";
import { egressPage } from "../../../src/uplink/egress-wire.ts";

const need = { capability: "text", dataClass: "media" } as const;
const hourMs = 3_600_000;

/** Jobs that each ask one text of the stand-in, at the default pace, on a clock that is moved by hand. */
async function rig(t: TestContext, more: Partial<MakeUplinkOptions> = {}) {
  const clock = new FakeClock();
  const port = Number(new URL((await stoppedCloud()).url).port);
  let uplink: ModelUplink | undefined;
  const made = await makeJobs(t, {
    clock,
    limits: { maxQueuedPerOrg: 2000 },
    async setup(jobs, { store, dir }) {
      const url = `http://127.0.0.1:${port}/v1`;
      const endpoint = { name: "cloud", kind: "openai", url, key: "mock-key" } as const;
      uplink = await makeUplink(t, {
        dir,
        store,
        clock,
        ...more,
        endpoints: [{ ...endpoint, limits: { perSecond: 2, parallel: 4 } }],
        routes: { text: [{ endpoint: "cloud", model: "gpt-5-mini" }] },
      });
      await uplink.start();
      const run = async (context: JobContext) => {
        const prompt = context.input["text"] as string;
        const request = () => ({ prompt });
        const { routing } = await uplink!.ask(context, { ...need, step: "say", request });
        await context.update({ routing });
        return { payload: {} };
      };
      jobs.register({ type: "run", concurrency: 8, gate: uplink.gate(() => need), run });
    },
  });
  const operation = echoOperation({ deadlineMs: uplinkDeadlineMs.media });
  /** Ids sort by the millisecond: each job has one of its own. */
  const submit = async (text: string) => {
    clock.advance(1);
    return (await made.jobs.submit(operation, { text }, { caller: caller() })).job.id;
  };
  const endpoint = () => uplink!.describe("default").endpoints[0]!;
  /**
   * All that can happen at this moment of the clock has happened. Between an attempt that fails and the next one nothing
   * seems under way either: who has failures looks more than once.
   */
  const settled = (looks = 1) => {
    let calm = 0;
    return until(() => {
      const { submitting, in_line: inLine } = endpoint();
      calm = submitting === 0 && made.jobs.counts().running === inLine ? calm + 1 : 0;
      return calm === looks;
    });
  };
  const cloudAgain = async () => {
    const cloud = await startMockCloud({ port });
    t.after(() => cloud.stop());
    return cloud;
  };
  const job = (id: string) => made.jobs.get("default", id)!;
  const wire = (id: string) => made.jobs.toWire(job(id));
  return { clock, uplink: uplink!, submit, settled, endpoint, cloudAgain, job, wire };
}

async function stoppedCloud() {
  const cloud = await startMockCloud();
  await cloud.stop();
  return cloud;
}

const count = process.env.TEST_LONG ? 1000 : 80;

test(`${count} jobs outlast 72 hours without an uplink: all done after its return, in order, once, at two a second, with no attempt used up`, async (t) => {
  const { clock, uplink, submit, settled, endpoint, cloudAgain, job, wire } = await rig(t);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await submit(`job ${n}`));
  await settled();
  assert.equal(endpoint().state, "down");
  for (let hour = 0; hour < 72; hour += 1) {
    clock.advance(hourMs);
    await settled();
  }
  for (const id of ids) {
    const { status, attempts, payload } = wire(id);
    assert.deepEqual([status, attempts, payload.phase], ["queued", 0, "waiting_for_uplink"]);
  }
  assert.equal(egressPage(uplink.egress, "default", { limit: 1, offset: 0 }).total, 0);
  const cloud = await cloudAgain();
  clock.advance(61_000);
  for (
    let step = 0;
    step < 3 * count && ids.some((id) => job(id).status !== "completed");
    step += 1
  ) {
    await settled();
    clock.advance(500);
  }
  await settled();
  assert.deepEqual(
    ids.map((id) => [job(id).status, job(id).attempts, job(id).failures]),
    ids.map(() => ["completed", 1, 0]),
  );
  assert.deepEqual(
    cloud.requests.map(({ prompt }) => prompt),
    ids.map((_id, n) => `job ${n}`),
  );
  const left = egressPage(uplink.egress, "default", { limit: count, offset: 0 }).items.toReversed();
  assert.equal(left.length, count);
  const gaps = left.slice(1).map((each, at) => each.created_at - left[at]!.created_at);
  assert.ok(Math.min(...gaps) >= 0.499, `${Math.min(...gaps)} s between two submissions`);
  assert.deepEqual(
    [left[0]!.job_id, left[0]!.outcome, left[0]!.data_class, left[0]!.bytes_sent > 20],
    [ids[0], "answered", "media", true],
  );
});

test("an endpoint that answers 500 to everybody is to blame, not the jobs; they go on when it is well", async (t) => {
  const { clock, submit, settled, endpoint, cloudAgain, job } = await rig(t);
  const cloud = await cloudAgain();
  cloud.misbehave({ what: "server_error", times: 40 });
  const ids = [await submit("a"), await submit("b"), await submit("c")];
  const step = async (ms: number) => {
    clock.advance(ms);
    await settled(3);
  };
  for (let n = 0; n < 8; n += 1) await step(500);
  assert.equal(endpoint().state, "failing");
  for (let minute = 0; minute < 25; minute += 1) await step(60_000);
  const seen = ids.map((id) => [job(id).status, job(id).failures]);
  assert.ok(
    seen.every(([status, failures]) => status === "queued" && Number(failures) <= 2),
    JSON.stringify(seen),
  );
  cloud.release();
  for (let n = 0; n < 40 && ids.some((id) => job(id).status !== "completed"); n += 1)
    await step(30_000);
  assert.deepEqual(
    ids.map((id) => job(id).status),
    ["completed", "completed", "completed"],
  );
  assert.equal(cloud.billed(), 3);
});

test("a spent budget holds the organisation's jobs until the next day, and what was not done gives back", async (t) => {
  const { clock, submit, settled, cloudAgain, job, wire } = await rig(t, {
    budget: { requestsPerDay: 2 },
  });
  const cloud = await cloudAgain();
  cloud.misbehave({ what: "server_error" });
  const ids = [await submit("a"), await submit("b"), await submit("c")];
  const ended = () => ids.filter((id) => job(id).status === "completed").length;
  for (let n = 0; n < 20 && ended() < 2; n += 1) {
    await settled();
    clock.advance(500);
  }
  await settled();
  clock.advance(10_000);
  await settled();
  assert.equal(ended(), 2);
  const waiting = ids.find((id) => job(id).status === "queued")!;
  assert.equal(wire(waiting).payload.phase, "waiting_for_budget");
  clock.advance(24 * hourMs);
  for (let n = 0; n < 20 && ended() < 3; n += 1) {
    await settled();
    clock.advance(500);
  }
  await until(() => ended() === 3);
  assert.equal(cloud.billed(), 3);
});
