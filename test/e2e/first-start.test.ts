import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { authorityFile, tlsDirectory } from "../../src/adapters/tls/files.ts";
import { repoDir } from "../support/box/appliance.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";

const launcher = join(repoDir, "scripts/gatehouse");
const run = promisify(execFile);

interface Started {
  child: ChildProcess;
  url: string;
  /** What the person at the box reads. */
  said: string;
}

async function start(dir: string): Promise<Started> {
  const readyFile = join(dir, `ready-${Date.now()}.json`);
  const args = ["serve", "--config", join(dir, "site.yaml"), "--ready-file", readyFile];
  const child = spawn(launcher, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes("Gatehouse is ready") && said.endsWith("\n\n"), {
    what: "the appliance",
    deadlineMs: 60_000,
  });
  const { url } = JSON.parse(await readFile(readyFile, "utf8")) as { url: string };
  return { child, url, said };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

interface HttpQuestion {
  method?: string;
  key?: string;
  body?: object;
}

function ask(url: string, ca: string, question: HttpQuestion = {}) {
  const { method = "GET", key, body } = question;
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  return new Promise<{ status: number; data: any; code: string | undefined }>((resolve, reject) => {
    const outgoing = request(url, { method, headers, ca, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        const { data, error } = JSON.parse(text);
        resolve({ status: response.statusCode!, data, code: error?.code });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function command<T>(dir: string, ...args: readonly string[]): Promise<T> {
  const { stdout } = await run(launcher, [...args, "--json", "--config", join(dir, "site.yaml")]);
  return JSON.parse(stdout) as T;
}

async function newBox(t: TestContext): Promise<{ dir: string; ca: () => Promise<string> }> {
  const dir = await tempDir(t);
  const config = `version: 1\ndata_dir: ${dir}/data\nserver: { port: 0, tls: { mode: site } }\n`;
  await writeFile(join(dir, "site.yaml"), config);
  return { dir, ca: () => readFile(join(dir, "data", tlsDirectory, authorityFile), "utf8") };
}

test("a new box is taken over by its setup code and fingerprint, and stays the same after kill -9", async (t) => {
  const box = await newBox(t);
  const first = await start(box.dir);
  t.after(() => end(first.child, "SIGKILL"));
  const ca = await box.ca();
  const { fingerprint256 } = new X509Certificate(ca);
  assert.ok(first.said.includes(fingerprint256));
  const shown = await command<{ ca_fingerprint_sha256: string }>(box.dir, "tls", "fingerprint");
  assert.equal(shown.ca_fingerprint_sha256, fingerprint256);

  const code = /Setup code.*: (\d{4}) (\d{4})/.exec(first.said)!.slice(1).join("");
  const session = `${first.url}/api/v1/session`;
  const body = { setup_code: code };
  const opened = await ask(session, ca, { method: "POST", body });
  assert.equal(opened.status, 201);
  const { key } = opened.data as { key: string };
  assert.equal((await ask(session, ca, { method: "POST", body })).code, "invalid_setup_code");
  const system = await ask(`${first.url}/api/v1/system`, ca, { key });
  assert.equal(system.data.tls.ca_fingerprint_sha256, fingerprint256);

  await command(box.dir, "orgs", "create", "acme");
  const rolled = await command<{ key: string; id: string }>(
    box.dir,
    "keys",
    "roll",
    key.split("_")[1]!,
    "--grace",
    "1h",
  );
  for (const each of [key, rolled.key]) {
    assert.equal((await ask(`${first.url}/api/v1/keys`, ca, { key: each })).status, 200);
  }
  await end(first.child, "SIGKILL");

  const second = await start(box.dir);
  t.after(() => end(second.child, "SIGTERM"));
  assert.doesNotMatch(second.said, /Setup code/);
  assert.equal(await box.ca(), ca);
  const audit = await ask(`${second.url}/api/v1/audit`, ca, { key: rolled.key });
  const entries = audit.data.data as { action: string; actor: { kind: string } }[];
  assert.deepEqual(
    entries.map(({ actor, action }) => `${actor.kind} ${action}`),
    [`cli keys roll ${rolled.id}`, "anonymous POST /api/v1/session", "key POST /api/v1/session"],
  );
  await end(second.child, "SIGTERM");

  const theirs = await command<{ action: string }[]>(box.dir, "audit", "--org", "acme");
  assert.deepEqual(
    theirs.map(({ action }) => action),
    ["orgs create acme"],
  );
});

test("without TLS there is no fingerprint to show", async (t) => {
  const dir = await tempDir(t);
  await writeFile(join(dir, "site.yaml"), `version: 1\ndata_dir: ${dir}/data\n`);
  const failed = await command(dir, "tls", "fingerprint").catch(
    (error: { stderr: string }) => error,
  );
  const { error } = JSON.parse((failed as { stderr: string }).stderr) as {
    error: { code: string; message: string };
  };
  assert.equal(error.code, "config_invalid");
  assert.match(error.message, /server\.tls\.mode/);
});
