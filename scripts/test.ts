/**
 * The test runner behind `scripts/test`: every file or group of light files in a process of its own, with a deadline.
 * Usage: test.ts [--ring NAME]… [--long] [--extended] [--machines] [PATH-PART]…
 * For the runner's own tests: `--root DIR` holds `test/`, `--limit SECONDS` is each file's deadline and
 * `--test-limit SECONDS` each test's.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runAll, runOne, type RunOptions } from "./runner/pool.ts";
import { extended, listTests, rings, type TestFile } from "./runner/rings.ts";
import type { FileResult } from "./runner/run-group.ts";

const usage = `usage: scripts/test [--ring ${rings.map((ring) => ring.name).join("|")}]… [--long] [--extended] [--machines] [PATH-PART]…`;

function argumentsOf(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ring: { type: "string", multiple: true, default: [] },
        long: { type: "boolean", default: false },
        extended: { type: "boolean", default: false },
        machines: { type: "boolean", default: false },
        root: { type: "string" },
        limit: { type: "string" },
        "test-limit": { type: "string" },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(usage);
    return process.exit(2);
  }
}

/** What the arguments ask for: parts of paths, else everything but the extended files, which `--extended` adds. */
function chosen(
  all: TestFile[],
  { names, parts, withExtended }: { names: string[]; parts: string[]; withExtended: boolean },
): TestFile[] {
  const isNamed = (path: string): boolean => parts.some((part) => path.includes(part));
  return all
    .filter(({ ring }) =>
      names.length === 0 ? ring.name !== "machines" : names.includes(ring.name),
    )
    .filter(({ path }) =>
      extended.includes(path) ? withExtended || isNamed(path) : parts.length === 0 || isNamed(path),
    );
}

/** Prints one line per file, and what failed in it. */
function show(result: FileResult): void {
  const count = (outcome: string): number =>
    result.lines.filter((line) => line.outcome === outcome).length;
  const failed = result.lines.filter((line) => line.outcome === "failed");
  const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : "";
  const seconds = (result.durationMs / 1000).toFixed(1);
  const mark = failed.length > 0 ? "FAIL" : "ok  ";
  console.log(`${mark} ${result.file}: ${count("passed")} passed${skipped} (${seconds} s)`);
  for (const { name, error } of failed) {
    console.log(`  ✗ ${name}\n${error.replace(/^/gm, "      ")}`);
  }
  if (failed.length > 0 && result.output.trim() !== "") {
    console.log(`  output of ${result.file}, last part:`);
    console.log(result.output.trimEnd().slice(-4000).replace(/^/gm, "    | "));
  }
}

/** More failed files than these do not come from a busy machine. */
const unsteadyFiles = 6;

/**
 * At the end of a whole run, repeats the few files that failed, each with the machine to itself. A
 * file that passes then counts with that result, in its place in `results`; returns its first
 * failures for the summary. A file that fails twice stays failed.
 */
async function tryAlone(
  results: FileResult[],
  files: readonly TestFile[],
  options: RunOptions,
): Promise<string[]> {
  const failed = results.filter(({ lines }) => lines.some((line) => line.outcome === "failed"));
  if (failed.length > unsteadyFiles) return [];
  const unsteady: string[] = [];
  for (const first of failed) {
    const file = files.find(({ path }) => path === first.file);
    if (file === undefined) continue;
    console.log(`\nonce more, alone: ${file.path}`);
    const [second] = await runOne([file], options);
    if (second === undefined || second.lines.some((line) => line.outcome === "failed")) continue;
    results[results.indexOf(first)] = second;
    unsteady.push(...failures(first));
  }
  return unsteady;
}

function failures({ file, lines }: FileResult): string[] {
  return lines.filter((line) => line.outcome === "failed").map(({ name }) => `${file}: ${name}`);
}

async function main(): Promise<number> {
  const { values, positionals } = argumentsOf(process.argv.slice(2));
  if (values.machines) values.ring.push("machines");
  const unknown = values.ring.filter((name) => !rings.some((ring) => ring.name === name));
  if (unknown.length > 0) {
    console.error(`no such ring: ${unknown.join(", ")}\n${usage}`);
    return 2;
  }
  const root = resolve(values.root ?? join(import.meta.dirname, ".."));
  const { files: all, strays } = listTests(root);
  const files = chosen(all, {
    names: values.ring,
    parts: positionals,
    withExtended: values.extended,
  });
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort());
  }
  const environment = { ...process.env, ...(values.long ? { TEST_LONG: "1" } : {}) };
  const options: RunOptions = {
    root,
    environment,
    signal: interrupted.signal,
    onResult: show,
    ...(values.limit ? { limitMs: Number(values.limit) * 1000 } : {}),
    ...(values["test-limit"] ? { testLimitMs: Number(values["test-limit"]) * 1000 } : {}),
  };
  const results = await runAll(files, options);
  const isWhole = values.ring.length === 0 && positionals.length === 0;
  const unsteady =
    isWhole && !interrupted.signal.aborted ? await tryAlone(results, files, options) : [];
  return verdict(results, { expected: files.length, strays, unsteady });
}

/** Repeats the failures, prints the summary as the last line, and returns the exit code. */
function verdict(
  results: FileResult[],
  seen: { expected: number; strays: string[]; unsteady: string[] },
): number {
  const lines = results.flatMap((result) => result.lines);
  const count = (outcome: string): number =>
    lines.filter((line) => line.outcome === outcome).length;
  const troubles = [
    ...results.flatMap(failures),
    ...seen.strays.map((path) => `${path} is in no ring's folder and would never run`),
    ...(results.length < seen.expected ? [`${seen.expected - results.length} files not run`] : []),
    ...(count("passed") + count("failed") === 0 ? ["no test was run"] : []),
  ];
  if (seen.unsteady.length > 0)
    console.log(
      `\nunsteady, passed alone:\n${seen.unsteady.map((each) => `  ${each}`).join("\n")}`,
    );
  if (troubles.length > 0)
    console.log(`\nfailures:\n${troubles.map((each) => `  ${each}`).join("\n")}`);
  const failed = Math.max(count("failed"), troubles.length > 0 ? 1 : 0);
  console.log(`\n${count("passed")} passed, ${failed} failed, ${count("skipped")} skipped`);
  return troubles.length > 0 ? 1 : 0;
}

process.exitCode = await main();
