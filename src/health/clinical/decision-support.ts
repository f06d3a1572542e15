import { omitUndefined } from "../../base/core/omit-undefined.ts";
import { type Static, Type } from "typebox";
import { news2, news2Source } from "../scores/news2.ts";
import { qsofa, qsofaSource } from "../scores/qsofa.ts";
import { checkVitals, vitalsSchema } from "../scores/vitals-wire.ts";
import { checkLab, labSchema, labWire } from "../ranges.ts";
import { acceptPoints, pointsSchema, requireOne, clinicalSpec } from "./clinical-spec.ts";
import { closed, questionText } from "../schema-parts.ts";
import { patientSchema } from "./patient-wire.ts";

const fields = {
  patient: Type.Optional(patientSchema),
  vitals: Type.Optional(vitalsSchema),
  labs: Type.Optional(Type.Array(labSchema, { maxItems: 200 })),
  question: Type.Optional(questionText(4000)),
};

/** Computes NEWS2, qSOFA and range checks of one patient's figures; an endpoint weighs them. */
export const decisionSupport = clinicalSpec({
  method: "decision-support",
  jobType: "clinical.decision_support",
  summary: "Score vital signs and check laboratory values against their ranges",
  fields,
  local: closed({
    news2: Type.Union([Type.Null(), Type.Object({}, { additionalProperties: true })]),
    qsofa: Type.Union([Type.Null(), Type.Object({}, { additionalProperties: true })]),
    labs: Type.Array(labWire),
    sources: Type.Array(Type.String()),
  }),
  check(input) {
    const { labs = [], vitals } = input;
    requireOne(input, ["vitals", "labs", "question"]);
    if (vitals) checkVitals(vitals, "vitals");
    for (const [index, lab] of labs.entries()) checkLab(lab, `labs[${index}]`);
  },
  compute(input) {
    const { vitals, patient, labs = [] } = input;
    const person = aboutOf(patient);
    return {
      news2: vitals ? news2(vitals, person) : null,
      qsofa: vitals ? qsofa(vitals) : null,
      labs: labs.map((lab) => checkLab(lab, "")),
      sources: vitals ? [news2Source, qsofaSource] : [],
    };
  },
  narrative: {
    instructions:
      "Weigh the scores and the values that are out of range for the question, if there is one. " +
      "Say what a clinician might consider next and what is missing.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});

/** Age and pregnancy as the scores read them. */
export function aboutOf(patient: Static<typeof patientSchema> | undefined) {
  return omitUndefined({ ageYears: patient?.age_years, pregnant: patient?.pregnant });
}
