import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { sha256Of } from "../../../src/perception/models/checksum.ts";
import { startAppliance } from "../../support/box/appliance.ts";
import { installDog } from "../../support/inference/dog-model.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";

const launcher = fileURLToPath(new URL("../../../scripts/gatehouse", import.meta.url));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** A box in a folder of its own: its configuration, an empty folder of shipped models, a stick. */
async function makeBox(t: TestContext) {
  const dir = await tempDir(t);
  const [shipped, stick, dataDir] = ["shipped", "stick", "data"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [join(shipped, "catalogue"), stick, dataDir]) {
    mkdirSync(made, { recursive: true });
  }
  const yaml = `models: { dir: ${shipped} }`;
  const config = join(dir, "site.yaml");
  writeFileSync(config, `version: 1\ndata_dir: ${dataDir}\n${yaml}\n`);
  const models = (...args: string[]): Promise<Ended> =>
    new Promise((resolve) => {
      const all = ["models", ...args, "--config", config, "--json"];
      execFile(launcher, all, { timeout: 120_000 }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
      });
    });
  return { shipped, stick, dataDir, yaml, models };
}

function json<T>({ stdout }: Ended): T {
  return JSON.parse(stdout) as T;
}

function errorOf({ stderr }: Ended): { code: string; message: string; details?: unknown[] } {
  const last = stderr.trim().split("\n").at(-1)!;
  return (JSON.parse(last) as { error: { code: string; message: string } }).error;
}

interface Listing {
  default: string;
  models: { name: string; state: string; default: boolean; used: boolean; bytes: number | null }[];
}

/** Puts `name` into the catalogue, at the address of a server that serves its net. */
async function offer(
  t: TestContext,
  box: { shipped: string; stick: string },
  change: { sha256?: string } = {},
): Promise<string> {
  installDog(box.stick, "dog");
  const net = readFileSync(join(box.stick, "dog.onnx"));
  const server = createServer((_, response) => response.end(net));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const card = JSON.parse(readFileSync(join(box.stick, "dog.yaml"), "utf8")) as object;
  const { file: _file, sha256: _sha256, ...rest } = card as Record<string, unknown>;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dog.onnx`;
  const entry = { ...rest, download: { url, ...change } };
  writeFileSync(join(box.shipped, "catalogue/dog.yaml"), JSON.stringify(entry));
  return sha256Of(net);
}

test("a model of the catalogue is pulled once a person has said its sha256", async (t) => {
  const box = await makeBox(t);
  const sha256 = await offer(t, box);
  const asked = await box.models("pull", "dog");
  assert.equal(asked.code, 1);
  assert.equal(errorOf(asked).code, "model_not_accepted");
  assert.ok(errorOf(asked).message.includes(`--accept-sha256 ${sha256}`));
  const wrong = await box.models("pull", "dog", "--accept-sha256", "0".repeat(64));
  assert.equal(errorOf(wrong).code, "model_refused");
  assert.deepEqual(readdirSync(join(box.dataDir, "models")), [], "nothing is left of it");
  const pulled = await box.models("pull", "dog", "--accept-sha256", sha256);
  assert.equal(pulled.code, 0, pulled.stderr);
  assert.match(pulled.stderr, /"progress":\{"model":"dog","bytes":\d+/);
  assert.match(pulled.stdout, /"name": "dog"/);
});

test("a download that is not what the catalogue says is refused", async (t) => {
  const box = await makeBox(t);
  await offer(t, box, { sha256: "1".repeat(64) });
  const listed = json<Listing>(await box.models("list")).models;
  assert.deepEqual(
    listed.map(({ name, state }) => [name, state]),
    [["dog", "available"]],
  );
  const refused = await box.models("pull", "dog");
  assert.equal(errorOf(refused).code, "model_refused");
  assert.match(errorOf(refused).message, /not 1{64}/);
  const nobody = ["--url", "http://127.0.0.1:65535/dog.onnx", "--timeout", "1"];
  const silent = await box.models("pull", "dog", ...nobody);
  assert.deepEqual([silent.code, errorOf(silent).code], [1, "download_failed"]);
  assert.equal((await box.models("pull", "dog", "--url", "dog.onnx")).code, 2);
});

test("a stopped box takes a stick, checks, chooses and measures", async (t) => {
  const box = await makeBox(t);
  installDog(box.stick, "dog");
  const added = await box.models("add", box.stick);
  assert.equal(added.code, 0, added.stderr);
  const used = await box.models("use", "dog");
  assert.deepEqual(json(used), { default: "dog", chosen: "dog" });
  const listing = json<Listing>(await box.models("list"));
  const [dog] = listing.models;
  assert.deepEqual([listing.default, dog!.default, dog!.state], ["dog", true, "verified"]);
  const [row] = json<{ executor: string; median_ms: number; frames_per_second: number }[]>(
    await box.models("bench", "dog"),
  );
  assert.ok(row!.executor.startsWith("onnx"));
  assert.ok(row!.median_ms > 0 && row!.frames_per_second > 0);
  const net = readdirSync(join(box.dataDir, "models")).find((name) => name.endsWith(".onnx"))!;
  writeFileSync(join(box.dataDir, "models", net), "rotten");
  const found = await box.models("verify");
  assert.equal(found.code, 1);
  assert.deepEqual(json(found), [{ name: "dog", state: "quarantined", file: net }]);
  assert.deepEqual(json(await box.models("use", "--configured")), {
    default: "auto",
    chosen: null,
  });
});

test("a running box takes a model, watches with it, and tells when its file rots", async (t) => {
  const box = await makeBox(t);
  const appliance = await startAppliance({ dataDir: box.dataDir, yaml: box.yaml });
  t.after(() => appliance.stop());
  installDog(box.stick, "dog");
  assert.equal((await box.models("add", box.stick)).code, 0);
  const used = json<{ default: string }>(await box.models("use", "dog"));
  assert.equal(used.default, "dog");
  const system = async () => (await appliance.get("/api/v1/system")).body.data;
  const labelsOf = async (): Promise<string[] | undefined> => {
    const known = (await system()).vision.models as { name: string; labels: string[] }[];
    return known.find(({ name }) => name === "dog")?.labels;
  };
  // A child that has to start again shows its models a moment later.
  await until(async () => (await labelsOf()) !== undefined);
  assert.deepEqual(await labelsOf(), ["cat", "dog"]);
  const refused = await box.models("use", "no-such-model");
  assert.equal(errorOf(refused).code, "model_unavailable");
  assert.equal((await system()).models.default, "dog");
  const net = readdirSync(join(box.dataDir, "models")).find((name) => name.endsWith(".onnx"))!;
  writeFileSync(join(box.dataDir, "models", net), "rotten");
  assert.equal((await box.models("verify")).code, 1);
  const incidents = async () =>
    (await appliance.get("/api/v1/surveillance/incidents?type=model_corrupt")).body.data.data;
  await until(async () => (await incidents()).length === 1, { what: "the incident" });
  const [incident] = await incidents();
  assert.deepEqual([incident.state, incident.severity], ["open", "critical"]);
  assert.equal((await system()).models.damaged[0].name, "dog");
  assert.equal((await box.models("use", "dog")).code, 0, "what is loaded stays loaded");
  const resolved = await appliance.post(`/api/v1/surveillance/incidents/${incident.id}/resolve`);
  assert.equal(resolved.status, 200);
});
