import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DocPage, escaped, renderPage } from "./render.ts";

/** Pages beside `docs` that belong to the site, with their paths there. */
const besides: readonly (readonly [string, string])[] = [
  ["CHANGELOG.md", "changelog.html"],
  ["CONTRIBUTING.md", "contributing.html"],
  ["SECURITY.md", "vulnerabilities.html"],
];
const assets = join(import.meta.dirname, "assets");

/** One part of the navigation. */
interface NavPart {
  heading: string;
  links: { path: string; label: string }[];
}

/**
 * Writes the documentation of the repository at `root` into `outDir` as HTML that needs no server: one file for each
 * page, a style, a script for the search and its index. Its links are relative, and it requests nothing from elsewhere.
 * Resolves with the pages.
 */
export async function buildDocsSite(root: string, outDir: string): Promise<DocPage[]> {
  const targets = await targetsOf(root);
  const siteFile = (path: string): string | undefined => targets.get(path);
  const pages: DocPage[] = [];
  for (const [path, target] of targets) {
    await mkdir(dirname(join(outDir, target)), { recursive: true });
    if (path.endsWith(".md")) {
      const markdown = await readFile(join(root, path), "utf8");
      pages.push(renderPage({ path, target, markdown, siteFile }));
    } else await cp(join(root, path), join(outDir, target));
  }
  const nav = navOf(await readFile(join(root, "docs/README.md"), "utf8"), siteFile);
  for (const page of pages) await writeFile(join(outDir, page.path), documentOf(page, nav));
  const index = pages.flatMap(({ path, title, sections }) =>
    sections.map(({ anchor, heading, text }) => [path, anchor, title, heading, text]),
  );
  await writeFile(join(outDir, "search.json"), JSON.stringify(index));
  await cp(assets, outDir, { recursive: true });
  return pages;
}

/** Returns the paths in the site of the repository's files that belong there. */
async function targetsOf(root: string): Promise<Map<string, string>> {
  const entries = await readdir(join(root, "docs"), { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && /\.(?:md|webp|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
  const own = names.map((name) => [name, targetOf(name.slice("docs/".length))] as const);
  return new Map([...own, ...besides]);
}

function targetOf(name: string): string {
  return name.replace(/(^|\/)README\.md$/, "$1index.md").replace(/\.md$/, ".html");
}

/** Returns the lists of the index page. */
function navOf(index: string, siteFile: (path: string) => string | undefined): NavPart[] {
  const parts: NavPart[] = [];
  for (const line of index.split("\n")) {
    const heading = /^## (.*)$/.exec(line)?.[1];
    if (heading !== undefined) parts.push({ heading, links: [] });
    const [, label, href] = /^- \[([^\]]*)\]\(([^)]*)\)/.exec(line) ?? [];
    if (label === undefined || href === undefined) continue;
    const path = siteFile(new URL(href, "docs://site/docs/README.md").pathname.slice(1));
    if (path !== undefined) parts.at(-1)?.links.push({ path, label });
  }
  return parts;
}

function documentOf({ path, title, html }: DocPage, nav: readonly NavPart[]): string {
  const up = "../".repeat(path.split("/").length - 1);
  const parts = nav.map(({ heading, links }) => {
    const items = links.map(({ path: to, label }) => {
      const here = to === path ? ' aria-current="page"' : "";
      return `<li><a href="${up}${to}"${here}>${escaped(label)}</a></li>`;
    });
    return `<h2>${escaped(heading)}</h2><ul>${items.join("")}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Gatehouse</title>
<link rel="stylesheet" href="${up}docs.css">
<script src="${up}search.js" defer></script>
<script src="${up}tabs.js" defer></script>
</head>
<body data-root="${up}">
<a class="skip" href="#content">Skip to the text</a>
<header><a href="${up}index.html">Gatehouse</a>
<form role="search"><label for="search">Search</label>
<input id="search" type="search" autocomplete="off" spellcheck="false"></form></header>
<section id="results" aria-label="Results of the search" aria-live="polite" hidden></section>
<div class="columns">
<nav aria-label="Pages"><details open><summary>Pages</summary>${parts.join("")}</details></nav>
<main id="content">
${html}</main>
</div>
</body>
</html>
`;
}
