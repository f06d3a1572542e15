import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { childProgram } from "../../../support/box/child-program.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";
import { siteCa } from "../../../support/notifications/https-receiver.ts";
import { makePush } from "../../../support/notifications/make-push.ts";
import { PushService } from "../../../support/notifications/push-service.ts";

const source = fileURLToPath(
  new URL("../../../support/notifications/push-child.ts", import.meta.url),
);
const rounds = process.env.TEST_LONG ? 30 : 3;
const perRound = 12;
/** Messages that a process may have sent without writing that down: those in flight. */
const parallel = 4;

test("every incident reaches the device although the process is killed again and again", async (t) => {
  const dir = await tempDir(t);
  const child = await childProgram(t, source);
  const facts = join(dir, "facts");
  const service = await new PushService().start(t);
  const first = await makePush(t, { service, dir });
  await first.subscribe("phone");
  await first.stop();
  const start = (count: number): ChildProcess => {
    const args = [child, dir, facts, service.host, siteCa().caFile, String(count)];
    const running = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    t.after(() => running.kill("SIGKILL"));
    return running;
  };
  const stored = (): string[] =>
    existsSync(facts) ? readFileSync(facts, "utf8").split("\n").slice(0, -1) : [];
  const idsOf = (): string[] => service.received.map(({ payload }) => payload.incident_id!);
  const kill = async (running: ChildProcess): Promise<void> => {
    running.kill("SIGKILL");
    await once(running, "exit");
  };

  for (let round = 0; round < rounds; round += 1) {
    const before = service.received.length;
    const running = start(perRound);
    // In the middle: some have arrived, others wait or are still to be raised.
    const enough = before + 3 + (round % 7);
    await until(() => service.received.length >= enough, { what: "notifications" });
    await kill(running);
  }
  const last = start(0);
  await until(() => stored().every((id) => idsOf().includes(id)), { what: "every notification" });
  await kill(last);

  assert.deepEqual(service.faults, []);
  assert.ok(stored().length > rounds);
  const repeated = idsOf().length - new Set(idsOf()).size;
  assert.ok(repeated <= rounds * parallel, `${repeated} messages were sent twice`);
  const topics = new Map(
    service.received.map(({ payload, topic }) => [payload.incident_id, topic]),
  );
  for (const { payload, topic } of service.received) {
    assert.equal(topic, topics.get(payload.incident_id), "a repetition replaces the message");
  }
  const after = await makePush(t, { service, dir });
  await until(() => after.push.counts().waiting === 0, { what: "an empty queue" });
});
