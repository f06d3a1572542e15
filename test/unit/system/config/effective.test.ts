import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { checkAside } from "../../../../src/system/config/check-aside.ts";
import type { SiteSettings } from "../../../../src/system/config/effective.ts";
import { loadConfig } from "../../../../src/system/config/load.ts";
import type { Override } from "../../../../src/system/config/settings.ts";
import { tempDir } from "../../../support/box/temp-dir.ts";

const canary = "canary-5f1b";
const text = `version: 1
site: { name: North yard }
log:
  level: warn
cameras:
  - id: gate
    source: { type: rtsp, url: "rtsp://anna:${canary}@192.168.10.5/main", password: "${canary}" }
  - id: theirs
    organisation: acme
    source: { type: rtsp, url: "rtsp://192.168.10.6/main" }
`;

async function read(
  t: TestContext,
  more: { environment?: Record<string, string>; overrides?: Override[] } = {},
): Promise<{ file: string; settings: SiteSettings }> {
  const file = join(await tempDir(t), "site.yaml");
  await writeFile(file, text, { mode: 0o600 });
  const { settings } = await loadConfig({ file, environment: {}, ...more });
  return { file, settings };
}

test("tells every setting with its value and where it comes from, without secrets and others' cameras", async (t) => {
  const { file, settings } = await read(t, {
    environment: { GATEHOUSE_SERVER_PORT: "9000" },
    overrides: [{ name: "--data-dir", path: ["data_dir"], text: "/tmp/x" }],
  });
  const shown = settings.describe("default");
  assert.equal(shown.file, file);
  const origins = (path: string) => {
    const { value, origin } = shown.settings.find((each) => each.path === path)!;
    return [value, origin.kind, origin.at];
  };
  assert.deepEqual(origins("log.level"), ["warn", "file", `${file}:4`]);
  assert.deepEqual(origins("server.port"), [9000, "environment", "GATEHOUSE_SERVER_PORT"]);
  assert.deepEqual(origins("data_dir"), ["/tmp/x", "flag", "--data-dir"]);
  assert.deepEqual(origins("server.host"), ["127.0.0.1", "default", null]);
  const said = JSON.stringify(shown);
  assert.doesNotMatch(said, new RegExp(`${canary}|theirs`));
  assert.match(said, /rtsp:\/\/\*\*\*@192\.168\.10\.5\/main/);
  assert.match(JSON.stringify(settings.describe("acme")), /theirs/);
});

test("a text is checked as the file of this box: every problem with its line, and nothing is read", async (t) => {
  const { settings } = await read(t, { environment: { GATEHOUSE_LOG_LEVEL: "debug" } });
  const { valid, problems } = await settings.check(
    "server:\n  prot: 1\nlimits:\n  readers: many\n",
  );
  assert.equal(valid, false);
  assert.deepEqual(
    problems.map(({ line, where, path }) => [line, where, path]),
    [
      [2, "line 2", "server.prot"],
      [4, "line 4", "limits.readers"],
    ],
  );
  assert.equal((await settings.check("a: [\n")).valid, false);
  const secret =
    "cameras:\n  - id: a\n    source: { type: rtsp, url: rtsp://10.0.0.1/, password_file: /dev/zero }\n";
  assert.equal((await settings.check(secret)).valid, true);
});

test("a text that takes long to check holds nothing up, is given up, and no second one is taken meanwhile", async () => {
  const first = checkAside({ text: "a: b\n".repeat(40_000), before: null, overrides: [] }, 300);
  await assert.rejects(checkAside({ text: "log: {}\n", before: null, overrides: [] }), {
    code: "overloaded",
  });
  const { valid, problems } = await first;
  assert.equal(valid, false);
  assert.match(problems[0]!.message, /takes too much/);
  const warn = { text: "log: { level: warn }\n", before: null, overrides: [] };
  assert.equal((await checkAside(warn)).valid, true);
});

test("a check names the settings that a text changes, also those that it leaves out", async () => {
  const before = "log: { level: warn }\nsite: { name: A }\nrobots: []\n";
  const check = (text: string) => checkAside({ text, before, overrides: [] });
  assert.deepEqual(
    (await check("# other words\nsite: { name: A }\nlog: { level: warn }")).changed,
    [],
  );
  const { changed } = await check("site: { name: B }\nsafe_mode: { after_crashes: 4 }\n");
  assert.deepEqual(changed.toSorted(), ["log.level", "safe_mode.after_crashes", "site.name"]);
  assert.deepEqual((await check("site: { nam: B }\n")).changed, []);
});
