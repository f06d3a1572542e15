import { migrations } from "../../../src/system/store/migrations/migrations.ts";
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { LmdbStore } from "../../../src/adapters/lmdb/lmdb-store.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import { migrate } from "../../../src/system/store/migrate.ts";
import { claimStore, readMark, storeVersion } from "../../../src/system/store/store-version.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { filesHolding } from "../../support/box/files-holding.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const secrets = ["s3cr3t-of-the-camera", "t0ken-of-the-receiver"];
const url = `rtsp://10.0.0.9/live?user=a&password=${secrets[0]}`;
const webhookUrl = `https://hooks.example.org/${secrets[1]}`;
const jobs = 150;

/** A store of layout 1 with secrets in entries and in pages that it has freed. */
async function plant(store: LmdbStore): Promise<void> {
  await claimStore(store, 1);
  for (const round of [1, 2]) {
    await store.transact((tx) => {
      for (let n = 0; n < jobs; n += 1) {
        const outputs = { delivery: ["webhook"], webhook_url: webhookUrl };
        tx.put(["acme", "job", `j${n}`], {
          type: "surveillance.stream",
          inputEcho: { source: { type: "rtsp", url }, outputs, stream_id: `s${n}` },
          round,
        });
        const input = { source: { kind: "rtsp", url }, settings: { webhookUrl }, round };
        tx.put(["acme", "job-input", `j${n}`], { v: 1, input });
      }
      tx.put(["acme", "job", "run"], {
        type: "run",
        inputEcho: { steps: [{ input: { outputs: { webhook_url: webhookUrl, format: "full" } } }] },
      });
    });
  }
}

test("after `migrate`, no file of the data directory holds a secret that was stored in clear before", async (t) => {
  const dir = await tempDir(t);
  const store = await makeStore(t, dir);
  await plant(store);
  await store.copyTo(join(dir, "store-copy"));
  await store.stop();
  await mkdir(join(dir, ".unfinished-rewrite/store"), { recursive: true });
  await writeFile(join(dir, ".unfinished-rewrite/store/data.mdb"), "of a run that was killed");
  const before = await filesHolding(dir, secrets);
  assert.deepEqual(before, ["store-copy/data.mdb", "store/data.mdb"]);

  const done = await gatehouse(["migrate", "--json", "--data-dir", dir]);
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stderr, /before-layout-/, "a backup was there meanwhile");
  assert.deepEqual(await filesHolding(dir, [...secrets, "of a run that was killed"]), []);

  const again = await makeStore(t, dir);
  assert.deepEqual(readMark(again), { v: 1, version: storeVersion, readableFrom: 1 });
  assert.equal(again.count(["acme", "job"]), jobs + 1);
  assert.deepEqual(again.get<{ inputEcho: object }>(["acme", "job", "j7"])!.inputEcho, {
    source: { type: "rtsp", url: "rtsp://10.0.0.9/***" },
    outputs: { delivery: ["webhook"] },
    stream_id: "s7",
  });
  assert.deepEqual(again.get<{ inputEcho: object }>(["acme", "job", "run"])!.inputEcho, {
    steps: [{ input: { outputs: { format: "full" } } }],
  });
});

test("a rewrite that fails leaves the store as it was, and the next run ends it", async (t) => {
  const dir = await tempDir(t);
  const store = await makeStore(t, dir);
  await plant(store);
  const vault = new Vault({ path: join(dir, "health-key"), make: true });
  await vault.start();
  const rewrite = store.rewrite.bind(store);
  store.rewrite = () => Promise.reject(new Error("no room"));
  await assert.rejects(migrate(store, migrations, { vault }), /no room/);
  assert.equal(readMark(store).version, storeVersion - 1);
  await claimStore(store);
  store.rewrite = rewrite;
  await migrate(store, migrations, { vault });
  assert.equal(readMark(store).version, storeVersion);
  assert.deepEqual(await filesHolding(dir, secrets), []);
  await store.transact((tx) => tx.put(["acme", "later"], 1));
  assert.equal(store.get(["acme", "later"]), 1, "the store goes on with its new file");
  await store.stop();
  const opened = await makeStore(t, dir);
  assert.equal(opened.get(["acme", "later"]), 1);
});
