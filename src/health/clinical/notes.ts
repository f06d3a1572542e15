import { Type } from "typebox";
import type { JsonObject } from "../../base/jobs/job.ts";
import { NotAcceptable } from "../accepted-answer.ts";
import { spanOf } from "../text-spans.ts";
import { clinicalSpec } from "./clinical-spec.ts";
import { closed } from "../schema-parts.ts";

const sections = ["subjective", "objective", "assessment", "plan"] as const;
type Section = (typeof sections)[number];

const fields = {
  text: Type.String({ minLength: 1, maxLength: 40_000, description: "The note as written" }),
};

const span = closed({ text: Type.String(), start: Type.Integer(), end: Type.Integer() });
const item = closed({
  text: Type.String({ minLength: 1, maxLength: 2000 }),
  quote: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: "Copied from the note, letter by letter",
  }),
});
const items = Type.Array(item, { maxItems: 60 });
const answer = closed({ subjective: items, objective: items, assessment: items, plan: items });

/** Headings of the four sections at the start of a line, in the six languages of the texts. */
const headings: Readonly<Record<Section, string>> = {
  subjective: "s|subjective|subjektiv|subjectif|anamnese|anamnèse|subjetivo|主观|主訴|主诉|الذاتي",
  objective: "o|objective|objektiv|objectif|befund|examen|objetivo|客观|الموضوعي",
  assessment: "a|assessment|beurteilung|analyse|évaluation|evaluación|valoración|评估|التقييم",
  plan: "p|plan|procedere|therapie|conduite|plan de tratamiento|计划|الخطة",
};

/**
 * Divides a note into the sections of a SOAP note. The box uses its headings; an endpoint divides all of it,
 * and quotes the note for each statement.
 */
export const notes = clinicalSpec({
  method: "notes",
  jobType: "clinical.notes",
  summary: "Divide a clinical note into SOAP sections, with positions in the text",
  fields,
  local: closed({
    sections: closed({
      subjective: Type.Array(span),
      objective: Type.Array(span),
      assessment: Type.Array(span),
      plan: Type.Array(span),
    }),
    /** The text without a heading. */
    unassigned: Type.Array(span),
  }),
  compute: ({ text }) => byHeadings(text),
  narrative: {
    instructions:
      "Sort what the note says into subjective, objective, assessment and plan. Each item has `text`, your " +
      "short wording, and `quote`, the words of the note that it rests on, copied letter by letter. " +
      "Add nothing that the note does not say.",
    schema: answer,
    accept(note, { input: { text } }) {
      const located = sections.map((name) => [
        name,
        note[name].map((each, at) => {
          const place = spanOf(text, each.quote);
          if (place) return { ...each, ...place };
          throw new NotAcceptable(
            `the quote "${each.quote.slice(0, 80)}" does not occur in the note`,
            `${name}[${at}].quote: does not occur in the note`,
          );
        }),
      ]);
      return Object.fromEntries(located) as JsonObject;
    },
  },
});

function byHeadings(text: string): JsonObject {
  const found: Record<Section | "unassigned", JsonObject[]> = {
    subjective: [],
    objective: [],
    assessment: [],
    plan: [],
    unassigned: [],
  };
  let section: Section | "unassigned" = "unassigned";
  for (const line of linesOf(text)) {
    const heading = headingOf(line.text);
    if (heading) section = heading.section;
    const from = line.start + (heading?.length ?? 0);
    const said = text.slice(from, line.end);
    const trimmed = said.trim();
    if (trimmed === "") continue;
    const start = from + said.indexOf(trimmed);
    found[section].push({ text: trimmed, start, end: start + trimmed.length });
  }
  const { unassigned, ...inSections } = found;
  return { sections: inSections, unassigned };
}

function linesOf(text: string): { text: string; start: number; end: number }[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const at = start;
    start += line.length + 1;
    return { text: line, start: at, end: at + line.length };
  });
}

/** Finds `S:`, `Plan -` and the like, and their length. */
function headingOf(line: string): { section: Section; length: number } | undefined {
  for (const section of sections) {
    const match = new RegExp(`^\\s*(?:${headings[section]})\\s*[:：]`, "iu").exec(line);
    if (match) return { section, length: match[0].length };
  }
  return undefined;
}
