import type { AuditWire } from "../../base/keys/wire/key-answers.ts";
import { type Command, InvalidArgumentError } from "commander";
import { askKeys } from "../box/key-access.ts";
import { print, printJson, table, timeText } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { org?: string; limit: number; json?: boolean };

function parseLimit(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000) return Number(text);
  throw new InvalidArgumentError("A number from 1 to 1000.");
}

function rowOf({ created_at, actor, address, action, outcome }: AuditWire): string[] {
  const who = actor.key_id === null ? actor.kind : `${actor.kind} ${actor.key_id}`;
  const result = outcome.code === null ? "done" : outcome.code;
  return [timeText(created_at), who, address ?? "this box", action, result];
}

/** `gatehouse audit`: changes with their actors, newest first. */
export function addAuditCommand(program: Command): void {
  const command = program
    .command("audit")
    .description("show the audit log: who changed what, from where, with which result")
    .option("--org <org>", "organisation (default: the site's)")
    .option("--limit <n>", "maximum number of entries", parseLimit, 50)
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: Flags) => {
    const site = await loadSite(flags);
    const params = { org: flags.org ?? site.site.organisation, limit: flags.limit };
    const entries = (await askKeys(site.dataDir, { method: "audit.list", params })) as AuditWire[];
    if (flags.json) printJson(entries);
    else print(...table([["WHEN (UTC)", "WHO", "FROM", "WHAT", "RESULT"], ...entries.map(rowOf)]));
  });
}
