import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { errorCodes } from "../../src/base/contract/error-codes.ts";
import { innerErrorCodes } from "../../src/base/contract/inner-error-codes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Codes of the contract that cannot occur: they stand in the table, marked so. */
const neverSent = new Set(["job_trigger_failed"]);

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name))
    .filter((path) => !path.endsWith("error-codes.ts") && path !== "test/repo/errors.test.ts")
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

function mentions(files: readonly { text: string }[], code: string): boolean {
  const word = new RegExp(`\\b${code}\\b`);
  return files.some(({ text }) => word.test(text));
}

const docs = readFileSync(join(root, "docs/operations/errors.md"), "utf8");

test("docs/operations/errors.md has the row of every code of the table, and no other", () => {
  const rows = [
    ...Object.entries(errorCodes).map(
      ([code, row]) =>
        `| \`${code}\` | ${row.status} | ${row.fault} | ${row.retryable ? "yes" : "no"} | ${row.meaning} |`,
    ),
    ...Object.entries(innerErrorCodes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
  ];
  const written = docs.split("\n").filter((line) => line.startsWith("| `"));
  assert.deepEqual(new Set(written), new Set(rows));
  assert.equal(written.length, rows.length);
});

test("every code that an HTTP answer can carry is named by a test", () => {
  const tests = sources("test");
  const untested = Object.keys(errorCodes).filter(
    (code) => !neverSent.has(code) && !mentions(tests, code),
  );
  assert.deepEqual(untested, []);
});

test("codes that are marked as never sent, and no others, are produced nowhere", () => {
  const marked = Object.entries(errorCodes).filter(([, row]) =>
    row.meaning.startsWith("Never sent"),
  );
  assert.deepEqual(new Set(marked.map(([code]) => code)), neverSent);
  const produced = [...neverSent].filter((code) => mentions(sources("src"), code));
  assert.deepEqual(produced, []);
});
