import { type Command, InvalidArgumentError } from "commander";
import { print, printJson, table } from "../terminal/output.ts";
import { askKeys } from "./key-access.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "./site.ts";

type Flags = SiteFlags & { org?: string; limit: number; json?: boolean };

/** The request for one log of the box, and its form on the terminal. */
export interface LogCommand<Entry> {
  name: string;
  description: string;
  /** The method of the socket that lists the log, newest first. */
  method: string;
  head: readonly string[];
  rowOf(entry: Entry): string[];
}

function parseLimit(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError("A number from 1 to 1000.");
}

/** Adds a command that prints a log of an organisation as a table or JSON. */
export function addLogCommand<Entry>(program: Command, log: LogCommand<Entry>): void {
  const command = program
    .command(log.name)
    .description(log.description)
    .option("--org <org>", "organisation (default: the site's)")
    .option("--limit <n>", "maximum number of entries", parseLimit, 50)
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: Flags) => {
    const site = await loadSite(flags);
    const params = { org: flags.org ?? site.site.organisation, limit: flags.limit };
    const entries = (await askKeys(site.dataDir, { method: log.method, params })) as Entry[];
    if (flags.json) printJson(entries);
    else print(...table([[...log.head], ...entries.map(log.rowOf)]));
  });
}
