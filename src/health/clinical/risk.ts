import { Type } from "typebox";
import { type News2, news2, news2Source } from "../scores/news2.ts";
import { qsofa, qsofaSource } from "../scores/qsofa.ts";
import { checkVitals, vitalsSchema } from "../scores/vitals-wire.ts";
import { acceptPoints, pointsSchema, clinicalSpec, requireDistinctIds } from "./clinical-spec.ts";
import { closed, shortText, words } from "../schema-parts.ts";
import { aboutOf } from "./decision-support.ts";
import { patientSchema } from "./patient-wire.ts";

const maxPatients = 200;
const fields = {
  patients: Type.Array(
    closed({
      id: shortText(100),
      patient: Type.Optional(patientSchema),
      vitals: vitalsSchema,
    }),
    { minItems: 1, maxItems: maxPatients },
  ),
};

/** Order of attention: an unknown score comes before every known low one. */
const order = { high: 0, medium: 1, unknown: 2, low_medium: 3, low: 4 } as const;

/** Orders patients by urgency, from NEWS2 and qSOFA. */
export const risk = clinicalSpec({
  method: "risk",
  jobType: "clinical.risk",
  summary: "Sort patients by risk, according to NEWS2 and qSOFA",
  fields,
  local: closed({
    patients: Type.Array(
      closed({
        id: Type.String(),
        rank: Type.Integer(),
        risk: words(...Object.keys(order)),
        news2: Type.Object({}, { additionalProperties: true }),
        qsofa: Type.Object({}, { additionalProperties: true }),
      }),
    ),
    sources: Type.Array(Type.String()),
  }),
  check({ patients }) {
    for (const [at, { vitals }] of patients.entries())
      checkVitals(vitals, `patients[${at}].vitals`);
    requireDistinctIds(patients, "patients");
  },
  compute(input) {
    const scored = input.patients.map(({ id, vitals, patient }) => {
      const score = news2(vitals, aboutOf(patient));
      return { id, risk: riskOf(score), news2: score, qsofa: qsofa(vitals) };
    });
    const points = (of: News2): number => of.score ?? 0;
    const sorted = scored.toSorted(
      (a, b) =>
        order[a.risk] - order[b.risk] ||
        points(b.news2) - points(a.news2) ||
        (b.qsofa.score ?? 0) - (a.qsofa.score ?? 0),
    );
    const patients = sorted.map((each, index) => ({ rank: index + 1, ...each }));
    return { patients, sources: [news2Source, qsofaSource] };
  },
  narrative: {
    instructions:
      "Explain the order in a few sentences. Do not change it. Name patients by their ids only.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});

function riskOf(score: News2): keyof typeof order {
  return score.score === null ? "unknown" : score.risk;
}
