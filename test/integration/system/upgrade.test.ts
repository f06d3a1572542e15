import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { tarOf, type TarMember } from "../../../src/base/archive/tar-writer.ts";
import {
  compareVersions,
  type ReleaseManifest,
  signManifest,
} from "../../../src/system/upgrade/release-manifest.ts";
import { Slots } from "../../../src/system/upgrade/slots.ts";
import { Upgrade, type UpgradeStep } from "../../../src/system/upgrade/upgrade.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { gatehouse } from "../../support/box/command-line.ts";
import { boxIn, releaseRoot, upgradeParts } from "../../support/box/release-root.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

/** Timers of the code under test do not keep the process alive. */
const alive = setInterval(() => undefined, 1000);
after(() => clearInterval(alive));

const refused = { code: "upgrade_refused" };
const usual = { allowDowngrade: false };

async function bytesOf(members: TarMember[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of tarOf(members)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("a new release is unpacked beside the old one, switched to, and confirmed once it is ready", async (t) => {
  const { root, keys, bundle } = await releaseRoot(await tempDir(t));
  const upgrade = new Upgrade(upgradeParts(root, keys.publicKey));
  const state = await upgrade.run(await bundle("1.1.0"), usual);
  assert.equal(state.phase, "confirmed");
  assert.equal(await readlink(join(root, "current")), "releases/b");
  assert.equal(await readlink(join(root, "previous")), "releases/a");
  assert.equal(await boxIn(root).readyVersion(), "1.1.0");
  assert.equal(await readlink(join(root, "current/node_modules/.bin/run")), "../../src/run");
  assert.ok((await stat(join(root, "current/src/run"))).mode & 0o100, "programs stay programs");
  const next = await upgrade.run(await bundle("1.2.0"), usual);
  assert.equal(next.phase, "confirmed");
  assert.equal(await readlink(join(root, "current")), "releases/a", "the slots take turns");
  await assert.rejects(upgrade.run(await bundle("1.1.5"), usual), refused, "an older one");
  const down = await upgrade.run(join(root, "../1.1.5-" + process.arch + ".bundle"), {
    allowDowngrade: true,
  });
  assert.equal(down.phase, "confirmed");
  const back = await upgrade.rollBack();
  assert.equal(back.phase, "rolled_back");
  assert.equal(await boxIn(root).readyVersion(), "1.2.0");
  await assert.rejects(upgrade.rollBack(), refused);
});

test("a release that is not ready in time is put back by itself", async (t) => {
  const { root, keys, bundle } = await releaseRoot(await tempDir(t));
  const upgrade = new Upgrade(upgradeParts(root, keys.publicKey));
  const state = await upgrade.run(await bundle("1.1.0", { isBroken: true }), usual);
  assert.equal(state.phase, "rolled_back");
  assert.match(state.reason ?? "", /1\.1\.0 was not ready/);
  assert.equal(await readlink(join(root, "current")), "releases/a");
  assert.equal(await boxIn(root).readyVersion(), "1.0.0");
});

const beforeSwitch: UpgradeStep[] = ["unpacking", "unpacked", "marked"];
const afterSwitch: UpgradeStep[] = ["switched", "restarted"];

for (const isBroken of [false, true]) {
  const kind = isBroken ? "broken" : "good";
  test(`after a kill at any step of an upgrade to a ${kind} release a whole one runs, and the next goes through`, async (t) => {
    const dir = await tempDir(t);
    const child = join(repoDir, "test/support/box/upgrade-child.ts");
    for (const step of isBroken
      ? [...afterSwitch, "put_back"]
      : [...beforeSwitch, ...afterSwitch]) {
      const { root, keys, bundle } = await releaseRoot(join(dir, step));
      const file = await bundle("1.1.0", { isBroken });
      const args = [child, root, file, step];
      assert.equal(spawnSync(join(repoDir, "scripts/node"), args).signal, "SIGKILL", step);
      // The power comes back: whatever `current` leads to is started, then the upgrade is ended.
      await boxIn(root).restart();
      const upgrade = new Upgrade(upgradeParts(root, keys.publicKey));
      await upgrade.resume();
      const wentOn = !isBroken && afterSwitch.some((one) => one === step);
      assert.equal(await boxIn(root).readyVersion(), wentOn ? "1.1.0" : "1.0.0", step);
      const slots = new Slots(root);
      assert.equal(await slots.versionIn(await slots.current()), wentOn ? "1.1.0" : "1.0.0", step);
      assert.notEqual((await slots.state())?.phase, "trial", step);
      assert.equal(await upgrade.resume(), undefined, "there is nothing left to end");
      assert.equal((await upgrade.run(await bundle("1.2.0"), usual)).phase, "confirmed", step);
      assert.equal(await boxIn(root).readyVersion(), "1.2.0", step);
    }
  });
}

test("what is not signed by the publisher, changed, cut, or for another machine changes nothing", async (t) => {
  const dir = await tempDir(t);
  const { root, keys, bundle } = await releaseRoot(dir);
  const parts = upgradeParts(root, keys.publicKey);
  const upgrade = new Upgrade(parts);
  const good = await readFile(await bundle("1.1.0"));
  const stranger = generateKeyPairSync("ed25519").privateKey;
  const bad: Record<string, string> = {
    "a stranger's signature": await bundle("1.3.0", { key: stranger }),
    "another processor": await bundle("1.4.0", { arch: "mips" }),
    "the same version": await bundle("1.0.0"),
  };
  const changes: Record<string, (bytes: Buffer) => Buffer> = {
    manifest: (bytes) =>
      Buffer.from(bytes.toString("latin1").replace('"1.1.0"', '"9.9.9"'), "latin1"),
    payload: (bytes) => {
      bytes[bytes.length - 1600]! ^= 1;
      return bytes;
    },
    cut: (bytes) => bytes.subarray(0, bytes.length - 2000),
    "no archive": () => Buffer.from("hello"),
  };
  for (const [name, change] of Object.entries(changes)) {
    bad[name] = join(dir, `bad-${name}`);
    await writeFile(bad[name], change(Buffer.from(good)));
  }
  for (const [name, file] of Object.entries(bad)) {
    await assert.rejects(upgrade.run(file, usual), refused, name);
  }
  const newerStore = new Upgrade({ ...parts, storeReadableFrom: 7 });
  await assert.rejects(newerStore.run(await bundle("1.5.0"), usual), /cannot read the store/);
  const fullDisk = new Upgrade({ ...parts, freeBytes: async () => 10 });
  await assert.rejects(fullDisk.run(await bundle("1.6.0"), usual), /no room/);
  assert.deepEqual(await readdir(join(root, "releases")), ["a"]);
  assert.equal(await new Slots(root).state(), undefined);
});

test("a signed payload that climbs out, links out, or holds more than it says is refused all the same", async (t) => {
  const dir = await tempDir(t);
  const { root, keys } = await releaseRoot(dir);
  const upgrade = new Upgrade(upgradeParts(root, keys.publicKey));
  const text = Buffer.from("x");
  const file = (path: string, sizeBytes = 1, body = [text]): TarMember => ({
    path,
    sizeBytes,
    body,
  });
  const payloads: Record<string, TarMember[]> = {
    climbs: [file("../../outside")],
    absolute: [file("/tmp/outside")],
    "links out": [{ path: "link", sizeBytes: 0, type: "symlink", target: "../../.." }],
    "through a link": [
      { path: "link", sizeBytes: 0, type: "symlink", target: "src" },
      file("link/inside"),
      file("link"),
    ],
    "too many": Array.from({ length: 20 }, (_, n) => file(`f${n}`)),
    "too large": [file("big", 5000, [Buffer.alloc(5000)])],
  };
  for (const [name, members] of Object.entries(payloads)) {
    const payload = gzipSync(await bytesOf(members));
    const manifest: ReleaseManifest = {
      format: "gatehouse-release",
      v: 1,
      version: "2.0.0",
      arch: process.arch,
      made_at: 0,
      store_version: 1,
      payload: {
        size_bytes: payload.length,
        sha256: createHash("sha256").update(payload).digest("hex"),
        unpacked_bytes: 1000,
        entries: 10,
      },
    };
    const head = Buffer.from(JSON.stringify(manifest));
    const signature = Buffer.from(signManifest(head, keys.privateKey));
    const bytes = await bytesOf([
      { path: "manifest.json", sizeBytes: head.length, body: [head] },
      { path: "manifest.sig", sizeBytes: signature.length, body: [signature] },
      { path: "payload.tar.gz", sizeBytes: payload.length, body: [payload] },
    ]);
    const path = join(dir, "planted.bundle");
    await writeFile(path, bytes);
    await assert.rejects(upgrade.run(path, usual), refused, name);
    assert.deepEqual(await readdir(join(root, "releases")), ["a"], name);
    assert.equal(await readlink(join(root, "current")), "releases/a", name);
  }
});

test("versions are ordered as semver orders them", () => {
  const order = [
    "0.9.9",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-rc.2",
    "1.0.0-rc.10",
    "1.0.0",
    "1.0.1",
    "1.10.0",
  ];
  for (const [at, version] of order.entries()) {
    for (const [other, against] of order.entries()) {
      assert.equal(
        Math.sign(compareVersions(version, against)),
        Math.sign(at - other),
        `${version} ${against}`,
      );
    }
  }
});

test("`upgrade status` shows both slots, and `upgrade` refuses in words", async (t) => {
  const dir = await tempDir(t);
  const { root, bundle } = await releaseRoot(dir);
  const where = ["--root", root, "--data-dir", join(dir, "data")];
  const status = await gatehouse(["upgrade", "status", ...where, "--json"]);
  assert.equal(status.code, 0, status.stderr);
  assert.deepEqual(JSON.parse(status.stdout), {
    manager: "slots",
    current: "a",
    slots: { a: "1.0.0", b: null },
    last: null,
  });
  const wrong = await gatehouse(["upgrade", await bundle("0.9.0"), ...where]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /older than 1\.0\.0, which is running/);
  // Nothing answers on the data directory, so the release is never seen ready.
  const hook = ["--restart-command", `touch ${join(dir, "restarted")}`, "--ready-seconds", "1"];
  const back = await gatehouse(["upgrade", await bundle("1.1.0"), ...where, ...hook]);
  assert.equal(back.code, 1, back.stderr);
  assert.match(back.stdout, /1\.0\.0 runs again, from slot a: 1\.1\.0 was not ready in 1 s/);
  assert.ok(await stat(join(dir, "restarted")));
  const other = await gatehouse(["upgrade", "status", "--root", dir]);
  assert.match(other.stderr, /not an installation with two releases/);
});
