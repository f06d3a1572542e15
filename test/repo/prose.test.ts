import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { missingPaths, proseFaults } from "../support/repo/prose.ts";

const root = join(import.meta.dirname, "../..");

/** Pages that are not revised yet. */
const unrevised = new Set<string>([]);

const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].concat(markdown("docs"));

function markdown(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".md"),
  );
  return names.map((name) => `${folder}/${name}`);
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

test("every page keeps to the line length, the length of paragraphs and the words of the house", () => {
  const faults = pages
    .filter((page) => !unrevised.has(page))
    .flatMap((page) =>
      proseFaults(read(page)).map(({ line, fault }) => `${page}:${line} ${fault}`),
    );
  assert.deepEqual(faults, []);
});

test("every path of the repository that a page names exists", () => {
  const files = [
    "src",
    "test",
    "scripts",
    "examples",
    "systemd",
    "docs",
    "config",
    "console",
    "client",
  ]
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((path) => !path.includes("node_modules"));
  const missing = pages.flatMap((page) =>
    missingPaths(read(page), files).map((path) => `${page}: ${path}`),
  );
  assert.deepEqual(missing, []);
});

test("a long line, a long paragraph and a banned phrase are found, but not in code and tables", () => {
  const long = `${"word ".repeat(25)}end`;
  const page = [long, "", ...Array<string>(6).fill("a line"), "", "Whoever asks is told anew."];
  assert.deepEqual(
    proseFaults(page.join("\n")).map(({ line, fault }) => `${line} ${fault}`),
    ["1 128 characters", "8 long paragraph", '10 "is told"', '10 "Whoever"', '10 "anew"'],
  );
  const others = [`| ${long} |`, "```", long, "```", `    ${long}`, "The span `is told` is code."];
  assert.deepEqual(proseFaults(others.join("\n")), []);
});

test("a path that the repository does not have is found, in backticks only", () => {
  const files = ["src/base/jobs/job.ts", "scripts/node"];
  const page =
    "`src/base/jobs`, `jobs/job.ts`, `scripts/node job.ts`, src/none, `jobs/none.ts`, `src/none/`";
  assert.deepEqual(missingPaths(page, files), ["jobs/none.ts", "src/none/"]);
});
