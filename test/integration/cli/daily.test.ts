import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gatehouse } from "../../support/box/command-line.ts";
import { TcpGate } from "../../support/box/tcp-gate.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { until } from "../../support/box/wait.ts";
import { startRtspServer } from "../../support/cameras/rtsp-server.ts";
import { Rig } from "../../support/http/rig.ts";

const launcher = fileURLToPath(new URL("../../../scripts/gatehouse", import.meta.url));

/** Starts a command that goes on; stopped when the test has ended. */
function running(t: TestContext, args: readonly string[]) {
  const child = spawn(launcher, args, { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  return { child, text: () => text };
}

test("`events --follow` shows each event of its types once, also over a broken connection", async (t) => {
  const dir = await tempDir(t);
  const rig = await new Rig().start();
  t.after(() => rig.stop());
  const gate = await new TcpGate(rig.server.address()!.port).start(t);
  const keyFile = join(dir, "key");
  await writeFile(keyFile, await rig.newKey(["events:read"]));
  const where = ["--url", `http://127.0.0.1:${gate.port}`, "--key-file", keyFile];
  const append = (id: string, type: "incident.created" | "incident.updated") =>
    rig.feed.append({ org: "default", type, streamId: "gate", data: { id, stream_id: "gate" } });
  await append("before", "incident.created");
  const types = ["--type", "incident.created", "--json"];
  const command = ["events", "--follow", "--since", "10m", ...types, ...where];
  const events = running(t, [...command, "--data-dir", dir]);
  const ids = (): string[] =>
    events
      .text()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line).data.id);
  await until(() => ids().length === 1, { what: "the event of the log" });
  await append("other type", "incident.updated");
  await append("live", "incident.created");
  await until(() => ids().length === 2);
  gate.close();
  await append("while cut", "incident.created");
  gate.open();
  await until(() => ids().length === 3, { what: "the event of the break" });
  await append("after", "incident.created");
  await until(() => ids().length === 4);
  assert.deepEqual(ids(), ["before", "live", "while cut", "after"]);
  events.child.kill("SIGINT");
  await until(() => events.child.exitCode === 0, { what: "the end by Ctrl-C" });

  const past = await gatehouse(["events", "--since", "10m", ...types, ...where, "--data-dir", dir]);
  assert.equal(past.stdout.trim().split("\n").length, 4);
  await writeFile(keyFile, "svk_wrong");
  const refused = await gatehouse(["events", "--follow", ...where, "--data-dir", dir]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /gatehouse: .*key/i);
});

test("`logs` shows a file by level and time in readable lines, and goes on with --follow", async (t) => {
  const dir = await tempDir(t);
  await mkdir(dir, { recursive: true });
  const file = join(dir, "gatehouse.log");
  const line = (level: string, msg: string, agoMs = 0) =>
    `${JSON.stringify({ level, time: new Date(Date.now() - agoMs).toISOString(), msg, source: "gate" })}\n`;
  await writeFile(file, line("info", "long ago", 7_200_000) + line("info", "now"));
  await appendFile(file, line("warn", "camera\u001b[31m lost") + "    at a stack\n");
  const all = await gatehouse(["logs", "--data-dir", dir]);
  assert.match(
    all.stdout,
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} info {2}long ago {2}source=gate$/m,
  );
  assert.match(all.stdout, /at a stack/);
  assert.ok(!all.stdout.includes("\u001b"), "a text of the log must not steer the terminal");
  const warnings = await gatehouse(["logs", "--data-dir", dir, "--level", "warn"]);
  assert.equal(warnings.stdout.trim().split("\n").length, 1);
  const recent = await gatehouse(["logs", "--data-dir", dir, "--since", "1h"]);
  assert.ok(!recent.stdout.includes("long ago") && recent.stdout.includes("now"));
  const following = running(t, ["logs", "--data-dir", dir, "--follow"]);
  await until(() => following.text().includes("camera"));
  await appendFile(file, line("error", "added later"));
  await until(() => following.text().includes("added later"));
  assert.equal((await gatehouse(["logs", "--data-dir", dir, "--since", "soon"])).code, 2);
});

test("`try` judges a camera with its sound and a picture, and tells what to do about another", async (t) => {
  const dir = await tempDir(t);
  const file = join(dir, "site.yaml");
  await writeFile(file, "camera_networks: [127.0.0.0/8]\nallow_loopback_cameras: true\n");
  const where = ["--config", file, "--data-dir", join(dir, "data")];
  const camera = await startRtspServer({ fps: 10, gop: 10, size: "640x360", audio: "aac" });
  t.after(() => camera.stop());
  const good = await gatehouse(["try", camera.url, "--picture", "blocks", ...where]);
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /usable +yes/);
  assert.match(good.stdout, /picture +h264 640×360/);
  assert.match(good.stdout, /sound +aac, \d+ Hz/);
  const rows = good.stdout.split("\n").filter((line) => line.includes("▀"));
  assert.equal(rows.length, 23, "80 columns of 640×360 are 46 pixels, two in each row");
  assert.ok(rows.every((row) => row.split("▀").length === 81));
  const bad = await gatehouse(["try", camera.url.replace(/\/[^/]*$/, "/nowhere"), ...where]);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /critical: .+\. .+/);
});

test("`status --watch` tells that the box does not run, again and again, until Ctrl-C", async (t) => {
  const dir = await tempDir(t);
  const watching = running(t, ["status", "--watch", "--json", "--data-dir", dir]);
  await until(() => watching.text().trim().split("\n").length >= 2, { deadlineMs: 15_000 });
  const [first = ""] = watching.text().split("\n");
  assert.equal(JSON.parse(first).running, false);
  watching.child.kill("SIGINT");
  await until(() => watching.child.exitCode === 1, { what: "the exit code of a stopped box" });
});

test("`completion bash` completes commands, options and values in a real shell", async (t) => {
  const dir = await tempDir(t);
  const script = join(dir, "completion");
  await writeFile(script, (await gatehouse(["completion", "bash"])).stdout);
  const complete = async (...words: string[]): Promise<string[]> => {
    const at = `COMP_WORDS=(${words.map((each) => `'${each}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const run = `source ${script}; ${at}; _gatehouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", run]);
    return stdout.trim().split("\n");
  };
  assert.deepEqual(await complete("gatehouse", "keys", "cr"), ["create"]);
  assert.deepEqual(await complete("gatehouse", "logs", "--fo"), ["--follow"]);
  assert.deepEqual(await complete("gatehouse", "completion", "z"), ["zsh"]);
  for (const shell of ["zsh", "fish"]) {
    const { stdout, code } = await gatehouse(["completion", shell]);
    assert.deepEqual([code, stdout.includes("completion")], [0, true]);
  }
});

const hasZsh = spawnSync("zsh", ["--version"]).status === 0;

test(
  "`completion zsh` offers commands, options and values with their descriptions in a real shell",
  { skip: hasZsh ? false : "zsh is not installed: apt-get install zsh" },
  async (t) => {
    const script = join(await tempDir(t), "_gatehouse");
    await writeFile(script, (await gatehouse(["completion", "zsh"])).stdout);
    const offered = async (...words: string[]): Promise<string[]> => {
      // What zsh's own completion system calls and provides.
      const shell = `compdef() { }; _describe() { print -rl -- $found }; source ${script}
        words=(${words.map((each) => `'${each}'`).join(" ")}); CURRENT=${words.length}; _gatehouse`;
      const { stdout } = await promisify(execFile)("zsh", ["-f", "-c", shell]);
      return stdout.trim().split("\n");
    };
    assert.ok((await offered("gatehouse", "")).some((each) => each.startsWith("keys:")));
    const ofKeys = await offered("gatehouse", "keys", "cr");
    assert.ok(ofKeys.includes("create:create a key and print it once"), ofKeys.join("\n"));
    assert.ok(
      (await offered("gatehouse", "logs", "")).some((each) => each.startsWith("--follow:")),
    );
    const shells = await offered("gatehouse", "completion", "");
    assert.ok(shells.includes("zsh:the shell"), shells.join("\n"));
  },
);
