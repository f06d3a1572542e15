import type { Command } from "commander";
import { askKeys } from "../box/key-access.ts";
import { print, printJson, table, timeText } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface OrgWire {
  id: string;
  name: string;
  /** Null for `default`, which exists from the start. */
  created_at: number | null;
}

type Flags = SiteFlags & { name?: string; json?: boolean };

async function create(id: string, flags: Flags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const params = { id, name: flags.name };
  const org = (await askKeys(dataDir, { method: "orgs.create", params })) as OrgWire;
  if (flags.json) printJson(org);
  else print(`Organisation ${org.id} (${org.name}) is there.`);
}

async function list(flags: Flags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const orgs = (await askKeys(dataDir, { method: "orgs.list", params: {} })) as OrgWire[];
  if (flags.json) {
    printJson(orgs);
    return;
  }
  const rows = orgs.map((org) => [
    org.id,
    org.name,
    org.created_at === null ? "from the start" : timeText(org.created_at),
  ]);
  print(...table([["ID", "NAME", "CREATED"], ...rows]));
}

/** `gatehouse orgs create|list`: the organisations whose data this box separates. */
export function addOrgsCommand(program: Command): void {
  const orgs = program.command("orgs").description("manage organisations");
  const creation = orgs
    .command("create")
    .description("add an organisation")
    .argument("<id>", "a-z, 0-9 and -, at most 32 characters")
    .option("--name <name>", "display name")
    .option("--json", "print JSON");
  withSiteFlags(creation).action(create);
  const listing = orgs
    .command("list")
    .description("show all organisations")
    .option("--json", "print JSON");
  withSiteFlags(listing).action(list);
}
