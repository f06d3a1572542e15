import type { KeyWire, NewKeyWire } from "../../base/keys/wire/key-answers.ts";
import { type Command, Option } from "commander";
import { scopePresets } from "../../base/contract/scopes.ts";
import { parseGrace, parseLifetime } from "../terminal/duration.ts";
import { askKeys } from "../box/key-access.ts";
import { note, print, printJson, table, timeText } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

interface CreateFlags extends SiteFlags {
  preset?: string;
  scopes?: string;
  expires?: number | "never";
  name: string;
  org?: string;
  networks?: string;
  json?: boolean;
}

function splitList(text: string): string[] {
  return text.split(",").map((each) => each.trim());
}

async function create(flags: CreateFlags): Promise<void> {
  const site = await loadSite(flags);
  const preset = flags.scopes === undefined ? (flags.preset ?? "integrator") : flags.preset;
  const key = (await askKeys(site.dataDir, {
    method: "keys.create",
    params: {
      org: flags.org ?? site.site.organisation,
      name: flags.name,
      preset,
      scopes: flags.scopes === undefined ? undefined : splitList(flags.scopes),
      expires_in_seconds: flags.expires === "never" ? null : flags.expires,
      networks: flags.networks === undefined ? undefined : splitList(flags.networks),
    },
  })) as NewKeyWire;
  showNewKey(key, flags.json);
}

function showNewKey(key: NewKeyWire, asJson: boolean | undefined): void {
  if (asJson) {
    printJson(key);
    return;
  }
  print(key.key);
  note(
    `Key ${key.id} (${key.preset ?? key.scopes.join(", ")}) of ${key.org}; expires ${timeText(key.expires_at)}.`,
    "It is shown this once. Send it as `Authorization: Bearer <key>`.",
  );
}

async function list(flags: SiteFlags & { org?: string; json?: boolean }): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const params = { org: flags.org };
  const keys = (await askKeys(dataDir, { method: "keys.list", params })) as KeyWire[];
  if (flags.json) {
    printJson(keys);
    return;
  }
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.org,
    key.preset ?? key.scopes.join(","),
    key.state,
    timeText(key.expires_at),
    timeText(key.last_used_at),
  ]);
  const head = ["ID", "NAME", "ORG", "MAY", "STATE", "EXPIRES", "LAST USED"];
  print(...table([head, ...rows]));
}

async function revoke(id: string, flags: SiteFlags & { json?: boolean }): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const key = (await askKeys(dataDir, { method: "keys.revoke", params: { id } })) as KeyWire;
  if (flags.json) printJson(key);
  else print(`Key ${key.id} (${key.name}) is revoked.`);
}

interface RollFlags extends SiteFlags {
  grace?: number;
  json?: boolean;
}

async function roll(id: string, flags: RollFlags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const params = { id, grace_seconds: flags.grace };
  const key = (await askKeys(dataDir, { method: "keys.roll", params })) as NewKeyWire;
  showNewKey(key, flags.json);
  if (!flags.json) note(`The old secret is good until ${timeText(key.previous_secret_until)} UTC.`);
}

/**
 * `gatehouse keys create|list|roll|revoke`: through the running appliance, or on a stopped one's
 * store.
 */
export function addKeysCommand(program: Command): void {
  const keys = program.command("keys").description("manage API keys");
  const presets = Object.keys(scopePresets);
  const creation = keys
    .command("create")
    .description("create a key and print it once")
    .addOption(new Option("--preset <preset>", "what it may do").choices(presets))
    .option("--scopes <a,b>", "single scopes instead of a preset")
    .option("--expires <time>", "such as 30d, 12h or never (default: a year)", parseLifetime)
    .option("--name <name>", "purpose of the key", "made on the command line")
    .option("--networks <a,b>", "networks from which the key works, such as 192.168.10.0/24")
    .option("--org <org>", "organisation (default: the site's)")
    .option("--json", "print JSON");
  withSiteFlags(creation).action(create);
  const listing = keys
    .command("list")
    .description("show all keys, without their secrets")
    .option("--org <org>", "only of this organisation")
    .option("--json", "print JSON");
  withSiteFlags(listing).action(list);
  const rolling = keys
    .command("roll")
    .description("give a key a new secret and print it once")
    .argument("<id>", "the key's id, the part between svk_ and the second _")
    .option("--grace <time>", "how long the old secret stays valid (default 1d)", parseGrace)
    .option("--json", "print JSON");
  withSiteFlags(rolling).action(roll);
  const ending = keys
    .command("revoke")
    .description("revoke a key, at once and for good")
    .argument("<id>", "the key's id, the part between svk_ and the second _")
    .option("--json", "print JSON");
  withSiteFlags(ending).action(revoke);
}
