import type { Command } from "commander";
import { askAppliance } from "../admin/admin-client.ts";
import type { AlarmWire } from "../contract/alarms.ts";
import { print, printJson, table, timeText } from "./output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "./site.ts";

function valueText(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && name.endsWith("_at")) return `${timeText(value)} UTC`;
  return JSON.stringify(value);
}

/** One line per value; sections become `section.name`. What somebody should see to comes last, in words. */
function lines(status: Readonly<Record<string, unknown>>): string[] {
  const { alarms = [], ...facts } = status;
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, valueText(inner, each)])
      : [[name, valueText(name, value)]],
  );
  const told = (alarms as readonly AlarmWire[]).map(({ code, severity, message }) => [
    `${severity} ${code}`,
    message,
  ]);
  return table([...rows, ...told]);
}

/** `gatehouse status`: exit code 1 when no appliance runs on the data directory. */
export function addStatusCommand(program: Command): void {
  const command = program
    .command("status")
    .description("whether the appliance runs, and how it is")
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const outcome = await askAppliance(dataDir, { method: "status", params: {} });
    if (!outcome.isRunning) process.exitCode = 1;
    const status = outcome.isRunning ? (outcome.result as Record<string, unknown>) : {};
    const shown = { running: outcome.isRunning, data_dir: dataDir, ...status };
    if (flags.json) printJson(shown);
    else print(...lines(shown));
  });
}
