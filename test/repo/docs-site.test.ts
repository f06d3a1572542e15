import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { DocPage } from "../../scripts/docs-site/render.ts";
import { buildDocsSite } from "../../scripts/docs-site/site.ts";

const root = join(import.meta.dirname, "../..");

describe("the site of the documentation", () => {
  let dir: string;
  let pages: DocPage[];
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "gatehouse-docs-"));
    pages = await buildDocsSite(root, dir);
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const textOf = (path: string): string => readFileSync(join(dir, path), "utf8");

  test("every link and picture of a page leads to a file of the site, and to a heading there", () => {
    const broken: string[] = [];
    for (const { path } of pages) {
      for (const [, address = ""] of textOf(path).matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?|mailto):/.test(address)) continue;
        const [file = "", anchor] = address.split("#");
        const target = file === "" ? path : join(dirname(path), file);
        const isThere = existsSync(join(dir, target));
        const hasAnchor = anchor === undefined || textOf(target).includes(`id="${anchor}"`);
        if (!isThere || !hasAnchor) broken.push(`${path}: ${address}`);
      }
    }
    assert.ok(pages.length > 50);
    assert.deepEqual(broken, []);
  });

  test("it loads nothing from elsewhere, and has no script or style inside its pages", () => {
    for (const { path } of pages) {
      const html = textOf(path);
      assert.doesNotMatch(html, /src="https?:|<link[^>]*href="https?:/, path);
      assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+="/, path);
    }
    assert.doesNotMatch(textOf("search.js") + textOf("docs.css"), /https?:\/\//);
  });

  test("its index of the search has every page with its text", () => {
    const index = JSON.parse(textOf("search.json")) as string[][];
    const known = new Set(index.map(([path]) => path));
    assert.deepEqual(
      pages.filter(({ path }) => !known.has(path)),
      [],
    );
    const found = index.filter(([, , , , text = ""]) => text.includes("retry_delays_seconds"));
    const page = "integration/webhooks.html";
    assert.ok(found.some(([path, anchor]) => path === page && anchor === "retry-schedule"));
  });
});
