import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { repoDir } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { freePort } from "../../support/system/ports.ts";

const run = promisify(execFile);

/** The files of the fleet and of NATS that a box with these settings loads, relative to the repository. */
async function loadedWith(t: TestContext, yaml: string): Promise<string[]> {
  const dir = await tempDir(t);
  const file = join(dir, "site.yaml");
  await writeFile(file, `version: 1\ndata_dir: ${dir}/data\nserver: { port: 0 }\n${yaml}\n`);
  const child = join(repoDir, "test/support/fleet/loaded-files-child.ts");
  const { stdout } = await run(process.execPath, [child, file], { maxBuffer: 64e6 });
  const files = (JSON.parse(stdout) as string[]).map((url) => url.split(repoDir)[1] ?? url);
  return files.filter((each) =>
    /^src\/fleet\/|adapters\/nats|adapters\/signatures|@nats-io/.test(each),
  );
}

test("a box that works alone loads nothing of fleets but its settings and the switch", async (t) => {
  const files = await loadedWith(t, "");
  const always = [
    "doctor-checks",
    "doctor-sentences",
    "fleet-terms",
    "identity/identity-terms",
    "module",
  ];
  const routes = ["replication/record-terms", "routes/fleet-records"];
  const site = ["site-checks", "site-settings", "wire/fleet", "wire/records"];
  const allowed = [...always, ...routes, ...site].map((name) => `src/fleet/${name}.ts`);
  assert.deepEqual(files.toSorted(), allowed);
});

test("a box with NATS servers loads their adapter, and starts without them", async (t) => {
  const server = `nats://127.0.0.1:${await freePort()}`;
  const files = await loadedWith(t, `fleet: { servers: ["${server}"] }`);
  assert.ok(files.includes("src/adapters/nats/nats-link.ts"), files.join("\n"));
  assert.ok(files.some((each) => each.includes("@nats-io/transport-node")));
});
