import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { ext4Disk, needsLoop } from "../support/box/ext4-disk.ts";
import { until } from "../support/box/wait.ts";

/** Far above what an answer without a disk takes, far below for ever. */
const answerMs = 15_000;

/** An entry of the record of commands. */
interface Entry {
  seq: number;
  event: string;
  hash: string;
  prev_hash: string;
}

async function statusOf(box: Appliance, path: string): Promise<number> {
  const answer = await fetch(box.url + path, { signal: AbortSignal.timeout(answerMs) });
  await answer.arrayBuffer();
  return answer.status;
}

test("while the disk stands still the box answers, a stop reaches the robot, and its record follows", async (t) => {
  const disk = await ext4Disk(t, { mib: 192 });
  if (!disk) return t.skip(needsLoop);
  const box = await startAppliance({
    dataDir: join(disk.dir, "data"),
    yaml: "robots: [{ id: rover, driver: sim }]",
  });
  try {
    const robot = "/api/v1/robots/rover";
    const goal = {
      command: { command: "move_to", target: { frame: "map", x: 40, y: 0 }, max_speed_mps: 0.2 },
    };
    const read = async () => (await box.get(`${robot}/status`)).body;
    await until(async () => (await read()).status === "online");
    const sent = await box.post(`${robot}/command`, goal);
    assert.equal(sent.body.status, "executing", JSON.stringify(sent.body));
    const speed = async (): Promise<number> => (await read()).data.velocity.value.linear_mps;
    await until(async () => (await speed()) > 0, { what: "the robot drives" });

    disk.freeze();
    // More writers than the thread pool has threads.
    const writers = Array.from({ length: 24 }, (_, n) =>
      box.post("/api/v1/surveillance/policies", { name: `p${n}` }).catch(() => undefined),
    );
    assert.equal(await statusOf(box, "/healthz"), 200);
    const stop = await box.fetch(`${robot}/stop`, {
      method: "POST",
      signal: AbortSignal.timeout(answerMs),
    });
    const answer = (await stop.json()) as { data: { done: string; recorded: string } };
    assert.equal(stop.status, 200, JSON.stringify(answer));
    assert.equal(answer.data.recorded, "pending");
    await until(async () => (await speed()) === 0, { what: "the robot stands" });
    await until(async () => (await statusOf(box, "/readyz")) === 503, { what: "readiness" });
    const { data } = (await box.get("/api/v1/system")).body;
    assert.ok(data.alarms.some(({ code }: { code: string }) => code === "store_stalled"));
    const refused = await box.post(`${robot}/command`, goal);
    assert.deepEqual([refused.status, refused.body.error?.code], [503, "store_stalled"]);
    assert.equal(await statusOf(box, "/healthz"), 200);

    disk.thaw();
    await until(async () => (await statusOf(box, "/readyz")) === 200, { what: "the disk is back" });
    await Promise.all(writers);
    const record = async (): Promise<Entry[]> =>
      (await box.get("/api/v1/robots/record?limit=100")).body.data.data.toReversed();
    await until(async () => (await record()).some(({ event }) => event === "stopped"), {
      what: "the record of the stop",
    });
    const entries = await record();
    for (const [at, { seq, prev_hash: previous }] of entries.slice(1).entries()) {
      assert.deepEqual([previous, seq], [entries[at]!.hash, entries[at]!.seq + 1]);
    }
  } finally {
    disk.thaw();
    await box.stop();
  }
});
