import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { Starvation } from "../../../src/core/starvation.ts";
import { until } from "../../support/wait.ts";

test("a process that competes for a processor waits, one that is frozen does not", async (t) => {
  const spin = "taskset -c 0 sh -c 'while :; do :; done'";
  const busy = Array.from({ length: 4 }, () => spawn("sh", ["-c", `exec ${spin}`]));
  t.after(() => busy.map((each) => each.kill("SIGKILL")));
  const pid = busy[0]!.pid!;
  const starvation = new Starvation();
  await until(() => starvation.share(pid, performance.now()) > 0.5, { what: "waiting" });
  process.kill(pid, "SIGSTOP");
  starvation.reset();
  starvation.share(pid, 0);
  // Nothing is added while it is frozen, whatever time passes.
  await once(spawn("true"), "exit");
  assert.ok(starvation.share(pid, 100_000) < 0.5);
  assert.equal(new Starvation().share(pid, 0), 0);
  assert.equal(starvation.share(2 ** 30, 0), 0);
});
