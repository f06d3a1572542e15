import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { extended, listTests, lonely, longest } from "../../scripts/runner/rings.ts";
import { tempDir } from "../support/box/temp-dir.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the test runner over the files given, and returns what it printed and its exit code. */
async function runner(
  t: TestContext,
  files: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number; lines: string[] }> {
  const dir = await tempDir(t);
  await mkdir(join(dir, "test"));
  await symlink(join(root, "node_modules"), join(dir, "node_modules"));
  for (const [path, code] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(
      join(dir, path),
      `import { test, suite } from "node:test";\nvoid suite;\n${code}\n`,
    );
  }
  const script = join(root, "scripts/test.ts");
  return new Promise((resolve) => {
    const all = [script, "--root", dir, "--limit", "10", ...args];
    execFile(process.execPath, all, { timeout: 90_000 }, (error, stdout) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, lines: stdout.trimEnd().split("\n") });
    });
  });
}

test("the files that a run starts first, alone or not at all exist", () => {
  const all = new Set(listTests(root).files.map(({ path }) => path));
  assert.deepEqual(
    [...longest, ...lonely, ...extended].filter((path) => !all.has(path)),
    [],
  );
});

const passing = 'test("passes", () => {});';

test("counts and ends with the summary alone on the last line", async (t) => {
  const { code, lines } = await runner(t, {
    "test/unit/a.test.ts": `${passing}\ntest("later", { skip: true }, () => {});`,
    "test/e2e/b.test.ts":
      'suite("s", () => { test("in", () => {}); test("out", async (t) => { await t.test("sub", () => {}); }); });',
  });
  assert.equal(lines.at(-1), "4 passed, 0 failed, 1 skipped");
  assert.equal(code, 0);
});

test("fails for a failing test and shows why, also in a suite or a subtest", async (t) => {
  const { code, lines } = await runner(t, {
    "test/unit/a.test.ts": `${passing}\nsuite("s", () => { test("deep", () => { throw new Error("because"); }); });`,
  });
  assert.equal(lines.at(-1), "1 passed, 1 failed, 0 skipped");
  assert.ok(lines.some((line) => line.includes("s › deep")));
  assert.ok(lines.some((line) => line.includes("because")));
  assert.equal(code, 1);
});

test("fails for a file that crashes, exits early, does not parse, or holds no test", async (t) => {
  const { code, lines } = await runner(t, {
    "test/unit/crash.test.ts": `${passing}\ntest("dies", async () => { await new Promise((r) => setTimeout(r, 1000)); process.kill(process.pid, "SIGKILL"); });`,
    "test/unit/exit.test.ts": `${passing}\nprocess.on("exit", () => { process.exitCode = 3; });`,
    "test/unit/parse.test.ts": "this is no code",
    "test/unit/none.test.ts": "void test;",
  });
  assert.equal(lines.at(-1), "2 passed, 4 failed, 0 skipped");
  assert.equal(code, 1);
});

test("kills a file that hangs, with everything it has started", async (t) => {
  const { code, lines } = await runner(
    t,
    { "test/unit/hang.test.ts": `${passing}\nsetInterval(() => {}, 1000);` },
    ["--limit", "5"],
  );
  assert.equal(lines.at(-1), "1 passed, 1 failed, 0 skipped");
  assert.ok(lines.some((line) => line.includes("did not end within 5 s")));
  assert.ok(lines.some((line) => line.includes("still open: ") && line.includes("1 Timeout")));
  assert.equal(code, 1);
});

test("names the test that hangs and goes on with the next", async (t) => {
  const { lines } = await runner(
    t,
    {
      "test/unit/hang.test.ts": `test("hangs", () => new Promise((r) => setTimeout(r, 60_000).unref()));\n${passing}
        setTimeout(() => {}, 2000);`,
    },
    ["--test-limit", "0.5"],
  );
  assert.equal(lines.at(-1), "1 passed, 1 failed, 0 skipped");
  assert.ok(lines.includes("  test/unit/hang.test.ts: hangs"));
  assert.ok(lines.some((line) => line.includes("test timed out after 500ms")));
});

test("shows what fails after its test has passed, with its stack", async (t) => {
  const { code, lines } = await runner(t, {
    "test/unit/late.test.ts": `function culprit() { throw new Error("too late"); }
      test("passes first", () => { setTimeout(async () => culprit(), 50); });`,
  });
  assert.equal(lines.at(-1), "1 passed, 1 failed, 0 skipped");
  assert.ok(lines.some((line) => line.includes("passes first") && line.includes("too late")));
  assert.ok(lines.some((line) => line.includes("at culprit")));
  assert.equal(code, 1);
});

test("tries a file that failed in a whole run once more, alone, and names it when it passes then", async (t) => {
  const marker = join(await tempDir(t), "tried");
  const unsteady = `const { existsSync, writeFileSync } = await import("node:fs");
    test("second time", () => {
      if (!existsSync(${JSON.stringify(marker)})) {
        writeFileSync(${JSON.stringify(marker)}, "");
        throw new Error("busy");
      }
    });`;
  const { code, lines } = await runner(t, { "test/unit/a.test.ts": unsteady });
  assert.equal(lines.at(-1), "1 passed, 0 failed, 0 skipped");
  assert.ok(lines.includes("  test/unit/a.test.ts: second time"));
  assert.equal(code, 0);
});

test("fails when nothing was run, and for a file in no ring's folder", async (t) => {
  assert.equal((await runner(t, {})).code, 1);
  assert.equal(
    (await runner(t, { "test/unit/a.test.ts": passing }, ["nothing-like-this"])).code,
    1,
  );
  assert.equal((await runner(t, { "test/unit/a.test.ts": passing }, ["--ring", "e2e"])).code, 1);
  const stray = await runner(t, { "test/unit/a.test.ts": passing, "test/lost/b.test.ts": passing });
  assert.equal(stray.lines.at(-1), "1 passed, 1 failed, 0 skipped");
  assert.equal((await runner(t, {}, ["--ring", "none"])).code, 2);
});
