import type { PolicyWire, ReplayWire } from "../../perception/wire/policy-answers.ts";
import { type Command, InvalidArgumentError } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import { fail } from "../../base/contract/fail.ts";
import { parseDuration } from "../terminal/duration.ts";
import { note, print, printJson, table } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { org?: string; json?: boolean };
type ReplayFlags = Flags & { from: number; to?: number; stream?: string };

/**
 * Parses `2026-11-21T22:00` (this machine's time zone), a time with an offset or Z, or `2h` ago as
 * Unix seconds.
 */
function parseMoment(text: string): number {
  if (text === "now") return Date.now() / 1000;
  if (/^\d+[mhdw]$/.test(text)) return Date.now() / 1000 - parseDuration(text);
  const ms = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms / 1000;
  throw new InvalidArgumentError("Give a time such as 2026-11-21T22:00, 2h (ago), or now.");
}

async function ask(flags: Flags, method: string, params: object): Promise<unknown> {
  const site = await loadSite(flags);
  const org = flags.org ?? site.site.organisation;
  const outcome = await askAppliance(site.dataDir, { method, params: { org, ...params } });
  if (outcome.isRunning) return outcome.result;
  throw fail("not_ready", `${site.dataDir}: no appliance runs on it. Start it first`);
}

async function list(flags: Flags): Promise<void> {
  const policies = (await ask(flags, "policies.list", {})) as PolicyWire[];
  if (flags.json) {
    printJson(policies);
    return;
  }
  const rows = policies.map((one) => [
    one.id,
    one.name,
    one.type,
    one.stream_id || "all",
    one.enabled ? (one.holds_now ? "holds" : "waits") : "off",
    String(one.warnings.length),
  ]);
  print(...table([["ID", "NAME", "TYPE", "STREAM", "NOW", "WARNINGS"], ...rows]));
}

async function replay(policy: string, flags: ReplayFlags): Promise<void> {
  const { from, to = Date.now() / 1000, stream } = flags;
  const more = stream === undefined ? {} : { stream_id: stream };
  const answer = (await ask(flags, "policies.replay", { policy, from, to, ...more })) as ReplayWire;
  if (flags.json) {
    printJson(answer);
    return;
  }
  const rows = answer.incidents.map((one) => [
    secondText(one.opened_at),
    one.stream_id,
    one.severity,
    `${Math.round(one.last_seen_at - one.started_at)} s`,
    one.summary,
  ]);
  if (rows.length > 0) {
    print(...table([["WHEN (UTC)", "STREAM", "SEVERITY", "FOR", "WHAT"], ...rows]));
  }
  const unlisted = answer.incident_count - answer.incidents.length;
  if (unlisted > 0) note(`… and ${unlisted} more`);
  note(`${answer.incident_count} incidents would have been raised.`);
  for (const one of answer.streams) {
    const hours = Math.round(one.recorded_seconds / 36) / 100;
    note(`${one.stream_id}: ${one.incident_count} in ${hours} h of recorded tracks`);
    for (const warning of one.warnings) note(`${one.stream_id}: ${warning}`);
  }
}

function secondText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** `gatehouse policies list|replay`: asks the running appliance. Code: `not_ready` when none runs. */
export function addPoliciesCommand(program: Command): void {
  const policies = program.command("policies").description("list and replay stored policies");
  const common = (command: Command): Command =>
    withSiteFlags(
      command
        .option("--org <org>", "organisation (default: the site's)")
        .option("--json", "print JSON"),
    );
  common(policies.command("list").description("list stored policies")).action(list);
  const command = policies
    .command("replay")
    .description("show what a policy would have raised on recorded tracks")
    .argument("<policy>", "its id or name")
    .requiredOption("--from <time>", "2026-11-21T22:00, or 2h for two hours ago", parseMoment)
    .option("--to <time>", "the same (default: now)", parseMoment)
    .option("--stream <id>", "only this stream");
  common(command).action(replay);
}
