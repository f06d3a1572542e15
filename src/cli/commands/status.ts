import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { print, printJson, table, timeText } from "../terminal/output.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import type { BoxAlarm } from "../../base/contract/box-alarms.ts";

/** Returns a value as one cell: named items as their names, other lists as their length. */
function cellOf(name: string, value: unknown): string {
  if (value === null) return "-";
  if (typeof value === "number" && name.endsWith("_at")) return `${timeText(value)} UTC`;
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const names = value.map((each: unknown) => (isSection(each) ? each["name"] : each));
  if (value.length === 0) return "none";
  if (names.every((each) => ["string", "number"].includes(typeof each))) return names.join(", ");
  return `${value.length} (--json shows them)`;
}

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rowsOf(path: string, name: string, value: unknown): string[][] {
  if (!isSection(value)) return [[path, cellOf(name, value)]];
  const inner = Object.entries(value);
  if (inner.length === 0) return [[path, "none"]];
  return inner.flatMap(([key, each]) => rowsOf(path === "" ? key : `${path}.${key}`, key, each));
}

/**
 * Returns one line per value; sections become `section.name`. Alarms come last, with their
 * messages.
 */
export function statusLines(status: Readonly<Record<string, unknown>>): string[] {
  const { alarms = [], ...facts } = status;
  const alarmRows = (alarms as readonly BoxAlarm[]).map(({ code, severity, message }) => [
    `${severity} ${code}`,
    message,
  ]);
  return table([...rowsOf("", "", facts), ...alarmRows]);
}

/** `gatehouse status`: exit code 1 when no appliance runs on the data directory. */
export function addStatusCommand(program: Command): void {
  const command = program
    .command("status")
    .description("show whether the appliance runs, and its state")
    .option("--watch", "print the state again every two seconds, until Ctrl-C")
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: StatusFlags) => {
    const { dataDir } = await loadSite(flags);
    if (flags.watch) await watch(dataDir, flags);
    else show(await statusOf(dataDir), flags);
  });
}

type StatusFlags = SiteFlags & { json?: boolean; watch?: boolean };

const watchPeriodMs = 2000;
/** Cursor to the first place, and erase what is behind it (ECMA-48 8.3.21, 8.3.39). */
const clearScreen = "\u001b[H\u001b[2J\u001b[3J";

async function statusOf(dataDir: string): Promise<Record<string, unknown>> {
  const outcome = await askAppliance(dataDir, { method: "status", params: {} });
  process.exitCode = outcome.isRunning ? 0 : 1;
  const status = outcome.isRunning ? (outcome.result as Record<string, unknown>) : {};
  return { running: outcome.isRunning, data_dir: dataDir, ...status };
}

function show(report: Readonly<Record<string, unknown>>, flags: StatusFlags): void {
  if (flags.json) printJson(report);
  else print(...statusLines(report));
}

/** Shows the state again and again; a terminal keeps one picture, and a pipe gets one JSON document per line. */
async function watch(dataDir: string, flags: StatusFlags): Promise<void> {
  const over = onInterrupt();
  while (!over.aborted) {
    const report = await statusOf(dataDir);
    if (flags.json) print(JSON.stringify(report));
    else {
      if (process.stdout.isTTY) process.stdout.write(clearScreen);
      print(`${new Date().toISOString().slice(11, 19)} UTC`, ...statusLines(report), "");
    }
    await wait(watchPeriodMs, undefined, { signal: over }).catch(() => undefined);
  }
}
