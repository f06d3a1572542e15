import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { childProgram } from "../../support/box/child-program.ts";
import { onlyLong } from "../../support/box/long-form.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

const kills = onlyLong ? 2 : 30;

test(`over ${kills} kills of the process no mission is lost, and each drives its places in order`, async (t) => {
  const dir = await tempDir(t);
  const facts = join(dir, "facts");
  const file = join(import.meta.dirname, "../../support/robots/mission-child.ts");
  const program = await childProgram(t, file);
  const read = async (): Promise<string[]> =>
    (await readFile(facts, "utf8").catch(() => "")).split("\n").slice(0, -1);
  for (let round = 0; round <= kills; round += 1) {
    const isLast = round === kills;
    const args = [program, dir, facts, String(round), isLast ? "0" : "3"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    const lines = async (): Promise<string[]> => {
      const all = await read();
      const from = all.lastIndexOf(`started ${round}`);
      return from < 0 ? [] : all.slice(from);
    };
    // Killed after a different number of steps each time.
    await until(
      async () => {
        assert.equal(child.exitCode, null, "the child ended by itself");
        const seen = await lines();
        if (isLast) return seen.includes("idle");
        const ended = seen.filter((line) => line.startsWith("ended")).length;
        const accepted = seen.filter((line) => line.startsWith("accepted")).length;
        return accepted === 3 && ended >= round % 4;
      },
      { deadlineMs: 60_000, what: `the missions of round ${round}` },
    );
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const all = await read();
  const accepted = all.flatMap((line) => (line.startsWith("accepted ") ? line.slice(9) : []));
  assert.equal(accepted.length, kills * 3);
  for (const id of accepted) {
    const ended = all
      .filter((line) => line.startsWith(`ended run:${id} `))
      .map((line) => line.at(-1));
    // A kill between the end of a step and its record drives the step once more; none is left out.
    const distinct = ended.filter((place, at) => place !== ended[at - 1]);
    assert.deepEqual(distinct, ["a", "b", "c"], `${id}: ${ended.join(" ")}`);
  }
});
