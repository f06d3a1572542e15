import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, test, type TestContext } from "node:test";
import { makeBundle } from "../../../scripts/release/make-bundle.ts";
import type { Manager } from "../../../src/system/upgrade/managed-by.ts";
import { PageUpgrade } from "../../../src/system/upgrade/page-upgrade.ts";
import { Upgrade } from "../../../src/system/upgrade/upgrade.ts";
import { carryOutRequest } from "../../../src/system/upgrade/upgrade-request.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { FakeClock } from "../../support/box/fake-clock.ts";
import { releaseRoot, releaseTree, upgradeParts } from "../../support/box/release-root.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { upgradeWire } from "../../../src/system/upgrade/upgrade-wire.ts";

/** Timers of the code under test do not keep the process alive. */
const alive = setInterval(() => undefined, 1000);
after(() => clearInterval(alive));

const org = "default";
const stateOf = async (upgrade: PageUpgrade) => await upgradeWire(await upgrade.describe(org));

async function box(t: TestContext) {
  const dir = await tempDir(t);
  const release = await releaseRoot(dir);
  const dataDir = join(dir, "data");
  const clock = new FakeClock(Date.now());
  const parts = {
    dataDir,
    root: release.root as string | undefined,
    manager: undefined as Manager | undefined,
    hasHelper: async () => true,
    org,
    version: "1.0.0",
    clock,
    roomBytes: async () => 1e9,
  };
  const upgrade = new PageUpgrade(parts);
  const send = async (file: string): Promise<void> => {
    const { size } = await stat(file);
    await upgrade.receive(org, createReadStream(file), {
      name: "release.bundle",
      offset: 0,
      sizeBytes: size,
    });
    await until(async () => (await stateOf(upgrade)).check?.state !== "running");
  };
  const helper = () =>
    carryOutRequest({ root: release.root, dataDir }, async () => {
      return new Upgrade(upgradeParts(release.root, release.keys.publicKey));
    });
  return { dir, dataDir, clock, parts, upgrade, send, helper, ...release };
}

test("a bundle is received, checked, installed by the helper and rolled back", async (t) => {
  const { dir, dataDir, parts, upgrade, send, helper, keys, root } = await box(t);
  const tree = await releaseTree(dir, "1.1.0");
  await writeFile(
    join(tree, "CHANGELOG.md"),
    "# Changelog\n\n## [1.1.0]\n\n- Doors open faster.\n\n## [1.0.0]\n\n- First.\n",
  );
  const file = join(dir, "1.1.0.bundle");
  const key = keys.privateKey;
  await makeBundle({ tree, out: file, arch: process.arch, key, madeAtMs: Date.now() });
  await send(file);
  const { offered, blocked, can_roll_back: early } = await stateOf(upgrade);
  assert.deepEqual(
    [blocked, early, offered?.version, offered?.order],
    [null, false, "1.1.0", "newer"],
  );
  assert.equal(offered?.changelog, "## [1.1.0]\n\n- Doors open faster.");
  const wrong = upgrade.install(org, { version: "1.2.0", allowDowngrade: false });
  await assert.rejects(wrong, { code: "invalid_request_body", param: "version" });
  await upgrade.install(org, { version: "1.1.0", allowDowngrade: false });
  assert.equal((await stateOf(upgrade)).request?.state, "waiting");
  await assert.rejects(upgrade.rollBack(org), { code: "conflict" });
  assert.equal((await helper())?.phase, "confirmed");
  assert.equal(await helper(), undefined, "a request is carried out once");
  assert.equal(await readlink(join(root, "current")), "releases/b");

  const next = new PageUpgrade({ ...parts, version: "1.1.0" });
  await next.start();
  const state = await stateOf(next);
  assert.deepEqual(
    [state.offered, state.current?.version, state.other?.version, state.last?.phase],
    [null, "1.1.0", "1.0.0", "confirmed"],
  );
  assert.deepEqual([state.request?.state, state.can_roll_back], ["done", true]);
  assert.deepEqual((await readdir(join(dataDir, "upgrade"))).toSorted(), ["request.json"]);
  await next.rollBack(org);
  assert.equal((await helper())?.phase, "rolled_back");
  assert.equal(await readlink(join(root, "current")), "releases/a");
  assert.equal((await stateOf(next)).can_roll_back, false);
});

test("a bundle of another publisher, a changed one and another file are refused, and leave nothing", async (t) => {
  const { dir, dataDir, upgrade, send, helper, bundle } = await box(t);
  const other = await releaseRoot(join(dir, "other"));
  await send(await other.bundle("1.1.0"));
  assert.match((await stateOf(upgrade)).check?.problem ?? "", /did not sign it/);
  const good = await bundle("1.1.0");
  const bytes = await readFile(good);
  const at = bytes.indexOf("payload.tar.gz\0") + 600;
  bytes[at] = bytes[at]! ^ 0xff;
  await writeFile(join(dir, "changed.bundle"), bytes);
  await send(join(dir, "changed.bundle"));
  assert.equal((await stateOf(upgrade)).check?.state, "failed");
  const part = { name: "a.bundle", offset: 0, sizeBytes: 4096 };
  const text = upgrade.receive(org, Readable.from([Buffer.alloc(4096, 1)]), part);
  await assert.rejects(text, { code: "invalid_request_body", param: "body" });
  assert.deepEqual(await readdir(join(dataDir, "upgrade")), []);
  await assert.rejects(upgrade.install(org, { version: "1.1.0", allowDowngrade: false }), {
    code: "conflict",
  });
  // What replaces the bundle after its check is refused by the helper.
  await send(good);
  await upgrade.install(org, { version: "1.1.0", allowDowngrade: false });
  await writeFile(join(dataDir, "upgrade/offered.bundle"), bytes);
  assert.equal(await helper(), undefined);
  const { request, current } = await stateOf(upgrade);
  assert.equal(request?.state, "refused");
  assert.match(request?.problem ?? "", /payload was changed|is not a complete bundle/);
  assert.equal(current?.version, "1.0.0");
});

test("a box without installer, helper or key says so, and a request that nobody takes says so after 30 s", async (t) => {
  const { clock, parts, upgrade, send, bundle } = await box(t);
  const checkout = new PageUpgrade({ ...parts, root: undefined });
  assert.equal((await stateOf(checkout)).blocked, "not_installed");
  await assert.rejects(checkout.rollBack(org), {
    code: "conflict",
    message: /install\.sh did not/,
  });
  const bare = new PageUpgrade({ ...parts, hasHelper: async () => false });
  assert.equal((await stateOf(bare)).blocked, "no_helper");
  for (const [manager, advice] of [
    ["dpkg", /apt and dpkg manage this box/],
    ["container", /from the new image/],
  ] as const) {
    const managed = new PageUpgrade({ ...parts, manager });
    assert.equal((await stateOf(managed)).blocked, manager);
    await assert.rejects(managed.rollBack(org), { code: "conflict", message: advice });
  }
  await assert.rejects(upgrade.describe("acme"), { code: "insufficient_scope" });
  await send(await bundle("1.1.0"));
  await upgrade.install(org, { version: "1.1.0", allowDowngrade: false });
  clock.advance(31_000);
  assert.equal((await stateOf(upgrade)).request?.state, "not_taken");
  await upgrade.discard(org);
  assert.equal((await stateOf(upgrade)).offered, null);
});

test("the helper's command carries out a request, and returns to the old release when no box answers", async (t) => {
  const { dataDir, root, upgrade, send, bundle } = await box(t);
  await send(await bundle("1.1.0"));
  await upgrade.install(org, { version: "1.1.0", allowDowngrade: false });
  const flags = ["--root", root, "--data-dir", dataDir, "--ready-seconds", "1"];
  const ran = await gatehouse(["upgrade", "requested", ...flags, "--restart-command", "true"]);
  assert.equal(ran.code, 1, ran.stderr);
  const { last, request } = await stateOf(upgrade);
  assert.deepEqual([last?.phase, request?.state], ["rolled_back", "done"]);
  assert.match(last?.reason ?? "", /1\.1\.0 was not ready in 1 s/);
});
