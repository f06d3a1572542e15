import { type Command, InvalidArgumentError } from "commander";
import type { EgressWire } from "../../uplink/wire/uplink-answers.ts";
import { askKeys } from "../box/key-access.ts";
import { print, printJson, table, timeText } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { org?: string; limit: number; json?: boolean };

function parseLimit(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError("A number from 1 to 1000.");
}

function rowOf(entry: EgressWire): string[] {
  const { created_at, endpoint, host, data_class, capability, job_id, bytes_sent, outcome } = entry;
  const to = `${endpoint} (${host})`;
  return [timeText(created_at), to, data_class, capability, String(bytes_sent), outcome, job_id];
}

/** `gatehouse egress`: data that left the box, newest first. */
export function addEgressCommand(program: Command): void {
  const command = program
    .command("egress")
    .description("show transfers to model endpoints: when, to which endpoint, and how much")
    .option("--org <org>", "organisation (default: the site's)")
    .option("--limit <n>", "maximum number of entries", parseLimit, 50)
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: Flags) => {
    const site = await loadSite(flags);
    const params = { org: flags.org ?? site.site.organisation, limit: flags.limit };
    const entries = (await askKeys(site.dataDir, {
      method: "egress.list",
      params,
    })) as EgressWire[];
    const head = ["WHEN (UTC)", "TO", "DATA", "FOR", "BYTES", "OUTCOME", "JOB"];
    if (flags.json) printJson(entries);
    else print(...table([head, ...entries.map(rowOf)]));
  });
}
