import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { repoDir } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { startFleetBox } from "../../support/fleet/fleet-box.ts";
import { natsVersion, noNats } from "../../support/fleet/nats-server.ts";
import { freePort, opens } from "../../support/system/ports.ts";

const shipped = join(repoDir, "config/nats");
/** Debian 12 has 2.9, which does not know `sync_interval`. */
const isOld = natsVersion[0]! < 2 || (natsVersion[0] === 2 && natsVersion[1]! < 10);
const syncLine = /^ *sync_interval: always\n/m;

/** Copies the shipped files with the paths of the test; `change` may change the text. */
async function copied(t: TestContext, change = (text: string) => text): Promise<string> {
  const dir = await tempDir(t);
  const about = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=site", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(dir, "server.key"), "-out", join(dir, "server.crt")];
  const made = spawnSync("openssl", ["req", ...about, ...names, ...files]);
  assert.equal(made.status, 0, made.stderr.toString());
  await writeFile(join(dir, "ca.crt"), await readFile(join(dir, "server.crt")));
  for (const name of await readdir(shipped)) {
    const text = await readFile(join(shipped, name), "utf8");
    const placed = text
      .replaceAll("/etc/gatehouse/nats/", `${dir}/`)
      .replaceAll("/var/lib/gatehouse-nats", join(dir, "store"));
    await writeFile(join(dir, name), change(placed));
  }
  return dir;
}

const withoutSync = (text: string): string => (isOld ? text.replace(syncLine, "") : text);

function environmentOf(port: number): NodeJS.ProcessEnv {
  const routes = [1, 2, 3, 4].map((n) => [`NATS_ROUTE_${n}`, `nats-route://127.0.0.1:${n}`]);
  const central = { NATS_CENTRAL: "tls://127.0.0.1:7422" };
  const own = {
    ...central,
    NATS_NAME: "a",
    NATS_LISTEN: `127.0.0.1:${port}`,
    NATS_CLUSTER: "127.0.0.1:-1",
  };
  return { ...process.env, ...Object.fromEntries(routes), ...own };
}

const env = environmentOf(14_222);

function check(dir: string, file: string): string {
  const { stdout, stderr } = spawnSync("nats-server", ["-t", "-c", join(dir, file)], {
    env,
    encoding: "utf8",
  });
  return stdout + stderr;
}

suite("Server configurations of config/nats", { skip: noNats }, () => {
  for (const file of ["voters-1.conf", "voters-3.conf", "voters-5.conf"]) {
    test(`the server accepts ${file}`, async (t) => {
      assert.match(check(await copied(t, withoutSync), file), /is valid/);
    });
  }

  test("the server accepts leaf.conf beside those of a site", async (t) => {
    const dir = await copied(t, withoutSync);
    const common = join(dir, "common.conf");
    await writeFile(common, `${await readFile(common, "utf8")}\ninclude "leaf.conf"\n`);
    for (const file of ["central.creds", "central-ca.crt"]) {
      await writeFile(join(dir, file), await readFile(join(dir, "ca.crt")));
    }
    assert.match(check(dir, "voters-3.conf"), /is valid/);
  });

  test("every voter writes to the disk before it acknowledges, or does not start", async (t) => {
    const dir = await copied(t);
    assert.match(await readFile(join(dir, "common.conf"), "utf8"), syncLine);
    const said = check(dir, "voters-3.conf");
    assert.match(said, isOld ? /unknown field "sync_interval"/ : /is valid/);
  });

  test("a box joins by TLS, and one that does not know the authority does not", async (t) => {
    const port = await freePort();
    const dir = await copied(t, withoutSync);
    const child = spawn("nats-server", ["-c", join(dir, "voters-1.conf")], {
      env: environmentOf(port),
      stdio: "ignore",
    });
    t.after(async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null) await once(child, "exit");
    });
    await until(() => opens(port), { what: "the voter" });
    const ca = await readFile(join(dir, "ca.crt"), "utf8");
    const servers = [`tls://127.0.0.1:${port}`];
    const login = { servers, username: "box-a", password: "change-me-a" };
    const box = await startFleetBox(t, "a", { ...login, ca });
    const stranger = await startFleetBox(t, "b", login);
    await until(() => box.membership.contact().state === "joined");
    await until(() => /certificate/.test(stranger.membership.contact().problem ?? ""));
    assert.equal(stranger.membership.contact().state, "joining");
  });
});

const hasAnalyze = spawnSync("systemd-analyze", ["--version"]).status === 0;

test(
  "systemd accepts the unit of the server",
  { skip: hasAnalyze ? false : "systemd-analyze is not installed" },
  async (t) => {
    const file = join(await tempDir(t), "gatehouse-nats.service");
    const unit = await readFile(join(shipped, "gatehouse-nats.service"), "utf8");
    // The program and the user are there only after the installation.
    await writeFile(file, unit.replace("/usr/local/bin/nats-server", "/bin/true"));
    const { stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    const faults = stderr.split("\n").filter((line) => line.includes("gatehouse-nats"));
    assert.deepEqual(faults, []);
  },
);
