import { LiveSettings } from "../../../src/base/settings/live-settings.ts";
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { text } from "node:stream/consumers";
import { DirectoryLock } from "../../../src/adapters/lmdb/directory-lock.ts";
import { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { loadConfig } from "../../../src/system/config/load.ts";
import type { GatehouseError } from "../../../src/base/core/errors.ts";
import { silentLogger } from "../../../src/base/core/logger.ts";
import { type Part, PartStack } from "../../../src/base/core/parts.ts";
import { startRescue } from "../../../src/system/rescue/module.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Rig {
  url: string;
  dataDir: string;
  code: string;
  /** Every error that would have ended the process. */
  fatal: GatehouseError[];
  /** Waits for the end of a restore, and then for that of the process. */
  restarted(): Promise<void>;
  ask(how: {
    method?: string;
    path: string;
    headers?: Record<string, string>;
    body?: string;
  }): Promise<Answer>;
  begin(body: object, headers?: Record<string, string>): Promise<Answer>;
}

/** A damaged store with a checked copy, and the rescue in its place. */
async function rescue(t: TestContext, settings: Record<string, string> = {}): Promise<Rig> {
  // Before the folder goes: stopping waits for a restore that writes there.
  const stack = new PartStack(silentLogger);
  t.after(() => stack.stop());
  const dataDir = await tempDir(t);
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock });
  await store.start();
  await store.transact((tx) => tx.put(["box", "x"], "kept"));
  await store.stop();
  const file = join(dataDir, "store", "data.mdb");
  const whole = await readFile(file);
  await mkdir(join(dataDir, "store-copy"));
  await writeFile(join(dataDir, "store-copy", "data.mdb"), whole);
  await writeFile(file, Buffer.alloc(whole.length, 0xa5));
  const error = await new LmdbStore({ dir: dataDir, log: silentLogger, clock }).start().then(
    () => assert.fail("the store is whole"),
    (reason: GatehouseError) => reason,
  );
  assert.equal(error.code, "store_damaged");

  const all = { data_dir: dataDir, "server.port": "0", ...settings };
  const overrides = Object.entries(all).map(([path, value]) => ({
    name: path,
    path: path.split("."),
    text: value,
  }));
  const { config, settings: site } = await loadConfig({ file: null, environment: {}, overrides });
  const fatal: GatehouseError[] = [];
  const options = {
    config,
    live: new LiveSettings(config),
    settings: site,
    clock,
    log: silentLogger,
    keepSecret: () => undefined,
    onFatal: (reason: GatehouseError) => void fatal.push(reason),
    restart: () => undefined,
  };
  const start = <P extends Part>(name: string, part: P): Promise<P> =>
    stack.start(name, part, new AbortController().signal);
  const { server, code } = await startRescue(start, options, error);
  const ask: Rig["ask"] = ({ method = "GET", path, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const url = new URL(path, server.url());
      const send = url.protocol === "https:" ? secureRequest : plainRequest;
      const sent = send(url, { method, headers, rejectUnauthorized: false }, (reply) => {
        const { statusCode: status = 0, headers: received } = reply;
        text(reply).then((said) => resolve({ status, headers: received, text: said }), reject);
      });
      sent.on("error", reject).end(body);
    });
  const begin: Rig["begin"] = (body, headers = {}) =>
    ask({ method: "POST", path: "/rescue/restore", headers, body: JSON.stringify(body) });
  const restarted = async (): Promise<void> => {
    await until(async () => (await ask({ path: "/rescue" })).text.includes('"state":"done"'));
    assert.deepEqual(fatal, []);
    clock.advance(10_000);
    assert.equal(fatal.length, 1);
  };
  return { url: server.url(), dataDir, code, fatal, ask, begin, restarted };
}

const codeOf = ({ text: body }: Answer): string =>
  (JSON.parse(body) as { error: { code: string } }).error.code;

test("the rescue answers only under the box's names and to its own page", async (t) => {
  const { ask, begin, code, fatal } = await rescue(t);
  const foreign = await ask({ path: "/", headers: { host: "evil.example", accept: "text/html" } });
  assert.deepEqual([foreign.status, codeOf(foreign)], [421, "host_not_allowed"]);
  const right = { code, source: "copy" };
  const rebound = await begin(right, { host: "evil.example" });
  assert.deepEqual([rebound.status, codeOf(rebound)], [421, "host_not_allowed"]);
  for (const headers of [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
  ] as Record<string, string>[]) {
    const sent = await begin(right, headers);
    assert.deepEqual([sent.status, codeOf(sent)], [403, "csrf_rejected"]);
  }
  const page = await ask({ path: "/", headers: { accept: "text/html" } });
  assert.match(String(page.headers["content-security-policy"]), /default-src 'none'.*form-action/);
  assert.equal(page.headers["cache-control"], "no-store");
  assert.deepEqual(fatal, []);
});

test("bodies that are too large, no JSON or incomplete are refused by name and count as no guess", async (t) => {
  const { ask, begin, code } = await rescue(t);
  const post = { method: "POST", path: "/rescue/restore" };
  const large = await ask({ ...post, body: "x".repeat(10_000) });
  assert.deepEqual([large.status, codeOf(large)], [413, "request_too_large"]);
  assert.equal(codeOf(await ask({ ...post, body: "{" })), "invalid_json");
  for (let n = 0; n < 12; n += 1) {
    assert.equal(codeOf(await begin({ source: "copy" })), "invalid_request_body");
  }
  assert.equal((await begin({ code, source: "copy" })).status, 202);
});

test("ten wrong codes from one address shut the page's form for a minute, for the right code, too", async (t) => {
  const { begin, ask, code, dataDir } = await rescue(t);
  const wrong = { code: code.split("").toReversed().join(""), source: "copy" };
  for (let n = 0; n < 10; n += 1) assert.equal((await begin(wrong)).status, 401);
  const shut = await begin({ code, source: "copy" });
  assert.deepEqual([shut.status, codeOf(shut)], [429, "rate_limited"]);
  assert.equal(shut.headers["retry-after"], "60");
  const form = await ask({
    method: "POST",
    path: "/rescue/restore",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ code, source: "copy" }).toString(),
  });
  assert.equal(form.status, 429);
  assert.match(form.text, /role="alert">code: this address gave too many wrong codes/);
  const stored = await readFile(join(dataDir, "store", "data.mdb"));
  assert.ok(stored.every((byte) => byte === 0xa5));
});

test("one restore runs at a time, tells how far it is, ends the process once and spends the code", async (t) => {
  const { begin, ask, code, dataDir, restarted } = await rescue(t);
  const right = { code, source: "copy" };
  const both = await Promise.all([begin(right), begin(right)]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [202, 409]);
  const { data } = JSON.parse((await ask({ path: "/rescue" })).text) as {
    data: { state: string; source: string; stage: string };
  };
  assert.deepEqual([data.source, typeof data.stage], ["copy", "string"]);
  await restarted();
  assert.equal(codeOf(await begin(right)), "invalid_rescue_code");
  const store = new LmdbStore({ dir: dataDir, log: silentLogger, clock: new FakeClock(0) });
  await store.start();
  const stored = store.get(["box", "x"]);
  // An open store keeps the process from ending.
  await store.stop();
  assert.equal(stored, "kept");
});

test("a restore while a command restores is refused by the lock, and the code stays good", async (t) => {
  const { begin, ask, code, dataDir, restarted } = await rescue(t);
  const lock = new DirectoryLock(dataDir);
  lock.take();
  assert.equal((await begin({ code, source: "copy" })).status, 202);
  const state = async (): Promise<{ state: string; problem: string }> =>
    (
      JSON.parse((await ask({ path: "/rescue" })).text) as {
        data: { state: string; problem: string };
      }
    ).data;
  await until(async () => (await state()).state === "failed");
  assert.match((await state()).problem, /data directory: another appliance/);
  lock.release();
  assert.equal((await begin({ code, source: "copy" })).status, 202);
  await restarted();
});

test("the rescue of a box with TLS takes the code over TLS only", async (t) => {
  const { url, begin, code, restarted } = await rescue(t, { "server.tls.mode": "site" });
  assert.match(url, /^https:/);
  await assert.rejects(
    fetch(`${url.replace("https:", "http:")}/rescue/restore`, {
      method: "POST",
      body: JSON.stringify({ code, source: "copy" }),
    }),
  );
  assert.equal((await begin({ code, source: "copy" })).status, 202);
  await restarted();
});
