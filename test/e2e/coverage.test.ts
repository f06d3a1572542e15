import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import type { CoverageWire } from "../../src/perception/wire/coverage.ts";
import { type Appliance, startAppliance } from "../support/box/appliance.ts";
import { type RtspServer, startRtspServer } from "../support/cameras/rtsp-server.ts";
import { until } from "../support/box/wait.ts";

let box: Appliance;
let camera: RtspServer;
/** Unix seconds at which the account begins. */
let startedAt: number | undefined;

before(async () => {
  camera = await startRtspServer({ fps: 10 });
  box = await startAppliance({ yaml: "limits: { reads_per_minute: 1000000 }" });
  const answer = await box.post("/api/v1/surveillance/streams", {
    stream_id: "door",
    source: { type: "rtsp", url: camera.url, fps_cap: 5 },
    model: "motion",
  });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
});

after(async () => {
  await box.stop();
  await camera.stop();
});

/** The vision process among the children of the box. */
function visionPid(): number {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const parent = Number(/\) \S (\d+)/.exec(stat)?.[1]);
      const command = readFileSync(`/proc/${pid}/cmdline`, "latin1");
      if (parent === box.pid && command.includes("vision/child")) return Number(pid);
    } catch {
      // Gone meanwhile.
    }
  }
  throw new Error("the box has no vision process");
}

/** Seconds by verdict over all hours of the stream, and up to when they count. */
async function account(): Promise<Record<string, number>> {
  const { body } = await box.get("/api/v1/surveillance/coverage?stream_id=door");
  const sums: Record<string, number> = {};
  for (const row of body.data.data as CoverageWire[]) {
    const parts = { observed: row.seconds_observed, ...row.not_observed };
    for (const [name, seconds] of Object.entries(parts)) sums[name] = (sums[name] ?? 0) + seconds;
    sums["until"] = row.accounted_until;
  }
  return sums;
}

async function grows(name: string, bySeconds: number): Promise<void> {
  const before = (await account())[name] ?? 0;
  await until(async () => ((await account())[name] ?? 0) >= before + bySeconds, {
    deadlineMs: 45_000,
    what: `${bySeconds} s more of ${name}`,
  });
}

async function assertNothingMissing(): Promise<void> {
  const { until: accountedUntil = 0, ...sums } = await account();
  const total = Object.values(sums).reduce((sum, seconds) => sum + seconds, 0);
  startedAt ??= accountedUntil - total;
  const elapsed = accountedUntil - startedAt;
  assert.ok(
    Math.abs(total - elapsed) < 0.05,
    `${total} s of ${elapsed} s: ${JSON.stringify(sums)}`,
  );
}

test("what is seen of a real camera is observed", async () => {
  await grows("observed", 2);
  await assertNothingMissing();
});

test("a camera that freezes without closing its connection is not observed meanwhile", async () => {
  camera.freeze();
  await grows("source_down", 2);
  const { observed } = await account();
  await grows("source_down", 1);
  assert.equal((await account())["observed"], observed);
  camera.thaw();
  await camera.restart();
  await grows("observed", 1);
  await assertNothingMissing();
});

test("the time in which the vision process is dead is the detector's", async () => {
  const vision = visionPid();
  const grown = grows("detector_down", 0.1);
  process.kill(vision, "SIGKILL");
  await grown;
  await grows("observed", 1);
  await assertNothingMissing();
});

test("kill -9 of the box loses no more than seconds, and says so", async () => {
  const before = await account();
  await box.kill();
  await box.restart();
  await grows("observed", 1);
  const after = await account();
  assert.ok(after["box_off"]! > 0);
  // Stored every five seconds: at most that much of what was observed is given back as lost.
  assert.ok(after["observed"]! > before["observed"]! - 6, JSON.stringify({ before, after }));
  await assertNothingMissing();
});

test("a stream that is stopped goes on to be accounted for as stopped", async () => {
  const answer = await box.fetch("/api/v1/surveillance/streams/door", { method: "DELETE" });
  assert.equal(answer.status, 200);
  await grows("stopped", 0.5);
  await assertNothingMissing();
});
