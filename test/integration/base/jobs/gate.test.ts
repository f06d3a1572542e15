import assert from "node:assert/strict";
import { test } from "node:test";
import { Postponement } from "../../../../src/base/jobs/postponement.ts";
import type { JobGate } from "../../../../src/base/jobs/operation.ts";
import { caller, echoOperation, handler, makeJobs } from "../../../support/jobs/make-jobs.ts";
import { until } from "../../../support/box/wait.ts";

class Door implements JobGate {
  isOpen = false;
  readonly inside: string[] = [];
  readonly #listeners: (() => void)[] = [];

  keyOf(job: { inputEcho: object }): string | null {
    return (job.inputEcho as { length: number }).length > 3 ? "far" : null;
  }

  closed(): string | null {
    return this.isOpen ? null : "waiting_for_uplink";
  }

  opened(listener: () => void): void {
    this.#listeners.push(listener);
  }

  starting(_key: string, jobId: string): void {
    this.inside.push(jobId);
  }

  left(_key: string, jobId: string): void {
    this.inside.splice(this.inside.indexOf(jobId), 1);
  }

  open(): void {
    this.isOpen = true;
    for (const listener of this.#listeners) listener();
  }
}

test("jobs behind a closed gate stay queued in its phase, hold up no others, and start oldest first", async (t) => {
  const gate = new Door();
  const order: string[] = [];
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register({
        ...handler(async ({ job }) => {
          order.push(job.id);
          return { payload: {} };
        }, 1),
        gate,
      }),
  });
  const submit = async (text: string) =>
    (await made.jobs.submit(echoOperation(), { text }, { caller: caller() })).job.id;
  const wire = (id: string) => made.jobs.toWire(made.jobs.get("default", id)!);
  const far = [await submit("first"), await submit("second"), await submit("third")];
  const near = await submit("abc");
  await until(() => wire(near).status === "completed");
  for (const id of far) {
    const { status, attempts, payload } = wire(id);
    assert.deepEqual([status, attempts, payload.phase], ["queued", 0, "waiting_for_uplink"]);
  }
  gate.open();
  await until(() => far.every((id) => wire(id).status === "completed"));
  assert.deepEqual(order, [near, ...far]);
  await until(() => gate.inside.length === 0);
});

test("a postponed attempt does not count, and the job shows why it waits", async (t) => {
  let asked = 0;
  const made = await makeJobs(t, {
    setup: (jobs) =>
      jobs.register(
        handler(async () => {
          asked += 1;
          if (asked < 10)
            throw new Postponement("waiting_for_source", "not yet", asked === 9 ? 400 : 1);
          return { payload: {} };
        }),
      ),
  });
  const operation = echoOperation({ maxAttempts: 1 });
  const { job } = await made.jobs.submit(operation, { text: "a" }, { caller: caller() });
  const now = () => made.jobs.get("default", job.id)!;
  await until(() => asked === 9 && now().status === "queued");
  assert.equal(made.jobs.toWire(now()).payload.phase, "waiting_for_source");
  await until(() => now().status === "completed");
  assert.equal(now().attempts, 1);
  assert.equal(now().failures, 0);
  assert.deepEqual(
    now().attemptLog?.map(({ number, outcome }) => [number, outcome]),
    [[1, "completed"]],
  );
});
