import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import {
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { repoDir } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const run = promisify(execFile);
const installer = join(repoDir, "scripts/install.sh");
const unitDir = join(repoDir, "systemd");
const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;
const isLong = process.env["TEST_LONG"] === "1";

async function said(...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(installer, [...args]);
  return stdout + stderr;
}

async function refused(...args: readonly string[]): Promise<string> {
  const failed = await run(installer, [...args]).then(
    () => assert.fail("it was not refused"),
    (error: { stderr: string }) => error,
  );
  return failed.stderr;
}

async function isThere(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  );
}

test("a rehearsal says what it would do and writes nothing", async (t) => {
  const root = await tempDir(t);
  const text = await said("--root", root, "--dry-run");
  assert.match(text, /would copy .* to .*\/opt\/gatehouse\/releases\/a/);
  assert.match(text, /gatehouse-backup\.timer/);
  assert.deepEqual(await readdir(root), []);
});

test("what the installer does not understand it refuses, and --purge alone too", async (t) => {
  for (const args of [["--purge"], ["--root"], ["--frobnicate"]]) {
    assert.match(await refused(...args), /sudo scripts\/install\.sh/);
  }
  const root = await tempDir(t);
  const text = await refused("--root", root, "--uninstall", "--purge");
  assert.match(text, /Confirm with --yes/, "without a terminal nobody can be asked");
});

/** What the installer says to a machine whose /etc is nothing but these two files. */
async function saidOn(osRelease: string, tegra = ""): Promise<string> {
  const script = `mount -t tmpfs tmpfs /etc && printf '%s' "$1" >/etc/os-release &&
    { [ -z "$2" ] || printf '%s' "$2" >/etc/nv_tegra_release; } && exec "$3" --dry-run`;
  const args = ["--mount", "sh", "-c", script, "sh", osRelease, tegra, installer];
  const done = await run("unshare", args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return done.stderr + done.stdout;
}

const canUnshare = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]);

test(
  "systems and Jetsons that are too old are refused by name, the oldest and the newest are not",
  { skip: canUnshare.status === 0 ? false : "needs root and mount namespaces" },
  async () => {
    const ubuntu = (version: string) => `ID=ubuntu\nVERSION_ID="${version}"\nPRETTY_NAME=Ubuntu\n`;
    const tegra = (release: number) => `# R${release} (release), REVISION: 4.3, GCID: 1\n`;
    assert.match(await saidOn(ubuntu("20.04")), /Ubuntu is too old. Use Ubuntu 22\.04/);
    assert.match(await saidOn(ubuntu("22.04"), tegra(35)), /JetPack is too old. Use JetPack 6/);
    for (const [version, release] of [
      ["22.04", 36],
      ["24.04", 38],
    ] as const) {
      assert.match(await saidOn(ubuntu(version), tegra(release)), /this is a Jetson.*would copy/s);
    }
    assert.match(await saidOn("ID=debian\nVERSION_ID=11\nPRETTY_NAME=Bullseye\n"), /Debian 12/);
    assert.match(await saidOn("ID=debian\nVERSION_ID=12\n"), /would copy/);
    assert.match(await saidOn("ID=debian\nPRETTY_NAME=testing\n"), /would copy/, "not out yet");
    assert.match(await saidOn("ID=fedora\nVERSION_ID=40\n"), /is not supported/);
  },
);

test("uninstalling keeps settings and recordings; with --purge they go too", async (t) => {
  const root = await tempDir(t);
  for (const dir of ["etc/gatehouse", "var/lib/gatehouse", "opt/gatehouse/releases/a"]) {
    await run("mkdir", ["-p", join(root, dir)]);
  }
  const site = join(root, "etc/gatehouse/site.yaml");
  await writeFile(site, "version: 1\n");
  await said("--root", root, "--uninstall");
  assert.ok(await isThere(site));
  assert.ok(!(await isThere(join(root, "opt/gatehouse"))));
  await said("--root", root, "--uninstall", "--purge", "--yes");
  assert.ok(!(await isThere(join(root, "etc/gatehouse"))));
  assert.ok(!(await isThere(join(root, "var/lib/gatehouse"))));
});

test(
  "an installation is complete, is repaired by a second run, and an upgrade takes the other slot",
  { skip: isLong ? false : "copies 800 MB; run with --long" },
  async (t) => {
    const root = await tempDir(t);
    const current = join(root, "opt/gatehouse/current");
    await said("--root", root);
    assert.equal(await readlink(current), "releases/a");
    const { stdout } = await run(join(current, "scripts/gatehouse"), ["--version"]);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
    assert.ok(await isThere(join(current, "console/dist/index.html")));
    const site = join(root, "etc/gatehouse/site.yaml");
    assert.match(await readFile(site, "utf8"), /^data_dir: \/var\/lib\/gatehouse$/m);
    assert.equal((await stat(site)).mode & 0o777, 0o640);
    await writeFile(site, "version: 1\n# mine\n");
    assert.match(await said("--root", root), /already in slot a/);
    assert.match(await readFile(site, "utf8"), /mine/, "settings are the operator's");
    await writeFile(join(current, ".release"), "another version");
    await said("--root", root);
    assert.equal(await readlink(current), "releases/b");
    assert.equal(await readlink(join(root, "opt/gatehouse/previous")), "releases/a");
    assert.ok(await isThere(join(root, "opt/gatehouse/releases/a/src/main.ts")), "the way back");
  },
);

test("units run what the command line has, from the place where the installer puts it", async () => {
  const { stdout: help } = await run(join(repoDir, "scripts/gatehouse"), ["--help"]);
  const units = (await readdir(unitDir)).filter((name) => name.endsWith(".service"));
  assert.equal(units.length, 5);
  for (const unit of units) {
    const text = await readFile(join(unitDir, unit), "utf8");
    const commands = [
      ...text.matchAll(/\/opt\/gatehouse\/(?:current|previous)\/scripts\/gatehouse (\w+)/g),
    ];
    assert.ok(commands.length > 0, unit);
    for (const [, name] of commands) assert.match(help, new RegExp(`^  ${name}\\b`, "m"), unit);
    assert.ok(!/\/opt\/gatehouse\/(?!current\b|previous\b|upgrade\.json)/.test(text), unit);
  }
  for (const timer of (await readdir(unitDir)).filter((name) => name.endsWith(".timer"))) {
    assert.ok(units.includes(timer.replace(".timer", ".service")), timer);
  }
});

/** A root with the units where the installer puts them, and the programs that they start. */
async function unitRoot(root: string): Promise<string> {
  const machine = "usr/lib/systemd/system";
  const [units, bin] = [join(root, "etc/systemd/system"), join(root, "bin")];
  for (const dir of [units, bin, join(root, machine)]) await mkdir(dir, { recursive: true });
  for (const name of await readdir(join("/", machine))) {
    if (!name.endsWith(".target")) continue;
    await copyFile(join("/", machine, name), join(root, machine, name));
  }
  await copyFile("/bin/sh", join(bin, "sh"));
  for (const release of ["current", "previous"]) {
    const scripts = join(root, "opt/gatehouse", release, "scripts");
    await mkdir(scripts, { recursive: true });
    await copyFile(join(repoDir, "scripts/gatehouse"), join(scripts, "gatehouse"));
  }
  return units;
}

const hasTargets = existsSync("/usr/lib/systemd/system/sysinit.target");

test(
  "systemd finds no fault in any unit, and finds a planted one",
  { skip: hasAnalyze && hasTargets ? false : "systemd is not installed" },
  async (t) => {
    const root = await tempDir(t);
    const units = await unitRoot(root);
    const names = (await readdir(unitDir)).filter((name) => /\.(service|path|timer)$/.test(name));
    for (const name of names) await copyFile(join(unitDir, name), join(units, name));
    const verify = async (name: string): Promise<string> => {
      const args = ["--no-pager", "--man=no", `--root=${root}`, "verify", name];
      const done = await run("systemd-analyze", args).catch((error: { stderr: string }) => error);
      return done.stderr;
    };
    for (const name of names) assert.equal(await verify(name), "", name);
    const path = "gatehouse-upgrade-request.path";
    const text = await readFile(join(unitDir, path), "utf8");
    await writeFile(join(units, path), text.replace("PathChanged=/", "PathChanged="));
    assert.match(await verify(path), /PathChanged|path/i);
    await writeFile(join(units, path), text);
    await rm(join(root, "opt/gatehouse/current/scripts/gatehouse"));
    assert.match(await verify("gatehouse-upgrade-request.service"), /is not executable/);
  },
);

test(
  "systemd rates the exposure of each service at 2.5 or less",
  { skip: hasAnalyze ? false : "systemd-analyze is not installed" },
  async () => {
    for (const name of ["gatehouse", "gatehouse-backup", "gatehouse-verify"]) {
      const args = ["security", "--offline=true", "--no-pager", join(unitDir, `${name}.service`)];
      const { stdout } = await run("systemd-analyze", args, { maxBuffer: 1 << 24 });
      const level = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1];
      assert.ok(level !== undefined && Number(level) <= 2.5, `${name}: ${level}`);
    }
  },
);
