import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { makeJobs, untilAborted } from "../../../support/jobs/make-jobs.ts";
import { makeWorkflows, step } from "../../../support/automation/make-workflows.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const child = join(import.meta.dirname, "../../../support/automation/workflow-child.ts");
/** More than one run of four steps has points between its transitions. */
const runs = 48;

interface Ends {
  jobs: number;
  ends: { id: string; status: string; steps: string[]; jobs: string[] }[];
}

async function run(dir: string, facts: string, count: number): Promise<Ends | null> {
  const running = spawn(process.execPath, [child, dir, facts, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said, [, signal]] = await Promise.all([text(running.stdout), once(running, "exit")]);
  return signal === "SIGKILL" ? null : (JSON.parse(said) as Ends);
}

test("kill -9 with a run held between every two of its transitions: each goes on, and each step has one job", async (t) => {
  const dir = await tempDir(t);
  const facts = join(dir, "facts");
  assert.equal(await run(dir, facts, runs), null, "it was to be killed");
  const { jobs, ends } = (await run(dir, facts, 0))!;
  assert.equal(ends.length, runs);
  assert.equal(jobs, runs * 4);
  const four = (status: string): string[] => Array.from({ length: 4 }, () => status);
  for (const end of ends) {
    assert.deepEqual(
      { ...end, id: "" },
      { id: "", status: "completed", steps: four("completed"), jobs: ["a", "b", "c", "d"] },
    );
  }
  // Work that was under way is done again, as of any job; of all other steps it was done once.
  const begun = readFileSync(facts, "utf8").trim().split("\n");
  const again = begun.length - new Set(begun).size;
  assert.equal(new Set(begun).size, runs * 4);
  assert.ok(again > 0 && again <= 8, `${again} steps were under way`);
});

test("steps of a run that was cancelled between two processes are cancelled at the next start", async (t) => {
  const dir = await tempDir(t);
  const first = await makeWorkflows(t, untilAborted, { dir });
  const { id } = await first.submit([step("long"), step("after", ["long"])]);
  const jobOf = (rig: typeof first) => rig.workflows.get("default", id)!.steps[0]!;
  await until(() => jobOf(first).status === "processing");
  await first.stop();
  const between = await makeJobs(t, { dir, isStarted: false });
  assert.equal((await between.jobs.cancel("default", id))!.status, "cancelled");
  await between.stop();
  const second = await makeWorkflows(t, untilAborted, { dir });
  await until(() => jobOf(second).status === "cancelled");
  assert.equal(second.workflows.get("default", id)!.steps[1]!.status, "skipped");
  await second.stop();
});
