import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** How the files of one folder below `test/` are run. */
export interface Ring {
  name: string;
  /** Files at once. */
  concurrency: number;
  /** Longest time that one file may take. */
  limitMs: number;
}

/** The rings in the order in which they run. Numbers suit a machine with two cores: the outer rings wait a good part of their time. */
export const rings: readonly Ring[] = [
  { name: "repo", concurrency: 2, limitMs: 180_000 },
  { name: "unit", concurrency: 2, limitMs: 180_000 },
  { name: "conformance", concurrency: 2, limitMs: 180_000 },
  { name: "integration", concurrency: 3, limitMs: 300_000 },
  { name: "e2e", concurrency: 2, limitMs: 420_000 },
];

/** A test file and the ring that its folder says. */
export interface TestFile {
  ring: Ring;
  path: string;
}

/**
 * Every `*.test.ts` below `test/`, by ring. A test file outside of the rings' folders would never
 * run, so it is an error that the caller must report.
 */
export function listTests(root: string): { files: TestFile[]; strays: string[] } {
  const dir = join(root, "test");
  const all = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(".test.ts"))
    .map((each) => relative(root, join(each.parentPath, each.name)))
    .toSorted();
  const ringOf = (path: string): Ring | undefined =>
    rings.find((ring) => path.startsWith(`test/${ring.name}/`));
  const files = rings.flatMap((ring) =>
    all.filter((path) => ringOf(path) === ring).map((path) => ({ ring, path })),
  );
  return { files, strays: all.filter((path) => ringOf(path) === undefined) };
}
