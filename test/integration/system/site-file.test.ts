import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { after, before, test } from "node:test";
import { type Appliance, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";

let box: Appliance;
let file: string;

interface SiteFile {
  file: string;
  yaml: string;
  etag: string;
  writable: boolean;
  trial: { state: string; revert_at: number | null };
}

before(async () => {
  box = await startAppliance({ yaml: "site: { name: Before }\nlimits: { queued_jobs: 900 }\n" });
  file = (await read()).file;
});

after(async () => await box.stop());

async function read(): Promise<SiteFile> {
  return (await box.get("/api/v1/system/configuration/file")).body.data as SiteFile;
}

async function siteName(): Promise<string | undefined> {
  const { body } = await box.get("/api/v1/system/configuration");
  return body.data.settings.find(({ path }: { path: string }) => path === "site.name").value;
}

async function put(yaml: string, etag: string): Promise<{ status: number; body: any }> {
  const answer = await box.fetch("/api/v1/system/configuration/file", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ yaml, etag }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Applies another name of the site and waits until the box answers with it. */
async function applyName(name: string): Promise<void> {
  const { yaml, etag } = await read();
  const { status, body } = await put(yaml.replace(/name: \w+/, `name: ${name}`), etag);
  assert.equal(status, 202, JSON.stringify(body));
  await until(async () => (await siteName().catch(() => undefined)) === name, {
    deadlineMs: 90_000,
    everyMs: 100,
    what: `a start with the name ${name}`,
  });
}

test("a confirmed change stays: the box restarts itself with it, and the process keeps its id", async () => {
  const { pid } = box;
  await applyName("Confirmed");
  const { trial } = await read();
  assert.equal(trial.state, "pending");
  assert.ok(trial.revert_at! > Date.now() / 1000);
  assert.equal((await box.post("/api/v1/system/configuration/confirm")).status, 200);
  assert.equal((await box.post("/api/v1/system/configuration/confirm")).status, 409);
  process.kill(pid, 0);
  await box.kill();
  await box.restart();
  assert.equal(await siteName(), "Confirmed");
  const left = await readdir(dirname(file));
  assert.ok(!left.some((name) => /trial|previous|candidate/.test(name)), left.join());
});

test("a change that nobody confirms is taken back after 60 s, with an entry in the audit log", async () => {
  await applyName("Unconfirmed");
  await until(async () => (await siteName().catch(() => undefined)) === "Confirmed", {
    deadlineMs: 120_000,
    everyMs: 500,
    what: "the former name",
  });
  assert.equal((await read()).trial.state, "reverted");
  const { body } = await box.get("/api/v1/audit?limit=50");
  const actions = body.data.data.map((entry: any) => `${entry.actor.kind} ${entry.action}`);
  assert.ok(actions.includes("box revert configuration"), actions.join());
});

test("kill -9 before the confirmation takes the change back at the next start", async () => {
  await applyName("Killed");
  await box.kill();
  await box.restart();
  assert.equal(await siteName(), "Confirmed");
  assert.equal((await read()).trial.state, "reverted");
});

test("a change of a file that somebody edited meanwhile, or with problems, is refused", async () => {
  const { yaml, etag } = await read();
  const text = await readFile(file, "utf8");
  await writeFile(file, `# a technician was here\n${text}`);
  const stale = await put(yaml, etag);
  assert.deepEqual([stale.status, stale.body.error.code], [409, "conflict"]);
  const bad = await put(`${yaml}nonsense: 1\nlimits2: 3\n`, (await read()).etag);
  assert.equal(bad.status, 400);
  assert.match(bad.body.error.message, /has 2 problems/);
  assert.match(await readFile(file, "utf8"), /technician/);
});
