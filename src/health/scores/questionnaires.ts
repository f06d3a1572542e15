import { bandsOf, pointsOf } from "./bands.ts";

/** A questionnaire with its published bands. */
interface Questionnaire {
  items: number;
  /** Largest answer to an item; the smallest is 0. */
  most: number;
  source: string;
  /** Upper ends of the bands, in the order of `names`. */
  ends: readonly number[];
  names: readonly string[];
  /** The published score is the sum times this. */
  factor: number;
}

/** Questionnaires that may be used freely, with the tables of their authors. */
export const questionnaires = {
  phq9: {
    items: 9,
    most: 3,
    source: "Kroenke, Spitzer, Williams, J Gen Intern Med 2001;16:606",
    ends: [4, 9, 14, 19, 27],
    names: ["minimal", "mild", "moderate", "moderately_severe", "severe"],
    factor: 1,
  },
  gad7: {
    items: 7,
    most: 3,
    source: "Spitzer et al., Arch Intern Med 2006;166:1092",
    ends: [4, 9, 14, 21],
    names: ["minimal", "mild", "moderate", "severe"],
    factor: 1,
  },
  who5: {
    items: 5,
    most: 5,
    source: "Topp et al., Psychother Psychosom 2015;84:167",
    ends: [28, 50, 100],
    names: ["likely_depression", "low_wellbeing", "good_wellbeing"],
    factor: 4,
  },
} as const satisfies Record<string, Questionnaire>;

/** Name of a questionnaire. */
export type QuestionnaireName = keyof typeof questionnaires;

/** A scored questionnaire. */
export interface QuestionnaireScore {
  score: number;
  band: string;
  source: string;
}

/** Scores the answers, one for each item of the questionnaire. */
export function scoreQuestionnaire(
  name: QuestionnaireName,
  answers: readonly number[],
): QuestionnaireScore {
  const { ends, names, source, factor }: Questionnaire = questionnaires[name];
  const score = answers.reduce((sum, each) => sum + each, 0) * factor;
  const band = names[pointsOf(score, bandsOf(...ends.map((end, index) => [end, index] as const)))]!;
  return { score, band, source };
}
