import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { test, type TestContext } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { tempDir } from "../../support/box/temp-dir.ts";
import { repoDir } from "../../support/box/appliance.ts";

const run = promisify(execFile);
const before = new Date("2026-01-01T00:00:00Z");
const after = new Date("2026-01-01T00:00:01Z");

/** An installation in which the bundle and the sources say which of them runs. */
async function installation(t: TestContext): Promise<string> {
  const root = await tempDir(t);
  for (const dir of ["scripts", "src/cli", "src/rules", "dist"])
    await mkdir(join(root, dir), { recursive: true });
  for (const path of ["scripts/gatehouse", "scripts/lib"])
    await cp(join(repoDir, path), join(root, path), { recursive: true });
  await writeFile(join(root, "scripts/node"), '#!/bin/sh\nfor last; do :; done\necho "$last"\n', {
    mode: 0o755,
  });
  for (const path of ["dist/main.js", "src/cli/main.ts", "src/rules/rule.ts"])
    await writeFile(join(root, path), "");
  for (const path of ["package.json", "package-lock.json"]) await writeFile(join(root, path), "{}");
  for (const path of [
    ...globSync("src/**/*", { cwd: root }),
    "src",
    ...globSync("*.json", { cwd: root }),
  ])
    await utimes(join(root, path), before, before);
  await utimes(join(root, "dist/main.js"), before, before);
  return root;
}

const started = async (root: string): Promise<string> => {
  const { stdout } = await run(join(root, "scripts/gatehouse"));
  return stdout.trim().slice(root.length + 1);
};

test("gatehouse runs the bundle while no source is newer, and the sources otherwise", async (t) => {
  const root = await installation(t);
  assert.equal(await started(root), "dist/main.js");
  await utimes(join(root, "src/rules/rule.ts"), after, after);
  assert.equal(await started(root), "src/cli/main.ts", "after a change of a source");
  await utimes(join(root, "dist/main.js"), after, after);
  assert.equal(await started(root), "dist/main.js", "after the next bundle");
  await rm(join(root, "src/rules/rule.ts"));
  assert.equal(await started(root), "src/cli/main.ts", "after a source went");
});

test("gatehouse runs the sources without a bundle", async (t) => {
  const root = await installation(t);
  await rm(join(root, "dist"), { recursive: true });
  assert.equal(await started(root), "src/cli/main.ts");
});

test("the bundle finds every file that its sources find beside themselves", () => {
  const dist = join(repoDir, "dist");
  const chunks = globSync("*.js", { cwd: dist }).map((name) => join(dist, name));
  const places = chunks.flatMap((chunk) => {
    const text = readFileSync(chunk, "utf8");
    const sources = text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)\.href/g);
    return [...sources].map(([, path = ""]) => new URL(path, pathToFileURL(chunk)));
  });
  assert.ok(places.length > 10, `${places.length} sources with an address`);
  assert.deepEqual(
    places.filter((place) => !existsSync(fileURLToPath(place))),
    [],
  );
});
