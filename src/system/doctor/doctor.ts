import { describeError } from "../../base/core/errors.ts";
import { boxChecks } from "./box-checks.ts";
import { bad, type Check, type DoctorSite, type CheckFinding, type CheckOutcome } from "./check.ts";
import { diskChecks } from "./disk-checks.ts";
import { doctorParts } from "./doctor-parts.ts";
import { limited } from "../../base/concurrency/limited.ts";
import { machineChecks } from "./machine-checks.ts";
import { inEnglish, type SentenceCode, titleOf } from "./sentences.ts";
import { sharedChecks } from "./shared-checks.ts";

/** Every check, in the order in which they are shown. */
export const allChecks: readonly Check[] = [
  ...boxChecks,
  ...machineChecks,
  ...diskChecks,
  ...sharedChecks,
  ...doctorParts.flatMap(({ checks }) => checks),
].toSorted((a, b) => a.position - b.position);

/** Longest time for one check: a camera may take 45 s, and above four they queue. */
const checkMs = 240_000;

/** A finding with its check, in English; its codes are for other languages. */
export interface Row extends Omit<CheckFinding, "reason" | "fix"> {
  check: string;
  title: string;
  reason: string;
  reasonCode: SentenceCode;
  fix?: string;
  fixCode?: SentenceCode;
}

/** The findings of an examination. */
export interface Diagnosis {
  rows: Row[];
  /** The worst of all. */
  worst: Exclude<CheckOutcome, "skipped">;
}

/** Options of an examination. */
export interface DiagnoseOptions {
  /** Concurrent checks; all of them when absent. */
  atOnce?: number;
  /** Called with the rows of each check as it ends. */
  onRows?: (rows: readonly Row[]) => void;
}

/** Runs the checks concurrently; the failure of one does not affect another. */
export async function diagnose(
  site: DoctorSite,
  checks: readonly Check[] = allChecks,
  { atOnce = checks.length, onRows = () => {} }: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const run = limited(atOnce, async (check: Check) => {
    const rows = await runCheck(check, site);
    onRows(rows);
    return rows;
  });
  const rows = (await Promise.all(checks.map(run))).flat();
  return { rows, worst: worstOf(rows) };
}

/** Returns the worst outcome of all. */
export function worstOf(rows: readonly Row[]): Diagnosis["worst"] {
  const has = (one: CheckOutcome): boolean => rows.some(({ outcome }) => outcome === one);
  return has("fail") ? "fail" : has("warn") ? "warn" : "ok";
}

async function runCheck(check: Check, site: DoctorSite): Promise<Row[]> {
  let found: CheckFinding | CheckFinding[];
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<CheckFinding>((resolve) => {
      timer = setTimeout(() => resolve(bad("doctor.late", "doctor.late_fix")), checkMs);
    });
    found = await Promise.race([Promise.resolve(check.run(site)), late]);
  } catch (error) {
    found = bad("doctor.broke", "doctor.broke_fix", { problem: describeError(error) });
  } finally {
    clearTimeout(timer);
  }
  return [found].flat().map((finding) => rowOf(check.id, finding));
}

/** Returns the finding of a check, in English. */
export function rowOf(check: string, { reason, fix, ...finding }: CheckFinding): Row {
  const { values } = finding;
  return {
    ...finding,
    check,
    title: titleOf(check),
    reason: inEnglish(reason, values),
    reasonCode: reason,
    ...(fix === undefined ? {} : { fix: inEnglish(fix, values), fixCode: fix }),
  };
}
