import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, test } from "node:test";
import { fileURLToPath } from "node:url";
import { mostPageBytes, pageBytes } from "../support/page/page-size.ts";
import { boxAlarmCodes } from "../../src/base/contract/box-alarms.ts";
import english from "../../console/source/words/en.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));

const build = (): string =>
  execFileSync(join(root, "scripts/node"), [join(root, "scripts/build-page.ts")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

describe("the built page", () => {
  before(() => void build());

  it("is at most 250 kB gzipped with the words of its longest language", () => {
    const bytes = pageBytes();
    console.log(`the page in its longest language: ${(bytes / 1000).toFixed(1)} kB gzipped`);
    assert.ok(bytes > 20_000 && bytes <= mostPageBytes, `${bytes} bytes`);
  });

  it("has no script or style of its own in its document, as its policy demands", () => {
    const html = readFileSync(join(root, "console/dist/index.html"), "utf8");
    assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    assert.doesNotMatch(html, /https?:\/\//);
  });

  it("is not built again while its sources are the same", () => {
    const stamp = join(root, "console/dist/.sources.sha256");
    const builtAtMs = statSync(stamp).mtimeMs;
    build();
    assert.equal(statSync(stamp).mtimeMs, builtAtMs);
  });
});

test("the page has words of its own for every alarm", () => {
  assert.deepEqual(Object.keys(english.alarms), [...boxAlarmCodes]);
});
