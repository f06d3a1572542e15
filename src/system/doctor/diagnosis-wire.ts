import type { DoctorCheckWire } from "./wire/doctor.ts";
import type { Diagnosis, Row } from "./doctor.ts";

/** Returns the diagnosis for scripts and support. */
export function diagnosisWire({ rows, worst }: Diagnosis) {
  return { status: worst, checks: rows.map(rowWire) };
}

/** One finding on the wire. */
export function rowWire(row: Row): DoctorCheckWire {
  const { check, title, subject, outcome, reason, reasonCode, fix, fixCode, values } = row;
  return {
    check,
    title,
    subject: subject ?? null,
    status: outcome,
    reason,
    reason_code: reasonCode,
    fix: fix ?? null,
    fix_code: fixCode ?? null,
    values,
  };
}
