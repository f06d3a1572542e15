import type { Command } from "commander";
import { processEnvironment } from "../../system/config/environment.ts";
import { checkConfig, problemLine } from "../../system/config/load.ts";
import { note, print, printJson } from "../terminal/output.ts";

/** `gatehouse config check [FILE]`: every problem with its line; exit code 1 when there is one. */
export function addConfigCommand(program: Command): void {
  program
    .command("config")
    .description("manage the site configuration")
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
