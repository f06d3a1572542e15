import { type Static, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { type News2, news2, news2Source } from "../scores/news2.ts";
import { qsofa, qsofaSource } from "../scores/qsofa.ts";
import { checkVitals, vitalsSchema } from "../scores/vitals.ts";
import {
  acceptPoints,
  type ClinicalSpec,
  closed,
  pointsSchema,
  shortText,
  words,
} from "./clinical-spec.ts";
import { aboutOf } from "./decision-support.ts";
import { patientSchema } from "./patient.ts";

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
type Input = Static<ReturnType<typeof closed<typeof fields>>>;

/** Order of attention: a score that cannot be made comes before all that are known to be low. */
const order = { high: 0, medium: 1, unknown: 2, low_medium: 3, low: 4 } as const;

/** Puts patients in the order in which they should be looked at, by NEWS2 and qSOFA. */
export const risk: ClinicalSpec = {
  method: "risk",
  jobType: "clinical.risk",
  summary: "Put patients in order of risk by NEWS2 and qSOFA",
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
  check(input) {
    const { patients } = input as unknown as Input;
    for (const [at, { vitals }] of patients.entries())
      checkVitals(vitals, `patients[${at}].vitals`);
    const ids = patients.map(({ id }) => id);
    const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (twice === -1) return;
    const param = `patients[${twice}].id`;
    throw fail("invalid_request_body", `${param} is there twice`, { param });
  },
  compute(input) {
    const scored = (input as unknown as Input).patients.map(({ id, vitals, patient }) => {
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
    return { patients, sources: [news2Source, qsofaSource] } as unknown as JsonObject;
  },
  narrative: {
    instructions:
      "Explain the order in a few sentences. Do not change it. Name patients by their ids only.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
};

function riskOf(score: News2): keyof typeof order {
  return score.score === null ? "unknown" : score.risk;
}
