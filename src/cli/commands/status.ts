import type { Command } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { print, printJson, table, timeText } from "../terminal/output.ts";
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
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const outcome = await askAppliance(dataDir, { method: "status", params: {} });
    if (!outcome.isRunning) process.exitCode = 1;
    const status = outcome.isRunning ? (outcome.result as Record<string, unknown>) : {};
    const report = { running: outcome.isRunning, data_dir: dataDir, ...status };
    if (flags.json) printJson(report);
    else print(...statusLines(report));
  });
}
