import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { TestEndpoint } from "../../support/uplink/make-uplink.ts";
import { startMockCloud } from "../../support/mock-cloud/mock-cloud.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { Rig } from "../../support/http/rig.ts";
import { until } from "../../support/box/wait.ts";

const child = join(import.meta.dirname, "../../support/uplink/uplink-child.ts");

/** Runs the child to its end: its own words, or null when it was killed. */
async function run(options: { dir: string; endpoint: TestEndpoint; killAt?: string }) {
  const running = spawn(process.execPath, [child, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await Promise.all([text(running.stdout), once(running, "exit")]);
  return said === "" ? null : (JSON.parse(said) as { status: string; error: string | null });
}

/** A kill takes two starts of a process: the short form has the steps of which most depends. */
const steps = (all: readonly string[], short: readonly string[]) =>
  process.env.TEST_LONG ? all : short;

const done = { status: "completed", error: null };
const unknown = { status: "failed", error: "outcome_unknown" };

test("a model endpoint: kill -9 at each step ends the job once, and nothing is sent or billed twice", async (t) => {
  const cloud = await startMockCloud();
  t.after(() => cloud.stop());
  const { openai: url } = cloud.baseUrls;
  const endpoint: TestEndpoint = { name: "cloud", kind: "openai", url, key: cloud.key };
  const ends: Record<string, { end: object; billed: number }> = {
    begun: { end: done, billed: 1 },
    connected: { end: done, billed: 1 },
    // It may have left: the box does not know, and does not ask for it a second time.
    marked: { end: unknown, billed: 0 },
    answered: { end: unknown, billed: 1 },
    done: { end: done, billed: 1 },
  };
  for (const killAt of steps(Object.keys(ends), ["answered"])) {
    const { end, billed } = ends[killAt]!;
    const dir = await tempDir(t);
    const before = cloud.billed();
    assert.equal(await run({ dir, endpoint, killAt }), null, `${killAt}: it was to be killed`);
    assert.deepEqual(await run({ dir, endpoint }), end, killAt);
    assert.equal(cloud.billed() - before, billed, killAt);
  }
});

test("another server with this contract: kill -9 at each step ends the job once, with one job over there", async (t) => {
  const rig = await new Rig({ quotas: { createsPerMinute: 1000, readsPerMinute: 1000 } }).start();
  t.after(() => rig.stop());
  const endpoint: TestEndpoint = {
    name: "hq",
    kind: "service",
    url: rig.server.url(),
    key: rig.key,
  };
  const jobs = () => rig.jobs.list("default", {}, { limit: 100, offset: 0 }).items;
  const all = ["begun", "connected", "marked", "answered", "accepted", "ended", "done"];
  for (const killAt of steps(all, ["answered", "ended"])) {
    const dir = await tempDir(t);
    const known = new Set(jobs().map(({ id }) => id));
    const added = () => jobs().filter(({ id }) => !known.has(id));
    let isOver = false;
    const endNext = async (): Promise<boolean> => {
      const open = added().find(({ status }) => status === "processing");
      if (open) await rig.endJob(open.id);
      return isOver;
    };
    const ending = until(endNext, { everyMs: 20, deadlineMs: 120_000 });
    // More often than a job may crash by its own doing: here it only waited.
    const kills = killAt === "accepted" ? 4 : 1;
    for (let kill = 0; kill < kills; kill += 1) {
      assert.equal(await run({ dir, endpoint, killAt }), null, `${killAt}: it was to be killed`);
    }
    assert.deepEqual(await run({ dir, endpoint }), done, killAt);
    isOver = true;
    await ending;
    assert.deepEqual(
      added().map(({ status }) => status),
      ["completed"],
      killAt,
    );
  }
});
