import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { mockCloudSite } from "../../../src/cli/box/mock-cloud.ts";

test("the demo keeps what somebody changed on the page, and writes a new file for another mock cloud", async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), "gatehouse-demo-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const readyFile = join(dataDir, "ready.json");
  const starts = async (key: string, port: number): Promise<string> => {
    const baseUrls = { openai: `http://127.0.0.1:${port}/v1` };
    await writeFile(readyFile, JSON.stringify({ key, baseUrls }));
    return (await mockCloudSite(readyFile, { dataDir, withHealth: false })).file;
  };
  const file = await starts("key-1", 9001);
  const changed = `# changed on the page\n${await readFile(file, "utf8")}`;
  await writeFile(file, changed);
  assert.equal(await starts("key-1", 9001), file);
  assert.equal(await readFile(file, "utf8"), changed);
  for (const [key, port] of [
    ["key-2", 9001],
    ["key-2", 9002],
  ] as const) {
    await starts(key, port);
    const text = await readFile(file, "utf8");
    assert.ok(!text.includes("changed") && text.includes(`:${port}/`));
    assert.equal((await readFile(join(dataDir, "mock-cloud.key"), "utf8")).trim(), key);
  }
});
