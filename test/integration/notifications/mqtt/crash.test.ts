import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BusListener } from "../../../support/notifications/bus-listener.ts";
import { noBroker, startBroker } from "../../../support/notifications/mosquitto.ts";
import { TcpGate } from "../../../support/box/tcp-gate.ts";
import { childProgram } from "../../../support/box/child-program.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";
import { until } from "../../../support/box/wait.ts";

const source = fileURLToPath(
  new URL("../../../support/notifications/bus-child.ts", import.meta.url),
);
const rounds = process.env.TEST_LONG ? 20 : 3;
const perRound = 60;

test(
  "every event arrives, in order, although the process is killed between message and acknowledgement",
  { skip: noBroker },
  async (t) => {
    const dir = await tempDir(t);
    const child = await childProgram(t, source);
    const facts = join(dir, "facts");
    const broker = await startBroker(t);
    const gate = await new TcpGate(broker.port).start(t);
    const listener = await BusListener.join(t, broker.url);
    const start = (count: number): ChildProcess => {
      const args = [child, join(dir, "data"), facts, gate.url, String(count)];
      const started = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
      t.after(() => started.kill("SIGKILL"));
      return started;
    };
    const written = (): number[] =>
      existsSync(facts) ? readFileSync(facts, "utf8").split("\n").slice(0, -1).map(Number) : [];
    const heard = (): { seq: number; id: string }[] =>
      listener.events().map(({ json }) => ({ seq: json.sequence, id: json.event_id }));

    for (let round = 0; round < rounds; round += 1) {
      const before = heard().length;
      const all = written().length + perRound;
      const running = start(perRound);
      await until(() => heard().length >= before + 5 + 3 * round, { what: "events" });
      // From here on the broker has what it gets, and the box is never told.
      gate.holdsAnswers = true;
      const seen = heard().length;
      await until(() => heard().length > seen || written().length >= all, { what: "more events" });
      running.kill("SIGKILL");
      await once(running, "exit");
      gate.holdsAnswers = false;
    }
    const last = start(0);
    await until(() => written().every((seq) => heard().some((each) => each.seq === seq)), {
      what: "every event",
    });

    const ids = new Map<number, string>();
    let newest = 0;
    for (const { seq, id } of heard()) {
      assert.equal(ids.get(seq) ?? id, id, "an event that is sent again keeps its id");
      // Whatever is new comes after everything that is older.
      if (!ids.has(seq)) assert.ok(seq > newest, `${seq} came after ${newest}`);
      ids.set(seq, id);
      newest = Math.max(newest, seq);
    }
    // What is heard again counts for a round as well, so a round may add a single event only.
    assert.ok(written().length >= rounds);
    last.kill("SIGKILL");
    await once(last, "exit");
  },
);
