import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  makeJobs,
  caller,
  echoOperation,
  handler,
  untilAborted,
} from "../../../support/jobs/make-jobs.ts";
import { childProgram } from "../../../support/box/child-program.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const support = join(import.meta.dirname, "../../../support/jobs");
const kills = process.env.TEST_LONG ? 200 : 8;

interface Facts {
  accepted: Map<string, Set<string>>;
  /** Terminal events by job. */
  ends: Map<string, string[]>;
  /** Types of events by position. */
  events: Map<number, string>;
  inOrder: boolean;
  doubled: number;
}

/** Reads what the children saw; a line that a kill cut short is not a fact. */
function readFacts(text: string): Facts {
  const facts: Facts = {
    accepted: new Map(),
    ends: new Map(),
    events: new Map(),
    inOrder: true,
    doubled: 0,
  };
  let last = 0;
  for (const line of text.split("\n").slice(0, -1)) {
    const [what, a = "", b = "", c = ""] = line.split(" ");
    if (what === "accepted") {
      const ids = facts.accepted.get(a) ?? new Set();
      facts.accepted.set(a, ids.add(b));
    } else if (what === "event") {
      const seq = Number(a);
      if (seq <= last) facts.inOrder = false;
      if (facts.events.has(seq)) facts.doubled += 1;
      last = seq;
      facts.events.set(seq, `${b} ${c}`);
      if (/completed|failed|cancelled/.test(b)) {
        facts.ends.set(c, [...(facts.ends.get(c) ?? []), b]);
      }
    }
  }
  return facts;
}

/** The text of a file from a byte on; none while the file is missing. The whole file grows with each round. */
async function textFrom(path: string, start: number): Promise<string> {
  const chunks = await createReadStream(path, { start })
    .toArray()
    .catch(() => []);
  return Buffer.concat(chunks).toString("utf8");
}

test(`over ${kills} kills no accepted job is lost or ends twice, and the log has no hole`, async (t) => {
  const dir = await tempDir(t);
  const data = join(dir, "store");
  const facts = join(dir, "facts");
  const child = await childProgram(t, join(support, "job-child.ts"));
  for (let round = 0; round < kills; round += 1) {
    const from = (await stat(facts).catch(() => undefined))?.size ?? 0;
    const running = spawn(process.execPath, [child, data, facts, String(round)], {
      stdio: ["ignore", "inherit", "inherit"],
    });
    // Some are killed while they still take back what was open, others in the middle of the work.
    const goal = 20 + (round % 20) * 5;
    await until(
      async () => {
        const text = await textFrom(facts, from);
        assert.equal(running.exitCode, null, "the child ended by itself");
        const at = text.lastIndexOf(`started ${round}\n`);
        return at >= 0 && text.slice(at).split("accepted").length > goal;
      },
      { deadlineMs: 60_000, what: `${goal} accepted jobs in round ${round}` },
    );
    running.kill("SIGKILL");
    await once(running, "exit");
  }

  const seen = readFacts(await readFile(facts, "utf8"));
  assert.ok(seen.accepted.size >= kills * 5, `${seen.accepted.size} keys`);
  assert.equal(seen.inOrder, true);
  assert.equal(seen.doubled, 0);
  for (const [key, ids] of seen.accepted)
    assert.equal(ids.size, 1, `${key} made ${[...ids].join(" and ")}`);

  const made = await makeJobs(t, {
    dir,
    setup: (jobs) => jobs.register(handler(async () => ({}), 50)),
  });
  const all = [...seen.accepted.values()].flatMap((ids) => [...ids]);
  const status = (id: string): string => made.jobs.get("default", id)?.status ?? "lost";
  await until(() => all.every((id) => /completed|failed|cancelled|lost/.test(status(id))), {
    deadlineMs: 60_000,
    what: "the end of every accepted job",
  });
  const notDone = all.filter((id) => status(id) !== "completed");
  assert.deepEqual(
    notDone.map((id) => [id, status(id), made.jobs.get("default", id)?.error]),
    [],
  );
  // A record can be read a moment before it is durable; the log shows durable entries only.
  await made.store.transact(() => {});
  const stored = made.events.read("default", 0, 200_000);
  assert.deepEqual(
    stored.map(({ seq }) => seq),
    stored.map((_, at) => at + 1),
  );
  for (const [seq, told] of seen.events) {
    const { type, jobId } = stored[seq - 1]!;
    assert.equal(`${type} ${jobId}`, told, "what was told is what is stored");
  }
  const ends = new Map<string, number>();
  for (const { type, jobId = "" } of stored) {
    if (/completed|failed|cancelled/.test(type)) ends.set(jobId, (ends.get(jobId) ?? 0) + 1);
  }
  for (const id of all) assert.equal(ends.get(id), 1);
});

test("a job that was running at three crashes is given up, a live one never", async (t) => {
  const dir = await tempDir(t);
  const first = await makeJobs(t, {
    dir,
    setup: (jobs) => jobs.register(handler(untilAborted)),
  });
  const from = { caller: caller() };
  const poison = await first.jobs.submit(echoOperation(), { text: "" }, from);
  const live = await first.jobs.submit(echoOperation({ deadlineMs: null }), { text: "" }, from);
  const ids = [poison.job.id, live.job.id];
  await first.stop();
  for (let round = 0; round < 3; round += 1) {
    const child = join(support, "busy-child.ts");
    const running = spawn(process.execPath, [child, join(dir, "store"), ...ids], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(running.stdout, "data");
    running.kill("SIGKILL");
    await once(running, "exit");
  }
  const last = await makeJobs(t, {
    dir,
    setup: (jobs) => jobs.register(handler(untilAborted)),
  });
  const given = last.jobs.get("default", poison.job.id)!;
  assert.deepEqual(
    [given.status, given.error?.code, given.crashes],
    ["failed", "worker_crashed", 3],
  );
  await until(() => last.jobs.get("default", live.job.id)?.status === "processing");
  assert.equal(last.jobs.get("default", live.job.id)?.crashes, 3);
});
