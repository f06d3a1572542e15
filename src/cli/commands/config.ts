import type { Command } from "commander";
import { processEnvironment } from "../../system/config/environment.ts";
import { checkConfig, problemLine } from "../../system/config/load.ts";
import { fail } from "../../base/contract/fail.ts";
import { askAppliance } from "../../system/admin/admin-client.ts";
import type { AppliedWire } from "../../system/config/wire/site-file.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { note, print, printJson } from "../terminal/output.ts";

/** `gatehouse config`: checks a file, and puts the site file in force. */
export function addConfigCommand(program: Command): void {
  const command = program.command("config").description("manage the site configuration");
  addCheck(command);
  addApply(command);
}

/** `gatehouse config apply`: the running box reads its file again, and answers what waits for a restart. */
function addApply(command: Command): void {
  const apply = command
    .command("apply")
    .description("put the changed settings of the site file in force, without a restart")
    .option("--json", "print JSON");
  withSiteFlags(apply).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const outcome = await askAppliance(dataDir, { method: "config.apply", params: {} });
    if (!outcome.isRunning)
      throw fail("conflict", `${dataDir}: no appliance runs on it. Start it first`);
    const applied = outcome.result as AppliedWire;
    if (flags.json) printJson(applied);
    else print(...appliedLines(applied));
  });
}

function appliedLines({ in_force: inForce, waiting }: AppliedWire): string[] {
  if (inForce.length === 0 && waiting.length === 0) return ["No setting has changed."];
  return [
    ...(inForce.length > 0 ? [`In force now: ${inForce.join(", ")}`] : []),
    ...(waiting.length > 0
      ? [`In force after a restart (systemctl restart gatehouse): ${waiting.join(", ")}`]
      : []),
  ];
}

/** `gatehouse config check [FILE]`: every problem with its line; exit code 1 when there is one. */
function addCheck(command: Command): void {
  command
    .command("check")
    .description("check a configuration file and name every problem")
    .argument("[file]", "configuration file; default: the one that the appliance would read")
    .option("--json", "print JSON")
    .action(async (file: string | undefined, flags: { json?: boolean }) => {
      const checked = await checkConfig({ file, environment: processEnvironment() });
      const { problems, warnings } = checked;
      process.exitCode = problems.length === 0 ? 0 : 1;
      const name = checked.file ?? "the defaults";
      if (flags.json) {
        printJson({ valid: problems.length === 0, file: checked.file, problems, warnings });
        return;
      }
      if (warnings.length > 0) note(...warnings.map((each) => `warning: ${each}`));
      if (problems.length === 0) print(`${name}: ok`);
      else print(...problems.map(problemLine), `problems in ${name}: ${problems.length}`);
    });
}
