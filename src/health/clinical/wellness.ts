import { Type } from "typebox";
import type { JsonObject } from "../../base/jobs/job.ts";
import {
  type QuestionnaireName,
  questionnaires,
  scoreQuestionnaire,
} from "../scores/questionnaires.ts";
import { redFlags } from "../triage/red-flags.ts";
import { acceptPoints, pointsSchema, requireOne, clinicalSpec } from "./clinical-spec.ts";
import { closed, shortText } from "../schema-parts.ts";

const answersOf = (name: QuestionnaireName) => {
  const { items, most } = questionnaires[name];
  return Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: most }), { minItems: items, maxItems: items }),
  );
};
const fields = {
  phq9: answersOf("phq9"),
  gad7: answersOf("gad7"),
  who5: answersOf("who5"),
  text: Type.Optional(shortText(8000)),
};

const scored = closed({ score: Type.Integer(), band: Type.String(), source: Type.String() });

/** Scores questionnaires about mood and wellbeing. */
export const wellness = clinicalSpec({
  method: "wellness",
  jobType: "clinical.wellness",
  summary: "Score questionnaires on mood and wellbeing (PHQ-9, GAD-7, WHO-5)",
  fields,
  local: closed({
    scores: closed({
      phq9: Type.Optional(scored),
      gad7: Type.Optional(scored),
      who5: Type.Optional(scored),
    }),
    /** True when item 9 of the PHQ-9 is above "not at all", or the text mentions it. */
    asks_about_self_harm: Type.Boolean(),
  }),
  check(input) {
    requireOne(input, ["phq9", "gad7", "who5", "text"]);
  },
  compute(input) {
    const names = (Object.keys(questionnaires) as QuestionnaireName[]).filter(
      (name) => input[name] !== undefined,
    );
    const scores = names.map((name) => [name, { ...scoreQuestionnaire(name, input[name]!) }]);
    return {
      scores: Object.fromEntries(scores) as JsonObject,
      asks_about_self_harm: (input.phq9?.[8] ?? 0) > 0 || speaksOfSelfHarm(input.text),
    };
  },
  narrative: {
    instructions:
      "Explain the scores in plain, kind words, and what kind of help exists. When asks_about_self_harm is " +
      "true, begin with how to reach help now.",
    schema: pointsSchema,
    accept: acceptPoints,
  },
});

/** Uses the words of the red flags, denied or not: see there. */
function speaksOfSelfHarm(text = ""): boolean {
  return redFlags({ text }).some(({ id }) => id === "self_harm");
}
