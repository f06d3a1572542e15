import type { Command } from "commander";
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
