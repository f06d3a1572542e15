import assert from "node:assert/strict";
import { mkdir, open, stat, symlink, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { askAppliance } from "../../../src/system/admin/admin-client.ts";
import { AdminServer } from "../../../src/system/admin/admin-server.ts";
import { type Accounts, makeAccounts } from "../../../src/base/people/accounts.ts";
import { type Person, principalOf } from "../../../src/base/people/person.ts";
import { Sessions } from "../../../src/base/keys/sessions.ts";
import { SimpleWebAuthn } from "../../../src/adapters/webauthn/simple-webauthn.ts";
import { PeopleAdmin } from "../../../src/system/admin/people-admin.ts";
import { KeyAdmin } from "../../../src/system/admin/key-admin.ts";
import { systemClock } from "../../../src/base/core/clock.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { ApiKeys } from "../../../src/base/keys/api-keys.ts";
import { AuditLog } from "../../../src/base/keys/audit-log.ts";
import { EgressLog } from "../../../src/uplink/egress-log.ts";
import { SetupCode } from "../../../src/base/keys/setup-code.ts";
import { Organisations } from "../../../src/base/keys/organisations.ts";
import { statusLines } from "../../../src/cli/commands/status.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { egressPage } from "../../../src/uplink/egress-wire.ts";
import type { LogPageQuery } from "../../../src/base/events/numbered-log.ts";

const launcher = fileURLToPath(new URL("../../../scripts/gatehouse", import.meta.url));

/** The parts of an appliance that the command line talks to, in this process. */
async function serve(t: TestContext, dataDir: string): Promise<ApiKeys> {
  return (await serveAll(t, dataDir)).keys;
}

async function serveAll(
  t: TestContext,
  dataDir: string,
): Promise<{ keys: ApiKeys; accounts: Accounts; sessions: Sessions }> {
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
  await store.start();
  const parts = { store, clock: systemClock };
  const keys = new ApiKeys(parts);
  const orgs = new Organisations(parts);
  const retention = { maxAgeMs: 86_400_000, maxCount: 1000 };
  const audit = new AuditLog({ ...parts, log: silentLogger, retention });
  const egress = new EgressLog({ ...parts, log: silentLogger, retention });
  const accounts = makeAccounts({ ...parts, verifier: new SimpleWebAuthn() });
  const people = new PeopleAdmin({ accounts, audit });
  const codes = new SetupCode({ clock: systemClock, keys, org: "default" });
  const setup = { codes, org: "default" };
  const list = (org: string, query: LogPageQuery) => egressPage(egress, org, query);
  const server = new AdminServer({
    dataDir,
    keys: new KeyAdmin({ keys, orgs, audit, egressPage: list, setup, people, clock: systemClock }),
    status: () => ({ url: "http://127.0.0.1:1", streams: 2 }),
    log: silentLogger,
  });
  await server.start();
  t.after(async () => {
    await server.stop();
    await store.stop();
  });
  const sessions = new Sessions({ ...parts, keys, people: accounts.people });
  return { keys, accounts, sessions };
}

/** An account with the password `old password of anna`. */
async function makeAnna({ people, passwords }: Accounts): Promise<Person> {
  const password = await passwords.hash("old password of her", "Anna");
  const more = { org: "default", role: "admin", cameras: null, createdBy: null } as const;
  return await people.create({ name: "Anna", password, ...more });
}

const fromHere = { address: "127.0.0.1" };

test("people reset gives a new password while the appliance is stopped", async (t) => {
  const dataDir = await tempDir(t);
  const open = async () => {
    const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: systemClock });
    await store.start();
    return {
      store,
      accounts: makeAccounts({ store, clock: systemClock, verifier: new SimpleWebAuthn() }),
    };
  };
  const before = await open();
  await makeAnna(before.accounts);
  await before.store.stop();
  const where = ["--data-dir", dataDir, "--json"];
  const listed = await gatehouse(["people", "list", ...where]);
  assert.equal(JSON.parse(listed.stdout)[0]?.name, "Anna", listed.stderr);
  const reset = await gatehouse(["people", "reset", "anna", ...where]);
  const { password } = JSON.parse(reset.stdout) as { password: string };
  assert.match(password, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/);
  const unknown = await gatehouse(["people", "reset", "nobody", ...where]);
  assert.match(unknown.stderr, /there is no such account/);
  const after = await open();
  t.after(() => after.store.stop());
  const { signIn } = after.accounts;
  assert.equal((await signIn.withPassword("Anna", password, fromHere)).name, "Anna");
  const old = signIn.withPassword("Anna", "old password of her", fromHere);
  await assert.rejects(old, { code: "invalid_credentials" });
});

test("people reset ends sessions and the wait after wrong passwords on a running box", async (t) => {
  const dataDir = await tempDir(t);
  const { accounts, sessions } = await serveAll(t, dataDir);
  const anna = await makeAnna(accounts);
  const opened = await sessions.open(principalOf(anna), { method: "password" });
  const { signIn } = accounts;
  for (let count = 0; count < 5; count += 1) {
    const wrong = signIn.withPassword("Anna", "wrong wrong wrong", fromHere);
    await assert.rejects(wrong, { code: "invalid_credentials" });
  }
  const locked = signIn.withPassword("Anna", "old password of her", fromHere);
  await assert.rejects(locked, { code: "rate_limited" });
  const reset = await gatehouse(["people", "reset", "Anna", "--data-dir", dataDir]);
  assert.equal(reset.code, 0, reset.stderr);
  assert.throws(() => sessions.resolve(opened.id), { code: "session_expired" });
  const password = reset.stdout.trim();
  assert.equal((await signIn.withPassword("Anna", password, fromHere)).id, anna.id);
});

test("makes, lists and revokes keys while the appliance is stopped", async (t) => {
  const dataDir = join(await tempDir(t), "data");
  const where = ["--data-dir", dataDir, "--json"];
  const made = await gatehouse([
    "keys",
    "create",
    "--preset",
    "viewer",
    "--name",
    "wall",
    ...where,
  ]);
  assert.equal(made.code, 0, made.stderr);
  const key = JSON.parse(made.stdout) as { id: string; key: string; scopes: string[] };
  assert.match(key.key, /^svk_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/);
  const listed = await gatehouse(["keys", "list", ...where]);
  assert.deepEqual(
    (JSON.parse(listed.stdout) as { id: string; state: string }[]).map(({ id, state }) => ({
      id,
      state,
    })),
    [{ id: key.id, state: "active" }],
  );
  assert.ok(!listed.stdout.includes(key.key), "the secret is shown once");
  const revoked = await gatehouse(["keys", "revoke", key.id, ...where]);
  assert.equal((JSON.parse(revoked.stdout) as { state: string }).state, "revoked");
});

test("works through the socket while the appliance runs, and its keys are good at once", async (t) => {
  const dataDir = await tempDir(t);
  const keys = await serve(t, dataDir);
  const where = ["--data-dir", dataDir, "--json"];
  const made = await gatehouse([
    "keys",
    "create",
    "--scopes",
    "jobs:read",
    "--expires",
    "2h",
    ...where,
  ]);
  assert.equal(made.code, 0, made.stderr);
  const { key, id, expires_at: expiresAt, created_at: createdAt } = JSON.parse(made.stdout);
  assert.deepEqual(keys.verify(key).scopes, ["jobs:read"]);
  assert.equal(expiresAt - createdAt, 7200);
  const endless = await gatehouse(["keys", "create", "--expires", "never", ...where]);
  assert.equal(JSON.parse(endless.stdout).expires_at, null, endless.stderr);
  assert.equal((await gatehouse(["keys", "revoke", id, ...where])).code, 0);
  assert.throws(() => keys.verify(key), /revoked/);
  const status = await gatehouse(["status", ...where]);
  assert.equal(status.code, 0);
  assert.deepEqual(JSON.parse(status.stdout), {
    running: true,
    data_dir: dataDir,
    url: "http://127.0.0.1:1",
    streams: 2,
  });
});

test("status for people is short lines: names of things, counts of the rest, alarms in words", () => {
  const lines = statusLines({
    running: true,
    started_at: 1_795_344_000,
    vision: { models: [{ name: "nano", labels: ["person"] }, { name: "motion" }], used: {} },
    machine: { load: [0.5, 1], temperature: null },
    alarm_outlets: { recent: [{ alarm_id: "a" }, { alarm_id: "b" }] },
    alarms: [{ code: "disk_low", severity: "warning", message: "Little room is left" }],
  });
  assert.deepEqual(
    lines.map((line) => line.split(/ {2,}/)),
    [
      ["running", "true"],
      ["started_at", "2026-11-22 10:40 UTC"],
      ["vision.models", "nano, motion"],
      ["vision.used", "none"],
      ["machine.load", "0.5, 1"],
      ["machine.temperature", "-"],
      ["alarm_outlets.recent", "2 (--json shows them)"],
      ["warning disk_low", "Little room is left"],
    ],
  );
});

test("says in status, by exit code and in JSON, that nothing runs", async (t) => {
  const dataDir = await tempDir(t);
  const status = await gatehouse(["status", "--data-dir", dataDir, "--json"]);
  assert.equal(status.code, 1);
  assert.deepEqual(JSON.parse(status.stdout), { running: false, data_dir: dataDir });
});

test("a demo on an address that is no camera's does not start, and does not repeat the address", async (t) => {
  const where = ["--data-dir", await tempDir(t), "--port", "0"];
  const tried = await gatehouse(["demo", "--rtsp", "http://u:s3cret@10.0.0.1/x", ...where]);
  assert.equal(tried.code, 1);
  assert.match(tried.stderr, /--rtsp: starts with `http:`/);
  assert.ok(!tried.stderr.includes("s3cret"));
});

test("tells failures (1) from misuse (2), with a coded error as JSON", async (t) => {
  const dataDir = await tempDir(t);
  const where = ["--data-dir", dataDir, "--json"];
  const unknown = await gatehouse(["keys", "revoke", "AAAAAAAAAAAA", ...where]);
  assert.equal(unknown.code, 1);
  assert.equal(JSON.parse(unknown.stderr).error.code, "not_found");
  const scope = await gatehouse(["keys", "create", "--scopes", "jobs:fly", ...where]);
  assert.equal(scope.code, 1);
  assert.equal(JSON.parse(scope.stderr).error.param, "scopes");
  const org = await gatehouse(["keys", "list", "--org", "nobody", ...where]);
  assert.deepEqual([org.code, JSON.parse(org.stderr).error.param], [1, "org"]);
  for (const args of [
    [],
    ["frob"],
    ["keys", "create", "--preset", "god"],
    ["keys", "create", "--expires", "soon"],
    ["keys", "roll", "AAAAAAAAAAAA", "--grace", "8d"],
  ]) {
    assert.equal((await gatehouse(args)).code, 2, args.join(" "));
  }
  assert.equal((await gatehouse(["--help"])).code, 0);
});

test("prints a setup code of the running appliance, notes it, and says so while it is stopped", async (t) => {
  const dataDir = join(await tempDir(t), "data");
  const stopped = await gatehouse(["setup-code", "--data-dir", dataDir, "--json"]);
  assert.equal(stopped.code, 1);
  assert.equal(JSON.parse(stopped.stderr).error.code, "not_ready");
  await serve(t, dataDir);
  const shown = await gatehouse(["setup-code", "--data-dir", dataDir]);
  assert.match(shown.stdout, /^\d{4} \d{4}\n$/);
  assert.match(shown.stderr, /15 minutes/);
  const audit = await gatehouse(["audit", "--data-dir", dataDir, "--json"]);
  assert.match(audit.stdout, /"setup-code issue"/);
});

test("checks a configuration file: exit code, lines, JSON", async (t) => {
  const file = join(await tempDir(t), "site.yaml");
  await writeFile(file, "server:\n  prot: 1\nlog: 5\n");
  const text = await gatehouse(["config", "check", file]);
  assert.equal(text.code, 1);
  assert.match(text.stdout, /site\.yaml:2: server\.prot: is no setting; did you mean port\?/);
  const json = await gatehouse(["config", "check", file, "--json"]);
  const checked = JSON.parse(json.stdout) as { valid: boolean; problems: unknown[] };
  assert.deepEqual([checked.valid, checked.problems.length, json.code], [false, 2, 1]);
  await writeFile(file, "log: { level: warn }\n");
  assert.equal((await gatehouse(["config", "check", file])).code, 0);
  const bad = await gatehouse(["serve", "--config", "/nowhere/site.yaml"]);
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /there is no such file/);
});

test("runs from any directory and through a symbolic link", async (t) => {
  const dir = await tempDir(t);
  const link = join(dir, "gatehouse");
  await symlink(launcher, link);
  const ended = await gatehouse(["--version"], { cwd: dir, command: link });
  assert.match(ended.stdout, /^\d+\.\d+\.\d+\n$/);
});

test("the socket is for its owner alone, survives nonsense, and replaces a dead one", async (t) => {
  const dataDir = join(await tempDir(t), "d".repeat(120));
  await mkdir(dataDir);
  await writeFile(join(dataDir, "admin.sock"), "");
  await serve(t, dataDir);
  const { mode } = await stat(join(dataDir, "admin.sock"));
  assert.equal(mode & 0o777, 0o600);
  for (const nonsense of [
    "nonsense\n",
    '{"method":5}\n',
    "null\n",
    '{"method":"x","params":7}\n',
  ]) {
    const answer = await tell(dataDir, nonsense);
    assert.match(answer, /^\{"error":\{"code":"invalid_json"/, nonsense);
  }
  assert.match(await tell(dataDir, '{"method":"frob"}\n'), /not_found/);
  const flood = await tell(dataDir, "x".repeat(5 * 1024 * 1024));
  assert.equal(flood, "", "a request without an end is cut");
  const outcome = await askAppliance(dataDir, { method: "status", params: {} });
  assert.equal(outcome.isRunning, true);
});

test("finds nobody where there is no socket, and where there is no directory", async (t) => {
  const dataDir = await tempDir(t);
  for (const dir of [dataDir, join(dataDir, "none")]) {
    const outcome = await askAppliance(dir, { method: "status", params: {} });
    assert.deepEqual(outcome, { isRunning: false });
  }
});

/** Sends raw text to the socket (reached through /proc, for the path is long) and reads to the end. */
async function tell(dataDir: string, text: string): Promise<string> {
  const dir = await open(dataDir, "r");
  const socket = createConnection(`/proc/self/fd/${dir.fd}/admin.sock`);
  let answer = "";
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => (answer += chunk.toString()));
  socket.write(text);
  await closed;
  await dir.close();
  return answer;
}
