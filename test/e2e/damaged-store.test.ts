import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { open, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { repoDir, startAppliance } from "../support/appliance.ts";
import { tempDir } from "../support/temp-dir.ts";
import { until } from "../support/wait.ts";

const run = promisify(execFile);

test("a damaged store is shown on the page with its newest backup, and the box goes on once that is restored", async (t) => {
  const box = await startAppliance();
  try {
    const made = await box.post("/api/v1/keys", { name: "kept", preset: "viewer" });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const gatehouse = join(repoDir, "scripts/gatehouse");
    const backup = join(await tempDir(t), "box.tar");
    await run(gatehouse, ["backup", "--data-dir", box.dataDir, backup]);
    await box.kill();
    const file = await open(join(box.dataDir, "store", "data.mdb"), "r+");
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192);
    await file.close();

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

test("a box whose store was emptied refuses to begin anew beside its evidence", async () => {
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
