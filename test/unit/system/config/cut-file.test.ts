import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { checkConfig, checkText, problemLine } from "../../../../src/system/config/load.ts";
import { installDir } from "../../../../src/base/settings/install-dir.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

/** The file's configuration, and its problems, a line each. */
async function check(t: TestContext, text: string) {
  const file = join(await tempDir(t), "site.yaml");
  writeFileSync(file, text);
  const { config, problems } = await checkConfig({ file });
  assert.equal(config === null, problems.length > 0);
  return { config, lines: problems.map((each) => problemLine(each).replace(file, "site.yaml")) };
}

const cases: readonly [name: string, text: string, problem: RegExp][] = [
  ["an empty file", "", /^site\.yaml:1: holds no setting/],
  ["a file of comments", "# Gatehouse\n# version: 1\n", /^site\.yaml:1: holds no setting/],
  ["a file of nothing", "---\n", /^site\.yaml:1: holds no setting/],
  ["a file of zero bytes", "\0".repeat(4096), /^site\.yaml:1: has zero bytes/],
  ["a file with zero bytes at its end", "version: 1\n\0\0\0\n", /^site\.yaml:2: has zero bytes/],
  ["a file cut in a value", "version: 1\nserver:\n  port: 84", /^site\.yaml:3: ends in the middle/],
  ["a file cut after a section", "version: 1\ncameras:\n", /^site\.yaml:2: ends with `cameras:`/],
];

for (const [name, text, problem] of cases) {
  test(`${name} is an error instead of all defaults`, async (t) => {
    const { lines } = await check(t, text);
    assert.equal(lines.length, 1, lines.join("\n"));
    assert.match(lines[0]!, problem);
  });
}

test("the page's check refuses what holds no setting, and needs no line break at the end", () => {
  assert.equal(checkText("", []).valid, false);
  assert.equal(checkText("version: 1", []).valid, true);
});

test("a file in JSON needs no line break at its end: cut, it does not parse", async (t) => {
  const text = JSON.stringify({ version: 1, server: { port: 8481 } }, null, 2);
  assert.equal((await check(t, text)).config?.server.port, 8481);
  assert.equal((await check(t, text.slice(0, -2))).config, null);
});

test("a file that says `version: 1` alone means the defaults", async (t) => {
  const { config, lines } = await check(t, "version: 1\n");
  assert.deepEqual(lines, []);
  assert.equal(config?.server.port, 8480);
});

test("the annotated file cut at any byte but a line's end is an error", async (t) => {
  const whole = readFileSync(join(installDir, "config/site.yaml"), "utf8");
  for (let end = 1; end < whole.length; end += 211) {
    const text = whole.slice(0, end);
    if (text.endsWith("\n")) continue;
    assert.equal((await check(t, text)).config, null, `cut at ${end}`);
  }
});
