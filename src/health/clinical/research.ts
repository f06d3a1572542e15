import { Type } from "typebox";
import { NotAcceptable } from "../accepted-answer.ts";
import { rankPassages } from "../passages.ts";
import { spanOf } from "../text-spans.ts";
import { clinicalSpec, requireDistinctIds } from "./clinical-spec.ts";
import { closed, questionText, shortText } from "../schema-parts.ts";

const fields = {
  question: questionText(2000),
  sources: Type.Array(
    closed({
      id: shortText(100),
      title: Type.Optional(shortText(500)),
      text: Type.String({ minLength: 1, maxLength: 50_000 }),
    }),
    { minItems: 1, maxItems: 50 },
  ),
};

const answer = closed({
  answer: Type.String({ minLength: 1, maxLength: 8000 }),
  statements: Type.Array(
    closed({
      text: shortText(2000),
      source_id: shortText(100),
      quote: Type.String({ minLength: 1, maxLength: 2000, description: "Copied from the source" }),
    }),
    { minItems: 1, maxItems: 60 },
  ),
});
const passagesShown = 10;

/** Finds the passages of the given sources that answer a question; the box has no other sources. */
export const research = clinicalSpec({
  method: "research",
  jobType: "clinical.research",
  summary: "Find and quote passages in the given sources that answer a question",
  fields,
  local: closed({
    passages: Type.Array(
      closed({
        source_id: Type.String(),
        quote: Type.String(),
        start: Type.Integer(),
        end: Type.Integer(),
        score: Type.Number(),
      }),
    ),
  }),
  check(input) {
    requireDistinctIds(input.sources, "sources");
  },
  compute(input) {
    const { question, sources, locale = "en" } = input;
    const passages = rankPassages(question, sources, locale).slice(0, passagesShown);
    return {
      passages: passages.map(({ sourceId, text, ...rest }) => ({
        source_id: sourceId,
        quote: text,
        ...rest,
      })),
    };
  },
  narrative: {
    instructions:
      "Answer the question from the sources alone. Each statement names its source and quotes it letter by " +
      "letter. Say when the sources do not answer the question.",
    schema: answer,
    accept(report, { input: { sources } }) {
      const statements = report.statements.map((each, at) => {
        const source = sources.find(({ id }) => id === each.source_id);
        const place = source && spanOf(source.text, each.quote);
        if (place) return { ...each, ...place };
        const where = source ? "its source" : "any source";
        throw new NotAcceptable(
          `the quote "${each.quote.slice(0, 80)}" does not occur in ${where}`,
          `statements[${at}].quote: does not occur in ${where}`,
        );
      });
      return { ...report, statements };
    },
  },
});
