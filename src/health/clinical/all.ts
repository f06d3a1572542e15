import { adherence } from "./adherence.ts";
import type { ClinicalSpec } from "./clinical-spec.ts";
import { decisionSupport } from "./decision-support.ts";
import { medicationCheck } from "./medication-check.ts";
import { notes } from "./notes.ts";
import { research } from "./research.ts";
import { risk } from "./risk.ts";
import { scan } from "./scan.ts";
import { wellness } from "./wellness.ts";

/** The clinical operations, one file each. */
export const clinicalSpecs: readonly ClinicalSpec[] = [
  decisionSupport,
  medicationCheck,
  notes,
  adherence,
  risk,
  scan,
  research,
  wellness,
];
