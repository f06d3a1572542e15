import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { LmdbStore } from "../../src/adapters/lmdb/lmdb-store.ts";
import { loadConfig } from "../../src/system/config/load.ts";
import { systemClock } from "../../src/base/core/clock.ts";
import { silentLogger } from "../../src/base/core/logger.ts";
import type { Part } from "../../src/base/core/parts.ts";
import { copyLookMs } from "../../src/system/store/store-copy.ts";
import { LiveSettings } from "../../src/base/settings/live-settings.ts";
import { addStoreCopy } from "../../src/system/store/module.ts";
import { type Appliance, repoDir, startAppliance } from "../support/box/appliance.ts";
import { FakeClock } from "../support/box/fake-clock.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";

const run = promisify(execFile);

/** Overwrites everything behind the meta pages; returns what the file is then. */
async function damage(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, "store", "data.mdb");
  const file = await open(path, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192);
  await file.close();
  return await readFile(path);
}

/** Lets ten minutes pass for the part that copies the store of a stopped box. */
async function copyStore(dataDir: string): Promise<void> {
  const overrides = [{ name: "--data-dir", path: ["data_dir"], text: dataDir }];
  const { config } = await loadConfig({ file: null, environment: {}, overrides });
  const clock = new FakeClock(Date.now() - copyLookMs);
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  await store.start();
  const start = async <P extends Part>(_name: string, part: P): Promise<P> => {
    await part.start?.(new AbortController().signal);
    return part;
  };
  const copy = await addStoreCopy(start, {
    config,
    live: new LiveSettings(config),
    log: silentLogger,
    clock,
    store,
  });
  clock.advance(copyLookMs);
  await until(() => copy.describe().state === "ok");
  await copy.stop();
  await store.stop();
}

async function epochOf(box: Appliance): Promise<string> {
  const stop = new AbortController();
  const stream = await box.fetch("/api/v1/surveillance/events", {
    headers: { accept: "text/event-stream" },
    signal: stop.signal,
  });
  stop.abort();
  return stream.headers.get("x-svc-last-event-id")!.split("-").at(-2)!;
}

test("a damaged store is shown on the page with its newest backup, and the box goes on once that is restored", async (t) => {
  const box = await startAppliance();
  try {
    const made = await box.post("/api/v1/keys", { name: "kept", preset: "viewer" });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const gatehouse = join(repoDir, "scripts/gatehouse");
    const backup = join(await tempDir(t), "box.tar");
    await run(gatehouse, ["backup", "--data-dir", box.dataDir, backup]);
    await box.kill();
    await damage(box.dataDir);
    await box.restart();
    const ready = await box.get("/readyz");
    assert.deepEqual([ready.status, ready.body.error?.code], [503, "not_ready"]);
    assert.equal((await box.get("/healthz")).status, 200);
    assert.equal((await box.get("/api/v1/keys")).status, 503);
    const page = await fetch(box.url, { headers: { accept: "text/html" } });
    const text = await page.text();
    assert.match(text, /is damaged/);
    assert.ok(text.includes(`gatehouse restore ${backup} --replace`), text);

    const exit = box.exited();
    await run(gatehouse, ["restore", backup, "--replace", "--data-dir", box.dataDir]);
    assert.equal(await exit, 1, "the service manager starts it again");
    await box.restart();
    const { data } = (await box.get("/api/v1/keys")).body;
    assert.ok(data.data.some(({ name }: { name: string }) => name === "kept"));
    await until(async () => (await box.get("/readyz")).status === 200);
  } finally {
    await box.stop();
  }
});

test("a damaged store is restored from the checked copy that the box keeps, with its keys and jobs and a new epoch", async () => {
  const box = await startAppliance();
  try {
    const gatehouse = join(repoDir, "scripts/gatehouse");
    const makeKey = (name: string) => box.post("/api/v1/keys", { name, preset: "viewer" });
    assert.equal((await makeKey("in the copy")).status, 201);
    const source = { type: "rtsp", url: "rtsp://127.0.0.1:9/none" };
    const stream = { stream_id: "gate", model: "motion", source };
    const job = await box.post("/api/v1/surveillance/streams", stream);
    assert.equal(job.status, 202, JSON.stringify(job.body));
    assert.equal((await box.get("/api/v1/system")).body.data.store.copy.state, "none");
    await box.terminate();
    await copyStore(box.dataDir);
    await box.restart();
    const { copy } = (await box.get("/api/v1/system")).body.data.store;
    assert.deepEqual([copy.state, copy.problem], ["ok", null]);
    assert.equal((await makeKey("after the copy")).status, 201);
    const epoch = await epochOf(box);
    await box.kill();
    const damaged = await damage(box.dataDir);
    await box.restart();
    const page = await (await fetch(box.url, { headers: { accept: "text/html" } })).text();
    assert.match(page, /is damaged/);
    const at = new Date(copy.made_at * 1000).toISOString().slice(0, 19);
    assert.ok(page.includes(`A checked copy of ${at}`), page);
    assert.ok(page.includes(`gatehouse restore --copy --data-dir ${box.dataDir}`), page);

    const exit = box.exited();
    const { stdout } = await run(gatehouse, [
      "restore",
      "--copy",
      "--json",
      "--data-dir",
      box.dataDir,
    ]);
    assert.equal(await exit, 1, "the service manager starts it again");
    const { set_aside: aside } = JSON.parse(stdout) as { set_aside: string };
    assert.deepEqual(await readFile(join(aside, "data.mdb")), damaged);
    await box.restart();
    await until(async () => (await box.get("/readyz")).status === 200);
    const { data } = (await box.get("/api/v1/keys")).body;
    const names = data.data.map(({ name }: { name: string }) => name);
    assert.ok(names.includes("in the copy") && !names.includes("after the copy"), names.join());
    assert.equal((await box.get(`/api/v1/jobs/${job.body.data.job_id}`)).status, 200);
    assert.notEqual(await epochOf(box), epoch);
  } finally {
    await box.stop();
  }
});

test("a box whose store was emptied refuses to begin again beside its evidence", async () => {
  const box = await startAppliance();
  try {
    await box.terminate();
    const picture = join(box.dataDir, "assets", "019b76da-a800-7721-9972-3a5c3dc221c9.jpg");
    await writeFile(picture, "evidence");
    await writeFile(join(box.dataDir, "store", "data.mdb"), "");
    await box.restart();
    const { details } = (await box.get("/readyz")).body.error as unknown as {
      details: { message: string }[];
    };
    assert.match(details[0]!.message, /missing or empty/);
    assert.ok((await readdir(join(box.dataDir, "assets"))).length > 0);
  } finally {
    await box.stop();
  }
});
