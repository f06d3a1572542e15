import type { Command } from "commander";
import { askAppliance } from "../../system/admin/admin-client.ts";
import type { AlarmDeliveryWire } from "../../notifications/alarms/wire/alarm-outlets.ts";
import { fail } from "../../base/contract/fail.ts";
import { print, printJson, table } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

/** `gatehouse alarms test`: exit code 1 when a configured channel refused the alarm. */
export function addAlarmsCommand(program: Command): void {
  const alarms = program.command("alarms").description("manage alarms by mail, relay and MQTT");
  const command = alarms
    .command("test")
    .description("raise a test alarm and report the result of each outlet")
    .option("--json", "print JSON");
  withSiteFlags(command).action(async (flags: SiteFlags & { json?: boolean }) => {
    const { dataDir } = await loadSite(flags);
    const outcome = await askAppliance(dataDir, { method: "alarms.test", params: {} });
    if (!outcome.isRunning)
      throw fail("not_ready", `${dataDir}: no appliance runs on it. Start it first`);
    const alarm = outcome.result as AlarmDeliveryWire;
    const ways = (["mail", "relay"] as const).map((way) => ({ way, delivery: alarm[way] }));
    if (ways.some(({ delivery }) => delivery && delivery.state !== "done")) process.exitCode = 1;
    if (flags.json) {
      printJson(alarm);
      return;
    }
    const rows = ways.map(({ way, delivery }) => [
      way,
      delivery?.state ?? "not configured (alarms in the site configuration)",
      delivery?.last_error ?? "",
    ]);
    print(...table(rows));
  });
}
