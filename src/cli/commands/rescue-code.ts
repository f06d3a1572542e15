import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { fail } from "../../base/contract/fail.ts";
import { grouped } from "../../base/keys/rescue-code.ts";
import { rescueCodeFile } from "../../system/backup/state-record.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

/**
 * `gatehouse rescue-code`: prints the code of the rescue page. Fails with `not_found` unless the
 * appliance serves that page.
 */
export function addRescueCodeCommand(program: Command): void {
  const command = program
    .command("rescue-code")
    .description("print the code that restores a copy or backup from the rescue page")
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const text = await readFile(join(dataDir, rescueCodeFile), "utf8").catch(() => undefined);
    if (text === undefined) {
      throw fail(
        "not_found",
        `${dataDir}: no rescue page is served, so there is no code. Start the appliance`,
      );
    }
    const code = text.trim();
    if (flags.json) {
      printJson({ code });
      return;
    }
    print(grouped(code));
    note("Good for one restore: type it into the rescue page.");
  });
}
