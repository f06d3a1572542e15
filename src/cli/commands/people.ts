import type { Command } from "commander";
import type { PersonWire } from "../../base/people/wire/person.ts";
import type { ResetPersonWire } from "../../system/admin/people-admin.ts";
import { askKeys } from "../box/key-access.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";
import { note, print, printJson, table, timeText } from "../terminal/output.ts";

type Flags = SiteFlags & { org?: string; json?: boolean };

async function list(flags: Flags): Promise<void> {
  const site = await loadSite(flags);
  const params = { org: flags.org ?? site.site.organisation };
  const people = (await askKeys(site.dataDir, { method: "people.list", params })) as PersonWire[];
  if (flags.json) {
    printJson(people);
    return;
  }
  const rows = people.map((person) => [
    person.name,
    person.role,
    person.cameras?.join(",") ?? "all",
    timeText(person.created_at),
    timeText(person.last_signed_in_at),
  ]);
  print(...table([["NAME", "ROLE", "CAMERAS", "CREATED", "LAST SIGN-IN"], ...rows]));
}

async function reset(name: string, flags: Flags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const request = { method: "people.reset", params: { name } };
  const person = (await askKeys(dataDir, request)) as ResetPersonWire;
  if (flags.json) {
    printJson(person);
    return;
  }
  print(person.password);
  note(
    `New password of ${person.name} (${person.role}). It is shown this once.`,
    "The account's passkeys are removed and its sessions have ended.",
  );
}

/** `gatehouse people list|reset`: through the running appliance, or on the stopped one's store. */
export function addPeopleCommand(program: Command): void {
  const people = program.command("people").description("accounts of people");
  const listing = people
    .command("list")
    .description("show the accounts")
    .option("--org <org>", "organisation (default: the site's)")
    .option("--json", "print JSON");
  withSiteFlags(listing).action(list);
  const resetting = people
    .command("reset")
    .description("give an account a new password and print it, this once")
    .argument("<name>", "the account's name")
    .option("--json", "print JSON");
  withSiteFlags(resetting).action(reset);
}
