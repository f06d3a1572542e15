import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { loadConfig } from "../../src/system/config/load.ts";
import { referenceTable } from "../../src/system/config/reference.ts";
import { settings } from "../../src/system/config/settings.ts";
import { topicTable } from "../../src/notifications/mqtt/topic-table-wire.ts";
import { tempDir } from "../support/box/temp-dir.ts";

function file(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

test("docs/install/configuration.md holds the table of all settings as the schema has them", () => {
  const text = readFileSync(file("docs/install/configuration.md"), "utf8");
  assert.ok(
    text.includes(`\n${referenceTable()}\n`),
    "run scripts/node scripts/config-reference.ts to write the table again",
  );
});

test("docs/integration/mqtt.md holds the table of all topics as the schema has them", () => {
  const text = readFileSync(file("docs/integration/mqtt.md"), "utf8");
  assert.ok(
    text.includes(`\n${topicTable()}\n`),
    "run scripts/node scripts/mqtt-reference.ts to write the table again",
  );
});

test("config/site.yaml is valid and says exactly the defaults", async () => {
  const fromFile = await loadConfig({ file: file("config/site.yaml"), environment: {} });
  const defaults = await loadConfig({ file: null, environment: {} });
  assert.deepEqual(fromFile.config, defaults.config);
});

test("config/site.yaml shows every setting", () => {
  const text = readFileSync(file("config/site.yaml"), "utf8");
  for (const { path } of settings) {
    assert.match(text, new RegExp(`^\\s*(# *)?${path.at(-1)}:`, "m"), path.join("."));
  }
});

test("the example cameras in config/site.yaml are valid once their marks are removed", async (t) => {
  const text = readFileSync(file("config/site.yaml"), "utf8");
  const at = text.indexOf("# cameras:");
  const example = text
    .slice(at)
    .replaceAll(/^# ?/gm, "")
    .replace("password_file: /etc/gatehouse/gate.password", "password: p");

  const dir = await tempDir(t);

  await writeFile(`${dir}/site.yaml`, example);
  const { config } = await loadConfig({ file: `${dir}/site.yaml`, environment: {} });
  assert.equal(config.cameras.length, 1);
});

test("every setting has a title, and every number a range", () => {
  for (const setting of settings) {
    assert.notEqual(setting.title, "", setting.path.join("."));
    if (setting.kind === "number") assert.notEqual(setting.allowed, "", setting.path.join("."));
  }
});

test("environment variables are told apart", () => {
  const names = settings.flatMap((each) => each.variable ?? []);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes("GATEHOUSE_SERVER_PORT") && names.includes("GATEHOUSE_DATA_DIR"));
});
