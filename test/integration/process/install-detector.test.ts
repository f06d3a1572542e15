import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { unpackBundle } from "../../../src/system/upgrade/bundle.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";
import { installDog } from "../../support/inference/dog-model.ts";

const launcher = join(repoDir, "scripts/gatehouse");

/** Ends with the exit code and both outputs; `input` goes to its standard input. */
async function run(file: string, args: readonly string[], input = "") {
  const child: ChildProcess = spawn(file, args, { cwd: repoDir });
  let text = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (part) => (text += part));
  child.stdin!.end(input);
  const [code] = (await once(child, "close")) as [number];
  return { code, text };
}

/** A tree with a slow shipped net and a better one in the catalogue, whose file a local server serves. */
async function makeTree(t: TestContext, change: { sha256?: string } = {}) {
  const dir = await tempDir(t);
  const [tree, stick] = [join(dir, "tree"), join(dir, "stick")];
  const shipped = join(tree, "models");
  mkdirSync(join(shipped, "catalogue"), { recursive: true });
  mkdirSync(stick);
  writeFileSync(join(tree, "package.json"), JSON.stringify({ version: "1.1.0" }));
  installDog(shipped, "small", { manifest: { gmacs: 1 } });
  installDog(stick, "dog");
  const net = readFileSync(join(stick, "dog.onnx"));
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end(net);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const {
    file: _file,
    sha256,
    ...card
  } = JSON.parse(readFileSync(join(stick, "dog.yaml"), "utf8")) as Record<string, unknown>;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dog.onnx`;
  // So cheap that it suits the slowest machine.
  const entry = { ...card, gmacs: 0.05, accuracy: 40, download: { url, sha256, ...change } };
  writeFileSync(join(shipped, "catalogue/dog.yaml"), JSON.stringify(entry));
  const config = join(dir, "site.yaml");
  const dataDir = join(dir, "data");
  mkdirSync(dataDir);
  writeFileSync(config, `version: 1\ndata_dir: ${dataDir}\nmodels: { dir: ${shipped} }\n`);
  return { dir, tree, shipped, net, config, requests: () => requests };
}

type Tree = Awaited<ReturnType<typeof makeTree>>;

async function release({ dir, tree }: Tree, ...args: string[]) {
  const keys = generateKeyPairSync("ed25519");
  const [key, out] = [join(dir, "key.pem"), join(dir, "out.bundle")];
  writeFileSync(key, keys.privateKey.export({ type: "pkcs8", format: "pem" }));
  const script = join(repoDir, "scripts/release.ts");
  const all = [script, "--key", key, "--out", out, "--tree", tree, ...args];
  return { ...(await run(process.execPath, all)), out, key: keys.publicKey };
}

test("the installer refuses an unknown detector, and offline one that it would have to download", async (t) => {
  const root = await tempDir(t);
  const installer = join(repoDir, "scripts/install.sh");
  const unknown = await run(installer, ["--root", root, "--detector", "frobnet"]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.text, /--detector: the catalogue has no model frobnet.*yolox-tiny/);
  const offline = await run(installer, ["--root", root, "--offline", "--detector", "yolox-s"]);
  assert.equal(offline.code, 1);
  assert.match(offline.text, /--detector: yolox-s is not in this release/);
  assert.deepEqual(readdirSync(root), [], "nothing was changed");
});

test("a terminal is offered the recommended detector; offline nobody is asked", async (t) => {
  const box = await makeTree(t);
  const args = ["models", "offer", "--config", box.config];
  for (const more of [[], ["--offline"]]) {
    const { code, text } = await run(launcher, [...args, ...more]);
    assert.equal(code, 0, text);
    assert.match(text, /The detector in use is small\.\nRecommended for this hardware: dog/);
    assert.doesNotMatch(text, /\[y\/N\]/);
  }
  const onTerminal = (more: string) =>
    run("script", ["-qec", `${launcher} ${args.join(" ")} ${more}`, "/dev/null"], "y\n");
  assert.doesNotMatch((await onTerminal("--offline")).text, /\[y\/N\]/);
  assert.equal(box.requests(), 0, "no connection was opened");
  const { text } = await onTerminal("");
  assert.match(text, /Install dog and watch with it.*are watched with: dog/s);
});

test("a bundle carries a model of the catalogue, which an offline box installs from it", async (t) => {
  const box = await makeTree(t);
  const { code, text, out, key } = await release(box, "--with-model", "dog");
  assert.equal(code, 0, text);
  assert.equal(box.requests(), 1);
  const unpacked = join(box.dir, "unpacked");
  await unpackBundle(out, key, unpacked);
  const carried = join(unpacked, "models/catalogue/dog.onnx");
  assert.deepEqual(readFileSync(carried), box.net);
  assert.ok(!existsSync(`${out}.model-0`), "the download is removed");
  writeFileSync(
    box.config,
    `version: 1\ndata_dir: ${join(box.dir, "data")}\nmodels: { dir: ${join(unpacked, "models")} }\n`,
  );
  const pull = () => run(launcher, ["models", "pull", "dog", "--config", box.config]);
  writeFileSync(carried, "rotten");
  assert.match((await pull()).text, /model dog: .*sha256/);
  writeFileSync(carried, box.net);
  const pulled = await pull();
  assert.equal(pulled.code, 0, pulled.text);
  assert.equal(box.requests(), 1, "the box downloaded nothing");
});

test("no bundle is made with an unknown model or a file that the catalogue does not name", async (t) => {
  const box = await makeTree(t, { sha256: "1".repeat(64) });
  const unknown = await release(box, "--with-model", "frobnet");
  assert.equal(unknown.code, 1);
  assert.match(unknown.text, /--with-model: the catalogue has no model frobnet. Name one of: dog/);
  const wrong = await release(box, "--with-model", `dog=${join(box.dir, "stick/dog.onnx")}`);
  assert.equal(wrong.code, 1);
  assert.match(wrong.text, /--with-model: the file of dog has the sha256/);
  assert.ok(!existsSync(wrong.out));
});
