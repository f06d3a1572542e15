import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ReportLine } from "./reporter.ts";

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

/** A crash, a hang and a file without tests are failures: a file can never vanish from the count. */
function withVerdict(
  lines: ReportLine[],
  end: { code: number | null; late: boolean; limitMs: number },
) {
  if (end.late) {
    return [
      ...lines,
      failure("(file)", `did not end within ${end.limitMs / 1000} s and was killed`),
    ];
  }
  if (end.code !== 0 && !lines.some((each) => each.outcome === "failed")) {
    return [...lines, failure("(file)", `ended with exit code ${end.code ?? "none (killed)"}`)];
  }
  return lines.length > 0 ? lines : [failure("(file)", "holds no tests")];
}

/** Kills the file's whole process group, so that a hung file leaves no ffmpeg or server behind. */
function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The group is gone already.
  }
}

async function readLines(path: string): Promise<ReportLine[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as ReportLine);
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

/** Runs one test file in a process of its own; never rejects for what the file does. */
export async function runFile(
  file: string,
  options: {
    root: string;
    limitMs: number;
    testLimitMs: number;
    environment: NodeJS.ProcessEnv;
    signal: AbortSignal;
  },
): Promise<FileResult> {
  const started = performance.now();
  const dir = await mkdtemp(join(tmpdir(), "gatehouse-test-"));
  const report = join(dir, "report.jsonl");
  const output = bounded();
  const end = await new Promise<{ code: number | null; late: boolean }>((resolve) => {
    let late = false;
    const reporter = join(import.meta.dirname, "reporter.ts");
    const flags = [
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}`,
      `--test-timeout=${options.testLimitMs}`,
    ];
    const child = spawn(process.execPath, [...flags, file], {
      cwd: options.root,
      detached: true,
      env: withFastStarts(options),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", output.add);
    child.stderr.on("data", output.add);
    const stop = (): void => killGroup(child.pid, "SIGKILL");
    let timer = setTimeout(() => {
      late = true;
      child.kill("SIGUSR2");
      timer = setTimeout(stop, answerMs);
    }, options.limitMs);
    options.signal.addEventListener("abort", stop, { once: true });
    child.on("error", () => resolve({ code: -1, late }));
    // `exit`, not `close`: a child process of the file may hold its pipes open.
    child.on("exit", (code) => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", stop);
      stop();
      resolve({ code, late });
    });
  });
  const lines = withVerdict(await readLines(report), { ...end, limitMs: options.limitMs });
  await rm(dir, { recursive: true, force: true });
  return { file, durationMs: performance.now() - started, lines, output: output.text() };
}
