import { type Command, InvalidArgumentError } from "commander";
import { streamFromAppliance } from "../../system/admin/admin-client.ts";
import type { DurationQuantiles } from "../../system/selftest/durations.ts";
import type { LatencyReport } from "../../system/selftest/latency-report-wire.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { loadSite, type SiteFlags, withSiteFlags } from "../box/site.ts";

type Flags = SiteFlags & { seconds?: number; json?: boolean };

/** Seconds of measuring between two lines. */
const lineEverySec = 5;

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError("Give seconds, more than 0 and at most 86400.");
}

function durationsText(name: string, ms: DurationQuantiles | null): string {
  return ms === null ? `${name} –` : `${name} p50 ${ms.p50} p95 ${ms.p95} max ${ms.max} ms`;
}

/** Returns a line with the progress of the measurement. */
function lineOf(report: LatencyReport): string {
  const { running_seconds: seconds, drawn, told: detected, missed } = report;
  const figures = durationsText("glass to event", report.glass_to_event_ms);
  return `${Math.round(seconds)} s: ${figures}; ${detected} of ${drawn} reported${missed > 0 ? `, ${missed} missed` : ""}`;
}

async function latency(flags: Flags): Promise<void> {
  const { dataDir } = await loadSite(flags);
  const { seconds } = flags;
  const params = seconds === undefined ? {} : { seconds };
  const chunks = await streamFromAppliance(dataDir, { method: "selftest.latency", params });
  let last: LatencyReport | undefined;
  let shownSec = 0;
  // Ctrl-C ends this loop and so the connection: the appliance then stops the measurement.
  const interrupted = Promise.withResolvers<undefined>();
  process.once("SIGINT", () => interrupted.resolve(undefined));
  for (;;) {
    const next = await Promise.race([chunks.next(), interrupted.promise]);
    if (next === undefined || next.done) break;
    last = JSON.parse(next.value.toString()) as LatencyReport;
    const isDue = last.running_seconds - shownSec >= lineEverySec;
    // One JSON document for a bounded measurement, one per line for an endless one.
    if (!isDue || last.is_last || (flags.json && seconds !== undefined)) continue;
    shownSec = last.running_seconds;
    if (flags.json) print(JSON.stringify(last));
    else print(lineOf(last));
  }
  void chunks.return(undefined);
  if (last) conclude(last, flags);
  // A read of the socket may still be pending after Ctrl-C.
  if (!last?.is_last) process.exit(last?.told ? 0 : 1);
}

function conclude(last: LatencyReport, { json, seconds }: Flags): void {
  if (json && seconds !== undefined) printJson(last);
  else if (json) print(JSON.stringify(last));
  else {
    print(lineOf(last));
    const stages = Object.entries(last.stages_ms).map(([name, ms]) => durationsText(name, ms));
    print(`from the analysed frame's own time: ${stages.join("; ")}`);
    print(`looked at ${last.fps} frames per second, model motion`);
  }
  if (last.told > 0) return;
  note("No square became an event: the box is too busy, or the measurement too short (try 15 s).");
  process.exitCode = 1;
}

/**
 * `gatehouse selftest latency`: asks the running appliance. Exit code 1 when no square became an event. Codes:
 * `child_failed` when no appliance runs, `conflict` while another measurement runs and in safe mode.
 */
export function addSelftestCommand(program: Command): void {
  const selftest = program.command("selftest").description("measure the box");
  const command = selftest
    .command("latency")
    .description(
      "measure the time from a camera's picture to the durable event, with a test pattern",
    )
    .option("--seconds <n>", "how long to measure (default: until Ctrl-C)", parseSeconds)
    .option("--json", "print JSON");
  withSiteFlags(command).action(latency);
}
