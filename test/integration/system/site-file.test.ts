import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type Appliance, repoDir, startAppliance } from "../../support/box/appliance.ts";
import { until } from "../../support/box/wait.ts";

const run = promisify(execFile);

let box: Appliance;
let file: string;

interface SiteFile {
  file: string;
  yaml: string;
  etag: string;
  writable: boolean;
  trial: { state: string; revert_at: number | null };
  waiting: string[];
}

before(async () => {
  box = await startAppliance({ yaml: "site: { name: Before }\nsafe_mode: { after_crashes: 5 }\n" });
  // From now on the port of the file is in force.
  await box.terminate();
  await box.restart();
  file = (await read()).file;
});

after(async () => await box.stop());

async function read(): Promise<SiteFile> {
  return (await box.get("/api/v1/system/configuration/file")).body.data as SiteFile;
}

async function valueOf(path: string): Promise<unknown> {
  const { body } = await box.get("/api/v1/system/configuration");
  return body.data.settings.find((each: { path: string }) => each.path === path).value;
}

async function siteName(): Promise<unknown> {
  return await valueOf("site.name");
}

async function put(yaml: string, etag: string): Promise<{ status: number; body: any }> {
  const answer = await box.fetch("/api/v1/system/configuration/file", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ yaml, etag }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** Applies another name of the site, which is in force at once. */
async function applyName(name: string): Promise<void> {
  const { yaml, etag } = await read();
  const { status, body } = await put(yaml.replace(/name: \w+/, `name: ${name}`), etag);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.data.applied, { in_force: ["site.name"], waiting: [] });
  assert.equal(await siteName(), name);
}

/** Applies another bound of crashes, and waits until the box has restarted with it. */
async function applyCrashes(count: number): Promise<void> {
  const { yaml, etag } = await read();
  const { status, body } = await put(yaml.replace(/crashes: \d+/, `crashes: ${count}`), etag);
  assert.equal(status, 202, JSON.stringify(body));
  assert.deepEqual(body.data.applied, { in_force: [], waiting: ["safe_mode.after_crashes"] });
  await until(
    async () => (await valueOf("safe_mode.after_crashes").catch(() => undefined)) === count,
    { deadlineMs: 90_000, everyMs: 100, what: `a start with ${count}` },
  );
}

async function startedAt(): Promise<number> {
  return (await box.get("/api/v1/system")).body.data.started_at as number;
}

async function confirm(): Promise<number> {
  return (await box.post("/api/v1/system/configuration/confirm")).status;
}

test("a change that needs a restart: the box restarts itself, and the process keeps its id", async () => {
  const { pid } = box;
  await applyCrashes(7);
  const { trial } = await read();
  assert.equal(trial.state, "pending");
  assert.ok(trial.revert_at! > Date.now() / 1000);
  assert.equal(await confirm(), 200);
  assert.equal(await confirm(), 409);
  process.kill(pid, 0);
  await box.kill();
  await box.restart();
  assert.equal(await valueOf("safe_mode.after_crashes"), 7);
  const left = await readdir(dirname(file));
  assert.ok(!left.some((name) => /trial|previous|candidate/.test(name)), left.join());
});

test("a change that nobody confirms is taken back after 60 s without a restart, with an audit entry", async () => {
  const started = await startedAt();
  await applyName("Unconfirmed");
  await until(async () => (await siteName()) === "Before", {
    deadlineMs: 120_000,
    everyMs: 500,
    what: "the former name",
  });
  assert.equal(await startedAt(), started);
  assert.equal((await read()).trial.state, "reverted");
  const { body } = await box.get("/api/v1/audit?limit=50");
  const actions = body.data.data.map((entry: any) => `${entry.actor.kind} ${entry.action}`);
  assert.ok(actions.includes("box revert configuration"), actions.join());
});

test("kill -9 before the confirmation takes the change back at the next start", async () => {
  await applyCrashes(9);
  await box.kill();
  await box.restart();
  assert.equal(await valueOf("safe_mode.after_crashes"), 7);
  assert.equal((await read()).trial.state, "reverted");
  await applyName("Killed");
  await box.kill();
  await box.restart();
  assert.equal(await siteName(), "Before");
  assert.equal((await read()).trial.state, "reverted");
});

test("a setting that a part of the box refuses leaves file and settings as they were", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const before = await read();
  const rtsp = `rtsp: { enabled: true, plain: true, plain_port: ${port} }\n`;
  const named = before.yaml.replace(/name: \w+/, "name: Refused");
  const refused = await put(`${named}${rtsp}`, before.etag);
  taken.close();
  assert.deepEqual([refused.status, refused.body.error.code], [409, "conflict"]);
  assert.match(refused.body.error.message, /The former settings stay in force/);
  assert.equal(await siteName(), "Before");
  assert.equal((await read()).etag, before.etag);
  assert.equal((await read()).trial.state, "none");
  await applyName("Afterwards");
  assert.equal(await confirm(), 200);
});

test("SIGHUP and `gatehouse config apply` read the file again and say what waits for a restart", async () => {
  const started = await startedAt();
  const edit = async (name: string, crashes: number): Promise<void> => {
    const text = await readFile(file, "utf8");
    const named = text.replace(/name: \w+/, `name: ${name}`);
    await writeFile(file, named.replace(/crashes: \d+/, `crashes: ${crashes}`));
  };
  await edit("Hung", 7);
  process.kill(box.pid, "SIGHUP");
  await until(async () => (await siteName()) === "Hung");
  await edit("Applied", 11);
  const { stdout } = await run(join(repoDir, "scripts/gatehouse"), [
    ..."config apply --json --config".split(" "),
    file,
  ]);
  const applied = { in_force: ["site.name"], waiting: ["safe_mode.after_crashes"] };
  assert.deepEqual(JSON.parse(stdout), applied);
  assert.equal(await siteName(), "Applied");
  assert.equal(await valueOf("safe_mode.after_crashes"), 7);
  assert.deepEqual((await read()).waiting, ["safe_mode.after_crashes"]);
  assert.equal(await startedAt(), started);
  const wrong = `${await readFile(file, "utf8")}nonsense: 1\n`;
  await writeFile(file, wrong);
  process.kill(box.pid, "SIGHUP");
  await until(() => box.output().includes("the settings were not read"));
  assert.equal(await siteName(), "Applied");
  await writeFile(file, wrong.replace("nonsense: 1\n", ""));
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
