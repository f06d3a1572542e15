import { type Static, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { NotAcceptable } from "../accepted-answer.ts";
import { valueAt } from "../evidence.ts";
import { closed, words } from "../schema-parts.ts";
import { shapeFault, shapeProblem } from "../shape.ts";
import { urgencies } from "./urgency.ts";

const confidence = Type.Number({ minimum: 0, maximum: 1 });

const finding = closed({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  summary: Type.String({ minLength: 1, maxLength: 2000 }),
  confidence,
  evidence: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    minItems: 1,
    maxItems: 20,
  }),
});

const guidance = Type.String({ minLength: 1, maxLength: 4000 });
const signs = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 20 });

/** The fields of a report that a model writes. */
export const modelReportSchema = closed({
  urgency: words(...urgencies),
  confidence,
  findings: Type.Array(finding, { maxItems: 30 }),
  care_guidance: guidance,
  referral_guidance: guidance,
  warning_signs: signs,
});

/** A model's part of a report. */
export type ModelReport = Static<typeof modelReportSchema>;

/** A part of an EEG, found by a model. */
const segment = closed({
  label: Type.String({ minLength: 1 }),
  channel: Type.Union([Type.String(), Type.Null()]),
  start_sec: Type.Number(),
  end_sec: Type.Number(),
  confidence,
});

/** The triage report (contract 4.8, decisions section 4). */
export const reportSchema = closed({
  ...modelReportSchema.properties,
  findings: Type.Array(finding, { maxItems: 60 }),
  locale: Type.String({ minLength: 1 }),
  segmentation_overlay_url: Type.Union([Type.String(), Type.Null()]),
  seizure_detected: Type.Union([Type.Boolean(), Type.Null()]),
  segments: Type.Union([Type.Array(segment), Type.Null()]),
  disclaimer: Type.String({ minLength: 1 }),
});

/** A report as answers show it. */
export type Report = Static<typeof reportSchema>;

/** The facts that a model's evidence must quote. */
export interface EvidenceBase {
  context: JsonObject;
  hasPicture: boolean;
  /** The box's own measurements. */
  local: JsonObject;
}

/** The instruction on how to write evidence; `acceptReport` checks that the model followed it. */
export const evidenceRule =
  "Each finding has evidence, a list of texts that begin with `picture: ` (what is to be seen and where), " +
  "`context: ` (words copied letter by letter from the context), or `local.` (a path into the measurements, " +
  "such as local.median.spike_rate_per_minute).";

/** Returns the model's report when it fits its schema and all its evidence exists; throws `NotAcceptable`. */
export function acceptReport(value: unknown, base: EvidenceBase): ModelReport {
  const fault = shapeFault(modelReportSchema, value);
  if (fault) throw new NotAcceptable(fault.problem, fault.publicReason);
  const report = value as ModelReport;
  const said = JSON.stringify(base.context).toLowerCase();
  for (const [finding, { evidence }] of report.findings.entries()) {
    const wrong = evidence.findIndex((text) => !holds(text, base, said));
    if (wrong === -1) continue;
    throw new NotAcceptable(
      `the evidence "${evidence[wrong]!.slice(0, 80)}" does not occur in the context or the measurements`,
      `findings[${finding}].evidence[${wrong}]: does not occur in the context or the measurements`,
    );
  }
  return report;
}

function holds(text: string, base: EvidenceBase, said: string): boolean {
  const place = text.trim();
  if (place.startsWith("local.")) return valueAt({ local: base.local }, place) !== undefined;
  const [kind, words] = [place.slice(0, 8), place.slice(8).trim()];
  if (kind === "picture:") return base.hasPicture && words.length >= 8;
  if (kind !== "context:" || words.length < 2) return false;
  // As JSON has it: with escaped quotes and line breaks.
  return said.includes(
    JSON.stringify(words.replaceAll(/^["']|["']$/g, ""))
      .slice(1, -1)
      .toLowerCase(),
  );
}

/** Returns the report; fails with `report_invalid` when it does not fit its own schema. */
export function checkedReport(report: Report): Report {
  const problem = shapeProblem(reportSchema, report);
  if (problem === null) return report;
  throw fail("report_invalid", `report: does not match its schema (${problem}). Try again`);
}
