import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import sharp from "sharp";
import { operationsSource } from "../../scripts/client/operations.ts";
import { clientSource } from "../../scripts/client/generate.ts";
import type { OpenApiDocument } from "../../src/http/openapi/openapi.ts";
import { type Appliance, repoDir, startAppliance } from "../support/box/appliance.ts";

const run = promisify(execFile);
let box: Appliance;
let dir = "";

before(async () => {
  box = await startAppliance();
});
after(async () => {
  await box.stop();
  if (dir !== "") await rm(dir, { recursive: true, force: true });
});

test("the committed client is the one that this document makes; else run scripts/node scripts/client.ts", async () => {
  const document = (await (await box.fetch("/openapi.json")).json()) as OpenApiDocument;
  const committed = readFileSync(join(repoDir, "client/source/generated.ts"), "utf8");
  assert.equal(clientSource(document), committed);
  const operations = readFileSync(join(repoDir, "client/operations.json"), "utf8");
  assert.equal(operationsSource(document), operations);
});

/** What a user of the package writes; type-checked there and run on each Node.js. */
const userProgram = `
import assert from "node:assert/strict";
import { Gatehouse, GatehouseApiError, verifyWebhook, type Job } from "@gatehouse/client";

const [baseUrl = "", apiKey = "", picture = ""] = process.argv.slice(2);
const gatehouse = new Gatehouse({ baseUrl, apiKey });

const abort = new AbortController();
const made = await gatehouse.surveillance.createStream({
  input: { data: picture },
  context: { zones: { all: { xyxy: [0, 0, 1, 1] } } },
  behaviors: [{ type: "intrusion", zone: "all", classes: ["person"] }],
  model: "motion",
});
const job: Job = await gatehouse.jobs.wait(made.data.job_id, { timeoutMs: 60_000 });
assert.ok(["completed", "failed"].includes(job.status), job.status);

const key = crypto.randomUUID();
const body = { source: { type: "rtsp", url: "rtsp://127.0.0.1:9/none" } } as const;
const one = await gatehouse.surveillance.createStream(body, { idempotencyKey: key });
const two = await gatehouse.surveillance.createStream(body, { idempotencyKey: key });
assert.equal(two.data.job_id, one.data.job_id);
await gatehouse.jobs.cancelJob({ job_id: one.data.job_id });

try {
  await gatehouse.surveillance.getStream({ stream_id: "none" });
  assert.fail();
} catch (error) {
  assert.ok(error instanceof GatehouseApiError);
  if (error.code !== "not_found") throw error;
}

const pages = await gatehouse.jobs.listJobs({ limit: 5, type: "surveillance.stream" });
assert.equal(pages.data.object, "list");
const document = await gatehouse.system.getOpenapi();
assert.equal(document["openapi"], "3.1.0");
assert.match(await (await gatehouse.system.getReference()).text(), /^<!doctype html>/);

const events = gatehouse.surveillance.followSurveillanceEvents(
  { stream_id: "watched" },
  { signal: abort.signal, lastEventId: "nowhere-1-1" },
);
for await (const event of events) {
  assert.equal(event.type, "stream.gap");
  abort.abort();
}
await assert.rejects(verifyWebhook("{}", {}, "secret"), { code: "missing_header" });
console.log("all of it on", process.version);
`;

test("the packed package works in an empty project, type-checked, on each Node.js", async (t) => {
  const npm = await run("npm", ["--version"]).catch(() => undefined);
  if (!npm) {
    t.skip("npm is missing");
    return;
  }
  dir = await mkdtemp(join(tmpdir(), "gatehouse-client-"));
  const tsc = join(repoDir, "node_modules/.bin/tsc");
  await rm(join(repoDir, "client/dist"), { recursive: true, force: true });
  await run(tsc, ["-p", join(repoDir, "client")]);
  const packed = await run("npm", ["pack", "--json", "--pack-destination", dir], {
    cwd: join(repoDir, "client"),
  });
  const [tarball] = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[];
  const files = tarball!.files.map(({ path }) => path);
  assert.ok(files.every((path) => path === "package.json" || path.startsWith("dist/")));
  await writeFile(join(dir, "package.json"), '{"name":"user","private":true,"type":"module"}');
  const install = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run(
    "npm",
    [...install, join(dir, tarball!.filename.replace("@gatehouse/", "gatehouse-"))],
    {
      cwd: dir,
    },
  );
  // The types of Node.js are what every project of its users has.
  await symlink(join(repoDir, "node_modules/@types"), join(dir, "node_modules/@types"));
  await writeFile(join(dir, "user.ts"), userProgram);
  const options = { module: "nodenext", target: "es2022", strict: true, types: ["node"] };
  const compilerOptions = { ...options, skipLibCheck: false, exactOptionalPropertyTypes: true };
  await writeFile(
    join(dir, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["user.ts"] }),
  );
  await run(tsc, ["-p", dir]).catch((error: { stdout: string }) => assert.fail(error.stdout));
  const manifest = JSON.parse(await readFile(join(dir, "package.json"), "utf8"));
  assert.deepEqual(Object.keys(manifest.dependencies), ["@gatehouse/client"]);

  const grey = { width: 64, height: 48, channels: 3, background: "#808080" } as const;
  const picture = (await sharp({ create: grey }).jpeg().toBuffer()).toString("base64");
  const nodes = [process.execPath, "/usr/bin/node"].filter((path) => existsSync(path));
  for (const node of nodes) {
    const version = (await run(node, ["--version"])).stdout.trim();
    if (Number(/^v(\d+)/.exec(version)?.[1]) < 20) {
      t.diagnostic(`${node} is ${version}: older than the package supports`);
      continue;
    }
    const { stdout } = await run(node, ["user.js", box.url, box.key, picture], { cwd: dir });
    assert.equal(stdout.trim(), `all of it on ${version}`);
    t.diagnostic(stdout.trim());
  }
});
