import type { DoctorCheckWire } from "../../contract/doctor.ts";
import type { Diagnosis, Row } from "./doctor.ts";

/** The diagnosis as scripts and support read it. */
export function diagnosisWire({ rows, worst }: Diagnosis) {
  return { status: worst, checks: rows.map(rowWire) };
}

/** One finding on the wire. */
export function rowWire({ check, title, subject, outcome, reason, fix }: Row): DoctorCheckWire {
  return {
    check,
    title,
    subject: subject ?? null,
    status: outcome,
    reason,
    fix: fix ?? null,
  };
}
