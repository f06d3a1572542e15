import type { Command } from "commander";
import { askAppliance } from "../admin/admin-client.ts";
import { print, printJson } from "./output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "./site.ts";

/** One line per entry; nested values as compact JSON. */
function lines(status: Readonly<Record<string, unknown>>): string[] {
  const width = Math.max(...Object.keys(status).map((name) => name.length));
  return Object.entries(status).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${name.replaceAll("_", " ").padEnd(width)}  ${text}`;
  });
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
