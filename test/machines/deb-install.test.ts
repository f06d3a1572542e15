import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { appendFile, copyFile, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { debianRoot, debPackage, inside, rootsSkip } from "../support/machines/debian-root.ts";
import { tempDir } from "../support/box/temp-dir.ts";
import { until } from "../support/box/wait.ts";

const run = promisify(execFile);
const hasLintian = spawnSync("lintian", ["--version"]).status === 0;
const site = "etc/gatehouse/site.yaml";

/** Copies a package into the root, with another version if one is given. */
async function place(t: TestContext, root: string, version?: string): Promise<void> {
  const deb = await debPackage();
  const target = join(root, "gatehouse.deb");
  if (version === undefined) return await copyFile(deb, target);
  const dir = await tempDir(t);
  await run("dpkg-deb", ["--raw-extract", deb, dir]);
  await run("sed", ["-i", `s/^Version:.*/Version: ${version}/`, join(dir, "DEBIAN/control")]);
  await run("dpkg-deb", ["--root-owner-group", "-Zgzip", "-z1", "--build", dir, target]);
}

test(
  "lintian finds no fault in the package beyond the overrides, which state their reasons",
  { skip: hasLintian ? false : "lintian is not installed: apt-get install lintian" },
  async () => {
    const done = await run("lintian", ["--fail-on", "error,warning", await debPackage()], {
      maxBuffer: 1e8,
    });
    assert.doesNotMatch(done.stdout, /^[EW]:/m);
  },
);

test(
  "the package is installed, serves, is upgraded, removed and purged on Debian 12",
  { skip: rootsSkip() },
  async (t) => {
    const root = await debianRoot(t, []);
    await place(t, root);
    await copyFile("/etc/resolv.conf", join(root, "etc/resolv.conf"));
    const startedAt = performance.now();
    await inside(root, "apt-get", "update");
    await inside(root, "apt-get", "install", "-y", "--no-install-recommends", "/gatehouse.deb");
    t.diagnostic(`installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    assert.match(await inside(root, "id", "gatehouse"), /video.*render|render.*video/);
    assert.equal((await stat(join(root, site))).mode & 0o777, 0o640);
    assert.equal((await stat(join(root, "var/lib/gatehouse"))).mode & 0o777, 0o700);
    assert.ok(existsSync(join(root, "etc/systemd/system/multi-user.target.wants")));
    const installer = await inside(
      root,
      "/usr/lib/gatehouse/scripts/install.sh",
      "--dry-run",
    ).catch((error: { stderr: string }) => error.stderr);
    assert.match(installer, /apt and dpkg manage this box/);
    await serves(root);
    assert.match(await inside(root, "gatehouse", "upgrade", "status"), /apt and dpkg manage/);
    const refused = await inside(root, "gatehouse", "upgrade", "/x.bundle").catch(
      (error: Error) => error,
    );
    assert.match(String(refused), /upgrade_refused|apt and dpkg manage/);

    await appendFile(join(root, site), "# mine\n");
    await place(t, root, "99.0.0");
    await inside(root, "dpkg", "-i", "/gatehouse.deb");
    assert.match(
      await readFile(join(root, site), "utf8"),
      /# mine\n$/,
      "settings are the operator's",
    );

    await inside(root, "apt-get", "remove", "-y", "gatehouse");
    assert.ok(!existsSync(join(root, "usr/lib/gatehouse")));
    for (const kept of [site, "var/lib/gatehouse/store"])
      assert.ok(existsSync(join(root, kept)), kept);
    await inside(root, "apt-get", "purge", "-y", "gatehouse");
    for (const gone of ["etc/gatehouse", "var/lib/gatehouse", "var/lib/gatehouse-backup"]) {
      assert.ok(!existsSync(join(root, gone)), gone);
    }
    assert.doesNotMatch(await readFile(join(root, "etc/passwd"), "utf8"), /gatehouse/);
  },
);

/** The service of the root becomes ready as its own user, and ends when it is told to. */
async function serves(root: string): Promise<void> {
  const user = ["setpriv", "--reuid=gatehouse", "--regid=gatehouse", "--init-groups"];
  const command = ["/usr/bin/gatehouse", "serve", "--config", `/${site}`];
  await mkdir(join(root, "proc"), { recursive: true });
  await run("mount", ["-t", "proc", "proc", join(root, "proc")]);
  const env = {
    PATH: "/usr/sbin:/usr/bin:/bin",
    HOME: "/var/lib/gatehouse",
    GATEHOUSE_SERVER_PORT: "18480",
  };
  const child = spawn("chroot", [root, ...user, ...command], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    await until(
      async () =>
        (await fetch("http://127.0.0.1:18480/readyz").catch(() => undefined))?.status === 200,
      { deadlineMs: 120_000, everyMs: 200, what: "the service is ready" },
    );
  } finally {
    child.kill("SIGTERM");
    await ended;
    await run("umount", ["--lazy", join(root, "proc")]);
  }
}

test(
  "the package refuses to be installed beside the installer's copy",
  { skip: rootsSkip() },
  async (t) => {
    const root = await debianRoot(t, []);
    await place(t, root);
    await mkdir(join(root, "opt/gatehouse/releases/a"), { recursive: true });
    await symlink("releases/a", join(root, "opt/gatehouse/current"));
    const answer = await inside(root, "dpkg", "--force-depends", "-i", "/gatehouse.deb").catch(
      (error: { stderr: string }) => error.stderr,
    );
    assert.match(answer, /scripts\/install\.sh manages this box/);
  },
);
