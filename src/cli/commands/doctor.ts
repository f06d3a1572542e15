import type { Command } from "commander";
import type { CheckOutcome } from "../../system/doctor/check.ts";
import { allChecks, type Diagnosis, diagnose } from "../../system/doctor/doctor.ts";
import { diagnosisWire } from "../../system/doctor/diagnosis-wire.ts";
import { fail } from "../../base/contract/fail.ts";
import { doctorSite } from "../box/doctor-site.ts";
import { note, print, printJson } from "../terminal/output.ts";
import { type SiteFlags, withSiteFlags } from "../box/site.ts";

interface DoctorFlags extends SiteFlags {
  only?: string[];
  verbose?: boolean;
  json?: boolean;
}

/** Exit codes for scripts: 0 all well, 1 warnings, 2 failures. */
const exitCodes = { ok: 0, warn: 1, fail: 2 } as const;
const marks = { ok: "ok  ", warn: "WARN", fail: "FAIL", skipped: "–   " } as const;

async function doctor(flags: DoctorFlags): Promise<void> {
  const { only } = flags;
  const checks = allChecks.filter(({ id }) => !only || only.includes(id));
  const unknown = only?.find((id) => !allChecks.some((check) => check.id === id));
  if (unknown !== undefined) {
    throw fail(
      "not_found",
      `check: there is no ${unknown}. Choose from ${allChecks.map(({ id }) => id).join(", ")}`,
    );
  }
  const diagnosis = await diagnose(await doctorSite(flags), checks);
  process.exitCode = exitCodes[diagnosis.worst];
  if (flags.json) printJson(diagnosisWire(diagnosis));
  else show(diagnosis, flags.verbose === true);
}

function show({ rows, worst }: Diagnosis, isVerbose: boolean): void {
  for (const { outcome, title, subject, reason, fix } of rows) {
    if (outcome === "skipped" && !isVerbose) continue;
    const name = subject === undefined ? title : `${title}: ${subject}`;
    print(`${marks[outcome]}  ${name}: ${reason}`);
    if (fix !== undefined) print(`      → ${fix}`);
  }
  const count = (status: CheckOutcome): number =>
    rows.filter(({ outcome }) => outcome === status).length;
  const skipped = count("skipped");
  note(
    `${count("ok")} ok, ${count("warn")} warnings, ${count("fail")} failures, ${skipped} skipped${skipped > 0 && !isVerbose ? " (--verbose shows them)" : ""}: ${worst}`,
  );
}

/** `gatehouse doctor`: with the appliance running or stopped; exit code 0, 1 or 2. */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command("doctor")
    .description(
      "examine the box and show how to fix each problem; exit code 1: warnings, 2: failures",
    )
    .option("--only <checks...>", "only these checks")
    .option("--verbose", "also show skipped checks, with the reason")
    .option("--json", "print JSON");
  withSiteFlags(command).action(doctor);
}
