import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { type Command, Option } from "commander";
import { fail } from "../../base/contract/fail.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { logLevels, logLine, type LogFilter, type LogLevel } from "../terminal/log-lines.ts";
import { print } from "../terminal/output.ts";
import { parseSince } from "../terminal/since.ts";

type Flags = SiteFlags & {
  follow?: boolean;
  since?: number;
  level: LogLevel;
  file?: string;
  json?: boolean;
};

/** Name of the log in the data directory of a box that writes one, as the demo does. */
const logFile = "gatehouse.log";
/** How often a followed file is looked at. */
const pollMs = 250;

/** `gatehouse logs`: the log for people, from the journal or from a file. */
export function addLogsCommand(program: Command): void {
  const command = program
    .command("logs")
    .description("show the log of the box: the journal of its service, or the demo's file")
    .option("-f, --follow", "continue with new lines, until Ctrl-C")
    .option("--since <time>", "only lines since then: 10m, 12h, or a time in ISO 8601", parseSince)
    .addOption(
      new Option("--level <level>", "the lowest level to show")
        .choices(Object.keys(logLevels))
        .default("info"),
    )
    .option("--file <file>", "read the log from this file")
    .option("--json", "print the lines as the box wrote them");
  withSiteFlags(command).action(showLogs);
}

async function showLogs(flags: Flags): Promise<void> {
  const over = onInterrupt();
  const file = flags.file ?? (await ownFile(flags));
  const lines =
    file === undefined
      ? journalLines(flags, over)
      : fileLines(file, { isFollowed: flags.follow ?? false, over });
  const filter: LogFilter = { level: flags.level, sinceMs: flags.since };
  for await (const line of lines) {
    const text = logLine(line, filter);
    if (text !== undefined) print(flags.json ? line : text);
  }
}

async function ownFile(flags: Flags): Promise<string | undefined> {
  const file = join((await loadSite(flags)).dataDir, logFile);
  return (await sizeOf(file)) === undefined ? undefined : file;
}

/** Yields the lines of the service's journal. Fails with `not_ready` when the machine has none. */
async function* journalLines({ follow, since }: Flags, over: AbortSignal): AsyncGenerator<string> {
  const args = ["-u", "gatehouse", "-o", "cat", "--no-pager"];
  if (since !== undefined) args.push(`--since=@${Math.floor(since / 1000)}`);
  else if (follow) args.push("-n", "50");
  if (follow) args.push("-f");
  const child = spawn("journalctl", args, { stdio: ["ignore", "pipe", "inherit"] });
  const end = (): void => void child.kill();
  over.addEventListener("abort", end, { once: true });
  const exited = new Promise<Error | number | null>((resolve) => {
    child.once("error", resolve).once("close", resolve);
  });
  yield* linesOf(child.stdout);
  const result = await exited;
  if (over.aborted || result === 0) return;
  const reason = result instanceof Error ? "is not installed" : `ended with status ${result}`;
  throw fail("not_ready", `journalctl: ${reason}. Name the log with --file, or use --data-dir`);
}

/** Yields the lines of a file, then those that are added to it; a shorter file is a new one. */
async function* fileLines(
  file: string,
  { isFollowed, over }: { isFollowed: boolean; over: AbortSignal },
): AsyncGenerator<string> {
  let at = 0;
  let rest = "";
  do {
    const size = await sizeOf(file);
    if (size === undefined) throw fail("config_invalid", `${file}: cannot be read. Check its path`);
    if (size < at) at = 0;
    if (size > at) {
      const end = size - 1;
      for await (const chunk of createReadStream(file, { start: at, end, encoding: "utf8" })) {
        const lines = (rest + String(chunk)).split("\n");
        rest = lines.pop() ?? "";
        yield* lines;
      }
      at = size;
    }
    if (!isFollowed) break;
    await wait(pollMs, undefined, { signal: over }).catch(() => undefined);
  } while (!over.aborted);
  if (rest !== "" && !isFollowed) yield rest;
}

async function* linesOf(stream: Readable): AsyncGenerator<string> {
  yield* createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
}

async function sizeOf(file: string): Promise<number | undefined> {
  return await stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
}
