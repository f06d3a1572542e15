import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { SealedAssets } from "../../../src/base/assets/sealed-assets.ts";
import { Vault } from "../../../src/base/secrets/vault.ts";
import { signedFiles } from "../../../src/perception/evidence/box-evidence.ts";
import { edfFile } from "../../support/health/edf-writer.ts";
import { Rig } from "../../support/http/rig.ts";

describe("jobs about somebody's health", () => {
  const vault = new Vault({
    path: join(mkdtempSync(join(tmpdir(), "gatehouse-")), "key"),
    make: true,
  });
  const noClips = { open: () => Promise.resolve(undefined) };
  const rig: Rig = new Rig({
    files: {
      openSigned: (address) => signedFiles(rig.assets, sealed, noClips).openSigned(address),
    },
  });
  const sealed = new SealedAssets(rig.assets, vault);
  before(async () => {
    await vault.start();
    await rig.start();
  });
  after(() => rig.stop());

  async function made(body: object = { gad7: [1, 1, 1, 1, 1, 1, 1], metadata: { a: "canary" } }) {
    const answer = await rig.post("/api/v1/clinical/wellness", body);
    assert.equal(answer.status, 202, answer.text);
    const id = answer.json.data.job_id as string;
    await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true`);
    return id;
  }

  async function readings(id: string): Promise<[string, number][]> {
    const { json } = await rig.ask("/api/v1/audit?limit=100");
    const entries = json.data.data as { action: string; outcome: { status: number } }[];
    return entries
      .filter(({ action }) => action === `GET /api/v1/jobs/${id}`)
      .map(({ action, outcome }) => [action.slice(0, 3), outcome.status]);
  }

  test("are read with the scope of their area only, and each reading is audited", async () => {
    const id = await made();
    const plain = await rig.newKey(["jobs:read", "health:read"]);
    const clinical = await rig.newKey(["jobs:read", "clinical:read"]);
    const refused = await rig.ask(`/api/v1/jobs/${id}`, { key: plain });
    assert.deepEqual([refused.status, refused.json.error.code], [403, "insufficient_scope"]);
    assert.equal(refused.json.error.details[0].message, "clinical:read");
    const waited = await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true`, { key: plain });
    assert.equal(waited.status, 403);
    const expanded = await rig.ask(`/api/v1/jobs/${id}?expand=diagnostics`, { key: plain });
    assert.equal(expanded.status, 403);
    const read = await rig.ask(`/api/v1/jobs/${id}`, { key: clinical });
    assert.equal(read.json.data.payload.output.local.scores.gad7.score, 7);
    assert.equal(read.json.data.metadata.a, "canary");
    const outcomes = (await readings(id)).map(([, status]) => status).toSorted();
    assert.deepEqual(outcomes, [200, 200, 403, 403, 403]);
  });

  test("have pictures whose reading by a signed address is audited too, and which nobody keeps a copy of", async () => {
    const picture = { bytes: Buffer.from("0123456789"), mime: "image/png", ext: "png" };
    const url = await sealed.put({ org: "default", jobId: "j", ...picture });
    const address = url.slice(rig.server.url().length);
    const whole = await rig.ask(address, { key: null });
    assert.deepEqual([whole.status, whole.text], [200, "0123456789"]);
    assert.deepEqual(
      [whole.headers["content-type"], whole.headers["cache-control"]],
      ["image/png", "no-store"],
    );
    const part = await rig.ask(address, { key: null, headers: { range: "bytes=2-4" } });
    assert.deepEqual([part.status, part.text], [206, "234"]);
    const wrong = await rig.ask(`${address}x`, { key: null });
    assert.equal(wrong.status, 404);
    const { json } = await rig.ask("/api/v1/audit?limit=100");
    const read = (json.data.data as { action: string; actor: { kind: string } }[]).filter(
      ({ action }) => action === `GET ${address.split("?")[0]}`,
    );
    assert.deepEqual(
      read.map(({ actor }) => actor.kind),
      ["anonymous", "anonymous"],
    );
  });

  test("show their state only in lists, and when they are cancelled", async () => {
    const id = await made();
    for (const path of ["/api/v1/jobs", "/api/v1/jobs?type=clinical.wellness"]) {
      const { text, json } = await rig.ask(path);
      const found = json.data.data.find((each: { id: string }) => each.id === id);
      assert.deepEqual(found.payload, { phase: "done", input: {} });
      assert.ok(!text.includes("canary"));
    }
    const cancelled = await rig.ask(`/api/v1/jobs/${id}/cancel`, { method: "POST" });
    assert.equal(cancelled.status, 200);
    assert.ok(!cancelled.text.includes("canary"));
  });

  /** Of a file that may get its final name, or go, at any moment. */
  function bytesOf(path: string): Buffer {
    try {
      return readFileSync(path);
    } catch {
      return Buffer.alloc(0);
    }
  }

  test("have their large strings encrypted while they come in", async () => {
    const label = "canary-in-label";
    const samples = Array.from({ length: 60_000 }, (_, at) => (at * 31) % 2000);
    const data = edfFile({ records: 60, signals: [{ label, samples }] }).toString("base64");
    const seen: string[] = [];
    const look = setInterval(() => {
      for (const name of readdirSync(rig.blobDir)) {
        seen.push(name);
        assert.ok(!bytesOf(join(rig.blobDir, name)).includes(label), name);
      }
    }, 1);
    const answer = await rig.post("/api/v1/neural/decode", { signal_type: "eeg", data });
    assert.equal(answer.status, 202, answer.text);
    const id = answer.json.data.job_id as string;
    const { json } = await rig.ask(`/api/v1/jobs/${id}?wait_for_completion=true`);
    clearInterval(look);
    assert.equal(json.data.payload.output.signal.channels[0].label, label);
    assert.ok(seen.length > 0, "the blob was seen on the disk");
  });

  test("triage is off unless the site says otherwise", async () => {
    const input = { type: "eeg", data: "AAAA" };
    const { status, json } = await rig.post("/api/v1/health/analyze", { input });
    assert.deepEqual([status, json.error.code], [403, "health_triage_disabled"]);
    assert.match(json.error.message, /health\.triage/);
  });
});
