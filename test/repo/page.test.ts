import { boxAlarmCodes } from "../../src/system/machine/wire/box-alarms.ts";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, test } from "node:test";
import { fileURLToPath } from "node:url";
import english from "../../console/source/words/en.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));
const assets = join(root, "console/dist/assets");
/** The bound for what one reader can load, in bytes as they travel. */
const mostBytes = 250_000;

const build = (): string =>
  execFileSync(join(root, "scripts/node"), [join(root, "scripts/build-page.ts")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

describe("the built page", () => {
  before(() => void build());

  it("is at most 250 kB gzipped with the words of its longest language", () => {
    const files = readdirSync(assets).filter((name) => name.endsWith(".gz"));
    const bytesOf = (name: string): number => statSync(join(assets, name)).size;
    const isWords = (name: string): boolean => /^(?:ar|de|en|es|fr|zh)-/.test(name);
    const sum = (names: readonly string[]): number =>
      names.reduce((total, name) => total + bytesOf(name), 0);
    // Each language has two files: the page's words, and the doctor's sentences except in English.
    const languages = Map.groupBy(files.filter(isWords), (name) => name.slice(0, 2));
    assert.equal(languages.size, 6);
    const longest = Math.max(...languages.values().map(sum));
    const bytes = sum(files.filter((name) => !isWords(name))) + longest;
    console.log(`the page in its longest language: ${(bytes / 1000).toFixed(1)} kB gzipped`);
    assert.ok(bytes > 20_000 && bytes <= mostBytes, `${bytes} bytes`);
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
