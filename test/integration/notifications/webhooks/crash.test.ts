import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
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

test("every end of a job arrives although the process is killed again and again", async (t) => {
  const dir = await tempDir(t);
  const child = await childProgram(t, source);
  const facts = join(dir, "facts");
  const receiver = await new Receiver().start(t);
  receiver.reply = (answer) => void setTimeout(() => answer.end(), 15);
  const start = (count: number): ChildProcess => {
    const args = [child, join(dir, "data"), facts, receiver.url(), siteCa().caFile, String(count)];
    const running = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    t.after(() => running.kill("SIGKILL"));
    return running;
  };
  const accepted = (): string[] =>
    existsSync(facts)
      ? readFileSync(facts, "utf8")
          .split("\n")
          .slice(0, -1)
          .map((line) => line.split(" ")[1]!)
      : [];
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
