import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  copyFile,
  cp,
  glob,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { plants, sound } from "../support/repo/planted-violations.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

let dir = "";
let found = new Map<string, Set<string>>();

before(async () => {
  dir = await mkdtemp(join(tmpdir(), "gatehouse-lint-"));
  await copyFile(join(root, ".oxlintrc.json"), join(dir, ".oxlintrc.json"));
  await copyFile(join(root, "tsconfig.json"), join(dir, "tsconfig.json"));
  await writeFile(join(dir, "package.json"), '{ "type": "module" }');
  await cp(join(root, "scripts/lint"), join(dir, "scripts/lint"), { recursive: true });
  await symlink(join(root, "node_modules"), join(dir, "node_modules"));
  const files = { ...sound, ...Object.fromEntries(plants.map(({ file, code }) => [file, code])) };
  for (const [file, code] of Object.entries(files)) {
    await mkdir(join(dir, dirname(file)), { recursive: true });
    await writeFile(join(dir, file), `${code}\n`);
  }
  found = await lint();
});

after(() => rm(dir, { recursive: true, force: true }));

/** Rules that fired, by file. */
async function lint(): Promise<Map<string, Set<string>>> {
  const output = await new Promise<string>((resolve) => {
    const bin = join(root, "node_modules/.bin/oxlint");
    execFile(
      process.execPath,
      [bin, "--format=json", "src", "test"],
      { cwd: dir, timeout: 60_000 },
      (_, stdout) => resolve(stdout),
    );
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { filename: string; code: string }[];
  };
  const rules = new Map<string, Set<string>>();
  for (const { filename, code } of diagnostics) {
    const ofFile = rules.get(filename) ?? new Set();
    // `house(layers)` and `house/layers` are the same rule.
    ofFile.add(code.replace(/^house\((.*)\)$/, "house/$1"));
    rules.set(filename, ofFile);
  }
  return rules;
}

for (const { file, code, rules } of plants) {
  const what = rules.length === 0 ? "passes" : `is caught by ${rules.join(", ")}`;
  test(`${file} ${what}: ${code.split("\n")[0]!.slice(0, 60)}`, () => {
    const fired = [...(found.get(file) ?? [])];
    for (const rule of rules)
      assert.ok(fired.includes(rule), `fired: ${fired.join(", ") || "nothing"}`);
    if (rules.length === 0) assert.deepEqual(fired, []);
  });
}

test("the allowance for snake_case names only files that still need it", async () => {
  const text = await readFile(join(root, ".oxlintrc.json"), "utf8");
  const { overrides } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, "")) as {
    overrides: { files: string[]; rules: Record<string, unknown> }[];
  };
  const allowance = overrides.find(({ rules }) => rules["house/no-snake-case"] === "off");
  assert.ok(allowance);
  const stale: string[] = [];
  for (const pattern of allowance.files) {
    const texts: string[] = [];
    for await (const file of glob(pattern, { cwd: root })) {
      texts.push(await readFile(join(root, file), "utf8"));
    }
    if (!texts.some((each) => /\b[a-z][a-z0-9]*_[a-z0-9_]+\b/.test(each))) stale.push(pattern);
  }
  assert.deepEqual(stale, []);
});

test("sound files raise nothing", () => {
  for (const file of Object.keys(sound)) assert.deepEqual([...(found.get(file) ?? [])], [], file);
});
