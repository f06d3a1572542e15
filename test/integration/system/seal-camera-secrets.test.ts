import { migrations } from "../../../src/system/store/migrations/migrations.ts";
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Vault } from "../../../src/base/secrets/vault.ts";
import { JobSeal } from "../../../src/base/jobs/inputs/job-seal.ts";
import { migrate } from "../../../src/system/store/migrate.ts";
import { claimStore, readMark, storeVersion } from "../../../src/system/store/store-version.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { makeStore } from "../../support/store/make-store.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const url = "rtsp://10.0.0.9/live?user=a&password=s3cr3t&channel=1";
const shown = "rtsp://10.0.0.9/live?user=***&password=***&channel=1";
const input = { mode: "live", source: { kind: "rtsp", url, password: "f1eld" } };

/** Records as layout 1 had them, with others between them. */
const records: [key: (string | number)[], value: unknown][] = [
  ...Array.from({ length: 120 }, (_, n): [(string | number)[], unknown] => [
    ["acme", "aaa", n],
    { note: url },
  ]),
  [["acme", "event", 7], { type: "job.created", data: { source: { url } } }],
  [
    ["acme", "job", "j1"],
    { type: "surveillance.stream", inputEcho: { source: { type: "rtsp", url, sub_url: url } } },
  ],
  [
    ["acme", "job", "j2"],
    { type: "surveillance.stream", inputEcho: { source: { type: "file", url: "/media/a.mp4" } } },
  ],
  [["acme", "job-input", "j1"], { v: 1, input, attached: ["x"] }],
  [["acme", "job-input", "j3"], { v: 1, input: { prompt: "a street" } }],
  [["acme", "stream", "gate"], { source: { type: "rtsp", url, sub_url: url } }],
  [["acme", "view", "gate"], { sourceUrl: url, luma: "" }],
];

test("a store of layout 1 has its cameras' addresses and passwords sealed, and stays readable by layout 1", async (t) => {
  const store = await makeStore(t);
  const vault = new Vault({ path: join(await tempDir(t), "key"), make: true });
  await vault.start();
  await claimStore(store, 1);
  await store.transact((tx) => records.forEach(([key, value]) => tx.put(key, value)));
  await migrate(store, migrations, { vault });
  assert.deepEqual(readMark(store), { v: 1, version: storeVersion, readableFrom: 1 });
  await claimStore(store, 1);

  const get = (...key: string[]) => store.get<Record<string, unknown>>(["acme", ...key])!;
  const { sealed, ...rest } = get("job-input", "j1");
  assert.deepEqual(rest, { v: 1, attached: ["x"] });
  const job = { org: "acme", id: "j1" } as Parameters<JobSeal["openedInput"]>[0];
  assert.deepEqual(new JobSeal(vault).openedInput(job, sealed as never), input);
  assert.deepEqual(get("job-input", "j3"), { v: 1, input: { prompt: "a street" } });
  assert.deepEqual(get("stream", "gate"), { source: { type: "rtsp", url: shown, sub_url: shown } });
  assert.deepEqual(get("view", "gate"), { sourceUrl: shown, luma: "" });
  const atHost = "rtsp://10.0.0.9/***";
  assert.deepEqual(get("job", "j1")["inputEcho"], {
    source: { type: "rtsp", url: atHost, sub_url: atHost },
  });
  assert.deepEqual(get("job", "j2"), records.find(([key]) => key[2] === "j2")![1]);
  assert.deepEqual(store.get(["acme", "event", 7]), {
    type: "job.created",
    data: { source: { url: shown } },
  });
  assert.deepEqual(store.get(["acme", "aaa", 3]), { note: url }, "what is shown nowhere stays");
  assert.equal((await migrate(store, migrations, { vault })).steps.length, 0);
});

test("`migrate` seals with the key of the box, which it makes if there is none", async (t) => {
  const dir = await tempDir(t);
  const store = await makeStore(t, dir);
  await claimStore(store, 1);
  await store.transact((tx) => records.forEach(([key, value]) => tx.put(key, value)));
  await store.stop();
  const done = await gatehouse(["migrate", "--no-backup", "--json", "--data-dir", dir]);
  assert.equal(done.code, 0, done.stderr);
  assert.deepEqual((JSON.parse(done.stdout) as { to: number }).to, storeVersion);
  const vault = new Vault({ path: join(dir, "health-key"), make: false });
  await vault.start();
  const again = await makeStore(t, dir);
  const { sealed } = again.get<{ sealed: never }>(["acme", "job-input", "j1"])!;
  const job = { org: "acme", id: "j1" } as Parameters<JobSeal["openedInput"]>[0];
  assert.deepEqual(new JobSeal(vault).openedInput(job, sealed), input);
});
