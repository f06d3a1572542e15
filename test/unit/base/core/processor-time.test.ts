import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import {
  processState,
  ProcessorTime,
  runnablePerProcessor,
} from "../../../../src/base/core/processor-time.ts";
import { until } from "../../../support/box/wait.ts";

test("a process that competes for a processor waits, one that is frozen does nothing", async (t) => {
  const spin = "taskset -c 0 sh -c 'while :; do :; done'";
  const busy = Array.from({ length: 4 }, () => spawn("sh", ["-c", `exec ${spin}`]));
  t.after(() => busy.map((each) => each.kill("SIGKILL")));
  const pid = busy[0]!.pid!;
  const time = new ProcessorTime();
  const waits = (): boolean => {
    const { waitedMs, elapsedMs } = time.since(pid, performance.now());
    return waitedMs > 0.5 * elapsedMs && elapsedMs > 0;
  };
  await until(waits, { what: "waiting" });
  await until(() => time.since(pid, performance.now()).ranMs > 0, { what: "running" });
  assert.equal(processState(pid), "R");
  assert.ok(runnablePerProcessor(1) >= 1);
  process.kill(pid, "SIGSTOP");
  await until(() => processState(pid) === "T", { what: "it to be stopped" });
  time.reset();
  time.since(pid, 0);
  // Nothing is added while it is frozen, whatever time passes.
  await once(spawn("true"), "exit");
  const { elapsedMs, ranMs, waitedMs } = time.since(pid, 100_000);
  assert.equal(elapsedMs, 100_000);
  assert.ok(ranMs + waitedMs < 1_000);
  assert.deepEqual(time.since(2 ** 30, 0), { elapsedMs: 0, ranMs: 0, waitedMs: 0 });
  assert.equal(processState(2 ** 30), "");
});
