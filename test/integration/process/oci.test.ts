import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { settleModes } from "../../../scripts/package/epoch.ts";
import { makeOci } from "../../../scripts/package/oci.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { smallRelease } from "../../support/release/small-release.ts";

const run = promisify(execFile);
const epochSec = 1_790_000_000;
const hasSkopeo = spawnSync("skopeo", ["--version"]).status === 0;

/** An image of a small release above a root with one file. */
async function image(t: TestContext): Promise<string> {
  const dir = await tempDir(t);
  const [out, root, base] = [join(dir, "out"), join(dir, "root"), join(dir, "base.tar")];
  for (const folder of [out, root]) await mkdir(folder);
  await writeFile(join(root, "debian"), "12\n");
  await settleModes(root, epochSec);
  await run("tar", ["-cf", base, "--owner=0", "--group=0", "-C", root, "debian"]);
  const tree = await smallRelease(dir, epochSec);
  return await makeOci({ tree, cpu: "arm64", out, epochSec, base });
}

interface Manifest {
  config: { digest: string };
  layers: { digest: string }[];
}

async function blob(dir: string, digest: string): Promise<Buffer> {
  return await readFile(join(dir, "blobs", digest.replace(":", "/")));
}

test("an image runs as its own user with settings and data in volumes, and every blob has its sum", async (t) => {
  const dir = await image(t);
  for (const name of await readdir(join(dir, "blobs/sha256"))) {
    const bytes = await blob(dir, `sha256:${name}`);
    assert.equal(createHash("sha256").update(bytes).digest("hex"), name);
  }
  const index = JSON.parse(await readFile(join(dir, "index.json"), "utf8"));
  const manifest = JSON.parse(String(await blob(dir, index.manifests[0].digest))) as Manifest;
  const config = JSON.parse(String(await blob(dir, manifest.config.digest)));
  assert.equal(config.architecture, "arm64");
  assert.equal(config.config.User, "990:990");
  assert.deepEqual(Object.keys(config.config.Volumes), ["/var/lib/gatehouse", "/etc/gatehouse"]);
  const file = join(await tempDir(t), "program.tar");
  const layer = gunzipSync(await blob(dir, manifest.layers[1]!.digest));
  const sum = createHash("sha256").update(layer).digest("hex");
  assert.equal(config.rootfs.diff_ids[1], `sha256:${sum}`);
  await writeFile(file, layer);
  const { stdout: list } = await run("tar", ["--numeric-owner", "-tvf", file]);
  assert.match(list, /990\/990 .* etc\/gatehouse\/site\.yaml/);
  assert.match(list, /990\/990 .* var\/lib\/gatehouse\//);
  assert.match(list, /0\/0 .* usr\/lib\/gatehouse\/package\.json/);
  const { stdout: site } = await run("tar", ["-xOf", file, "etc/gatehouse/site.yaml"]);
  assert.match(site, /^ {2}host: 0\.0\.0\.0 /m);
  const { stdout: by } = await run("tar", ["-xOf", file, "usr/lib/gatehouse/.managed-by"]);
  assert.equal(by, "container\n");
});

test("two images of a release are the same", async (t) => {
  const [one, other] = [await image(t), await image(t)];
  const indexes = [one, other].map((dir) => readFile(join(dir, "index.json"), "utf8"));
  const [first, second] = await Promise.all(indexes);
  assert.equal(first, second);
});

test(
  "skopeo reads the image",
  { skip: hasSkopeo ? false : "skopeo is not installed" },
  async (t) => {
    const args = ["--override-arch", "arm64", "inspect", `oci:${await image(t)}:1.0.0`];
    const { stdout } = await run("skopeo", args);
    assert.equal(JSON.parse(stdout).Labels["org.opencontainers.image.version"], "1.0.0");
  },
);
