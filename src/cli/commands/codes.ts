import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { fail } from "../../base/contract/fail.ts";
import { grouped } from "../../base/keys/rescue-code.ts";
import { rescueCodeFile } from "../../system/backup/state-record.ts";
import { askKeys } from "../box/key-access.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

/** `gatehouse setup-code`: prints a code for the page's sign-in; needs the running appliance. */
export function addSetupCodeCommand(program: Command): void {
  const command = program
    .command("setup-code")
    .description("print a code that signs in on the page once and creates an administrator's key")
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const issued = await askKeys(dataDir, { method: "setup-code.issue", params: {} });
    const { code, expires_in_seconds: lifeSec } = issued as {
      code: string;
      expires_in_seconds: number;
    };
    if (flags.json) {
      printJson({ code, expires_in_seconds: lifeSec });
      return;
    }
    print(`${code.slice(0, 4)} ${code.slice(4)}`);
    note(`Good once, for ${lifeSec / 60} minutes: type it into the page's sign-in.`);
  });
}

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
