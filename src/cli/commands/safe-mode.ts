import type { Command } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { fail } from "../../base/contract/fail.ts";
import type { SafeModeWire } from "../../system/wire/safe-mode.ts";
import { print, printJson, timeText } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { json?: boolean };

/** `gatehouse safe-mode [leave]`: prints whether cameras and robots are paused, or resumes them. */
export function addSafeModeCommand(program: Command): void {
  const command = program
    .command("safe-mode")
    .description("show or leave safe mode (cameras and robots are paused after repeated crashes)");
  const show = command
    .command("show", { isDefault: true })
    .description("show whether safe mode is on, and why");
  const leave = command.command("leave").description("leave safe mode: resume cameras and robots");
  for (const [each, method] of [
    [show, "safe-mode"],
    [leave, "safe-mode.leave"],
  ] as const) {
    withSiteFlags(each.option("--json", "print JSON")).action(async (flags: Flags) => {
      const { dataDir } = await loadSite(flags);
      const outcome = await askAppliance(dataDir, { method, params: {} });
      if (!outcome.isRunning)
        throw fail("conflict", `${dataDir}: no appliance runs on it. Start it first`);
      const state = outcome.result as SafeModeWire;
      if (flags.json) printJson(state);
      else if (state.active) print(`since ${timeText(state.since ?? 0)} UTC: ${state.reason}`);
      else print("not in safe mode");
    });
  }
}
