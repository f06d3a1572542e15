import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { GroupLine, ReportLine } from "./reporter.ts";

/** The result of one test file. */
export interface FileResult {
  file: string;
  durationMs: number;
  lines: ReportLine[];
  /** The file's output, bounded, for failures. */
  output: string;
}

const outputBytes = 64 * 1024;

/** Time in which a late file may name what keeps it running. */
const answerMs = 1000;

/** Below the root; Node.js checks each entry against its source and its own version. */
const codeCache = "node_modules/.cache/tests";

function bounded(): { add: (chunk: Buffer) => void; text: () => string } {
  let kept = "";
  return {
    add: (chunk) => {
      kept = (kept + chunk.toString("utf8")).slice(-outputBytes);
    },
    text: () => kept,
  };
}

function failure(name: string, error: string): ReportLine {
  return { outcome: "failed", name, error };
}

interface End {
  code: number | null;
  late: boolean;
  limitMs: number;
}

/** True when no failure that was reported explains the exit code; failed tests make it 1. */
function isUnexplained(lines: readonly GroupLine[], { code }: End): boolean {
  return code !== 0 && !(code === 1 && lines.some((each) => each.outcome === "failed"));
}

/** A crash, a hang and a file without tests are failures: a file can never vanish from the count. */
function ownFailure(lines: readonly GroupLine[], end: End): ReportLine | undefined {
  if (end.late)
    return failure("(file)", `did not end within ${end.limitMs / 1000} s and was killed`);
  if (isUnexplained(lines, end))
    return failure("(file)", `ended with exit code ${end.code ?? "none (killed)"}`);
  return undefined;
}

/** What the group's report says of one file; `isLast` of the file that ran when the process ended. */
function resultOf(file: string, run: { report: GroupLine[]; end: End; isLast: boolean }) {
  const { report, end, isLast } = run;
  const ofFile = report.filter((line) => line.file === file);
  const own = ofFile.find((line) => line.endedAfterMs !== undefined);
  const lines: ReportLine[] = ofFile.filter((line) => line !== own || line.outcome === "failed");
  const more = isLast ? ownFailure(report, end) : undefined;
  if (more) lines.push(more);
  if (lines.length === 0) lines.push(failure("(file)", "holds no tests"));
  return { lines, endedAfterMs: own?.endedAfterMs };
}

/** Kills the whole process group, so that a hung file leaves no ffmpeg or server behind. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

async function readLines(path: string): Promise<GroupLine[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as GroupLine);
}

/** The environment of a test file, and with it of every process that it starts. */
function withFastStarts(options: { root: string; environment: NodeJS.ProcessEnv }) {
  const { root, environment } = options;
  const resolver = pathToFileURL(join(import.meta.dirname, "resolve.js")).href;
  return {
    // Code that one process has stripped and compiled serves all later ones.
    NODE_COMPILE_CACHE: join(root, codeCache),
    ...environment,
    NODE_OPTIONS: `${environment["NODE_OPTIONS"] ?? ""} --import=${resolver}`.trim(),
  };
}

/** How a process of test files runs. */
export interface GroupOptions {
  root: string;
  limitMs: number;
  testLimitMs: number;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Starts the group's process; resolves when it has ended, or was killed at its limit. */
function ended(
  files: readonly string[],
  options: GroupOptions & { report: string; onOutput: (chunk: Buffer) => void },
): Promise<End> {
  const { root, limitMs, testLimitMs, signal, report, onOutput } = options;
  const flags = [
    // A process of tests lives for seconds: memory is cheaper than collecting it.
    "--min-semi-space-size=16",
    "--initial-old-space-size=128",
    `--test-reporter=${join(import.meta.dirname, "reporter.ts")}`,
    `--test-reporter-destination=${report}`,
    `--test-timeout=${testLimitMs}`,
  ];
  return new Promise((resolve) => {
    let late = false;
    const script = join(import.meta.dirname, "group.ts");
    const child = spawn(process.execPath, [...flags, script, ...files], {
      cwd: root,
      detached: true,
      env: withFastStarts(options),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    const stop = (): void => killGroup(child.pid, "SIGKILL");
    let timer = setTimeout(() => {
      late = true;
      child.kill("SIGUSR2");
      timer = setTimeout(stop, answerMs);
    }, limitMs);
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", () => resolve({ code: -1, late, limitMs }));
    // `exit`, not `close`: a child process of the files may hold its pipes open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      stop();
      resolve({ code, late, limitMs });
    });
  });
}

/** What a process of test files came to. */
export interface GroupResult {
  /** Of the files that have run: all, or those up to the one in which the process ended early. */
  results: FileResult[];
  /** True when all files ended, and the process then failed: any of them may be the cause. */
  isBlameOpen: boolean;
}

/**
 * Runs test files one after another in one process; never rejects for what they do. When the process ends early, the
 * file that ran then has failed.
 */
export async function runGroup(
  files: readonly string[],
  options: GroupOptions,
): Promise<GroupResult> {
  const started = performance.now();
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  const report = join(dir, "report.jsonl");
  const output = bounded();
  const end = await ended(files, { ...options, report, onOutput: output.add });
  const lines = await readLines(report);
  await rm(dir, { recursive: true, force: true });
  const hasEnded = (file: string): boolean =>
    lines.some((line) => line.file === file && line.endedAfterMs !== undefined);
  const open = files.findIndex((file) => !hasEnded(file));
  // What goes wrong after the last file's end counts as that file's.
  const last = open === -1 ? files.length - 1 : open;
  const results = files.slice(0, last + 1).map((file, at) => {
    const how = { report: lines, end, isLast: at === last };
    const { lines: own, endedAfterMs = performance.now() - started } = resultOf(file, how);
    return { file, durationMs: endedAfterMs, lines: own, output: output.text() };
  });
  const isBlameOpen = open === -1 && files.length > 1 && (end.late || isUnexplained(lines, end));
  return { results, isBlameOpen };
}
