import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Receiver, siteCa } from "../../../support/notifications/https-receiver.ts";
import { childProgram } from "../../../support/box/child-program.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const source = fileURLToPath(
  new URL("../../../support/notifications/webhook-child.ts", import.meta.url),
);
const rounds = process.env.TEST_LONG ? 40 : 3;
const perRound = 30;

/** Starts a process with webhooks and stops it when the test has ended. */
function started(
  t: Pick<TestContext, "after">,
  child: string,
  to: { dir: string; receiver: Receiver; count: number; order?: "ordered" },
): ChildProcess {
  const { dir, receiver, count, order = "any" } = to;
  const facts = join(dir, "facts");
  const more = [facts, receiver.url(), siteCa().caFile, String(count), order];
  const args = [child, join(dir, "data"), ...more];
  const running = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
  t.after(() => running.kill("SIGKILL"));
  return running;
}

/** Ids that processes in `dir` have accepted. */
function acceptedIn(dir: string): string[] {
  const facts = join(dir, "facts");
  if (!existsSync(facts)) return [];
  const lines = readFileSync(facts, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => line.split(" ")[1]!);
}

test("each camera's incidents first arrive in their order although the process is killed", async (t) => {
  const dir = await tempDir(t);
  const child = await childProgram(t, source);
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void setTimeout(() => answer.end(), 10);
  const start = (count: number) => started(t, child, { dir, receiver, count, order: "ordered" });
  for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
    const enough = receiver.received.length + 7 + round;
    const running = start(perRound);
    await until(() => receiver.received.length >= enough, { what: "deliveries" });
    running.kill("SIGKILL");
    await once(running, "exit");
  }
  start(0);
  const incidents = () => receiver.received.map(({ body }) => JSON.parse(body).data.incident);
  const ids = () => new Set<string>(incidents().map(({ id }) => id));
  await until(() => acceptedIn(dir).every((id) => ids().has(id)), { what: "every delivery" });
  for (const camera of ["gate", "yard"]) {
    const own = incidents().filter(({ streamId }) => streamId === camera);
    const firsts = [...new Set<string>(own.map(({ id }) => id))];
    const inOrder = firsts.toSorted((a, b) => number(a) - number(b));
    assert.deepEqual(firsts, inOrder, camera);
    assert.ok(firsts.length > 3);
  }
});

/** The number of an incident, which grows with each: its position in the log. */
function number(id: string): number {
  return Number(id.split("-")[0]);
}

test("every end of a job arrives although the process is killed again and again", async (t) => {
  const dir = await tempDir(t);
  const child = await childProgram(t, source);
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void setTimeout(() => answer.end(), 15);
  const start = (count: number) => started(t, child, { dir, receiver, count });
  const accepted = () => acceptedIn(dir);
  const jobOf = (body: string): string => JSON.parse(body).data.job.id;
  const arrived = (): Set<string> => new Set(receiver.received.map(({ body }) => jobOf(body)));

  for (let round = 0; round < rounds; round += 1) {
    const before = receiver.received.length;
    const running = start(perRound);
    // In the middle: some of this round have arrived, others are on their way or still to be made.
    const enough = before + 5 + (round % 20);
    await until(() => receiver.received.length >= enough, { what: "deliveries" });
    running.kill("SIGKILL");
    await once(running, "exit");
  }
  const last = start(0);
  await until(() => accepted().every((id) => arrived().has(id)), { what: "every delivery" });

  const ids = new Map<string, Set<string>>();
  for (const { body, headers } of receiver.received) {
    const known = ids.get(jobOf(body)) ?? new Set();
    ids.set(jobOf(body), known.add(`${String(headers["webhook-id"])} ${body}`));
  }
  // What is sent again counts for a round as well, so a later round may add little.
  assert.ok(accepted().length > rounds);
  for (const [job, seen] of ids) assert.equal(seen.size, 1, `${job} has two events or bodies`);
  last.kill("SIGKILL");
  await once(last, "exit");
});
