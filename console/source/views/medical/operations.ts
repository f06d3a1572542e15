import { tidyList } from "../../parts/own-values.ts";

/** One field of a form; its name is that of the API's field. */
export type FieldSpec =
  | { kind: "text" | "note" | "date"; name: string; most?: number; isRequired?: boolean }
  | { kind: "number"; name: string; least?: number; most?: number; isRequired?: boolean }
  | { kind: "yes"; name: string }
  | {
      kind: "choice";
      name: string;
      options: readonly string[];
      isNumber?: boolean;
      isRequired?: boolean;
    }
  /** Words with commas between. */
  | { kind: "words"; name: string }
  /** Answers of a questionnaire, one digit each. */
  | { kind: "answers"; name: string; count: number; most: number }
  | { kind: "file"; name: string; accept: string }
  | { kind: "group"; name: string; fields: readonly FieldSpec[] }
  | { kind: "rows"; name: string; fields: readonly FieldSpec[]; isRequired?: boolean };

const pictures = "image/jpeg,image/png,image/webp,.dcm,application/dicom";
const title = (name: string, most = 200): FieldSpec => ({
  kind: "text",
  name,
  most,
  isRequired: true,
});
const words = (name: string, most = 200): FieldSpec => ({ kind: "text", name, most });
const figure = (name: string, least?: number, most?: number): FieldSpec => ({
  kind: "number",
  name,
  ...(least === undefined ? {} : { least }),
  ...(most === undefined ? {} : { most }),
});
const question: FieldSpec = { kind: "note", name: "question", most: 4000 };

const patient: FieldSpec = {
  kind: "group",
  name: "patient",
  fields: [
    figure("age_years", 0, 130),
    { kind: "choice", name: "sex", options: ["female", "male"] },
    { kind: "yes", name: "pregnant" },
  ],
};

const vitals: FieldSpec = {
  kind: "group",
  name: "vitals",
  fields: [
    figure("respiratory_rate", 0, 120),
    figure("spo2_percent", 30, 100),
    { kind: "choice", name: "spo2_scale", options: ["1", "2"], isNumber: true },
    { kind: "yes", name: "on_oxygen" },
    figure("systolic_mmhg", 20, 350),
    figure("diastolic_mmhg", 10, 250),
    figure("pulse_bpm", 0, 350),
    {
      kind: "choice",
      name: "consciousness",
      options: ["alert", "confusion", "voice", "pain", "unresponsive"],
    },
    figure("gcs", 3, 15),
    {
      kind: "group",
      name: "temperature",
      fields: [figure("value"), { kind: "choice", name: "unit", options: ["C", "F"] }],
    },
  ],
};

/** Substances whose units the box converts. */
export const analytes: readonly string[] = (
  "glucose creatinine urea urea_nitrogen bilirubin calcium cholesterol triglycerides urate lactate " +
  "hemoglobin albumin sodium potassium weight height pressure temperature"
).split(" ");

const labs: FieldSpec = {
  kind: "rows",
  name: "labs",
  fields: [
    title("name", 100),
    { kind: "number", name: "value", isRequired: true },
    title("unit", 20),
    { kind: "choice", name: "analyte", options: analytes },
    {
      kind: "group",
      name: "range",
      fields: [figure("low"), figure("high"), words("unit", 20)],
    },
  ],
};

/**
 * The operations of the areas `clinical` and `neural`, by the last part of their path, with their own fields in the
 * order of the form. A test holds them beside the box's schemas.
 */
export const operations = {
  "decision-support": [patient, vitals, labs, question],
  risk: [
    {
      kind: "rows",
      name: "patients",
      isRequired: true,
      fields: [title("id", 100), patient, vitals],
    },
  ],
  "medication-check": [
    {
      kind: "rows",
      name: "medications",
      isRequired: true,
      fields: [
        title("name"),
        { kind: "words", name: "ingredients" },
        words("atc", 7),
        words("dose"),
      ],
    },
    { kind: "rows", name: "allergies", fields: [title("substance"), words("reaction", 500)] },
    { kind: "rows", name: "groups", fields: [title("name"), { kind: "words", name: "members" }] },
    {
      kind: "rows",
      name: "interactions",
      fields: [title("a"), title("b"), words("note", 1000)],
    },
  ],
  adherence: [
    {
      kind: "group",
      name: "period",
      fields: [
        { kind: "date", name: "from", isRequired: true },
        { kind: "date", name: "to", isRequired: true },
      ],
    },
    {
      kind: "rows",
      name: "medications",
      isRequired: true,
      fields: [
        title("name"),
        {
          kind: "rows",
          name: "fills",
          fields: [
            { kind: "date", name: "date", isRequired: true },
            { kind: "number", name: "days_supply", least: 1, most: 366, isRequired: true },
          ],
        },
      ],
    },
  ],
  notes: [{ kind: "note", name: "text", most: 40_000, isRequired: true }],
  research: [
    { kind: "note", name: "question", most: 2000, isRequired: true },
    {
      kind: "rows",
      name: "sources",
      isRequired: true,
      fields: [
        title("id", 100),
        words("title", 500),
        { kind: "note", name: "text", most: 50_000, isRequired: true },
      ],
    },
  ],
  wellness: [
    { kind: "answers", name: "phq9", count: 9, most: 3 },
    { kind: "answers", name: "gad7", count: 7, most: 3 },
    { kind: "answers", name: "who5", count: 5, most: 5 },
    { kind: "note", name: "text", most: 8000 },
  ],
  scan: [
    {
      kind: "group",
      name: "input",
      fields: [{ kind: "file", name: "data", accept: pictures }, title("modality", 100)],
    },
    question,
  ],
  decode: [
    {
      kind: "choice",
      name: "signal_type",
      options: ["eeg", "emg", "ecog", "ecg"],
      isRequired: true,
    },
    { kind: "file", name: "data", accept: ".edf,.bdf,.f32,application/octet-stream" },
    figure("channel_count", 1, 512),
    figure("sample_rate_hz", 0),
    { kind: "words", name: "channel_labels" },
  ],
} as const satisfies Readonly<Record<string, readonly FieldSpec[]>>;

/** An operation that the form can ask for. */
export type OperationName = keyof typeof operations;

/** What somebody has filled in so far, by the API's names; a `File` stands for the file that is to be read. */
export type Draft = Readonly<Record<string, unknown>>;

/** A draft with the rows that a form needs, and a choice's first option where it must have one. */
export function newDraft(fields: readonly FieldSpec[]): Draft {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      if (field.kind === "group") return [[field.name, newDraft(field.fields)]];
      if (field.kind === "rows")
        return [[field.name, field.isRequired ? [newDraft(field.fields)] : []]];
      return field.kind === "choice" && field.isRequired ? [[field.name, field.options[0]]] : [];
    }),
  );
}

/** The draft as a body: without what is empty, numbers and lists as the API takes them. */
export function bodyOf(fields: readonly FieldSpec[], draft: Draft): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, draft[field.name]);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

function valueOf(field: FieldSpec, value: unknown): unknown {
  if (value === undefined || value === "") return undefined;
  switch (field.kind) {
    case "group": {
      const body = bodyOf(field.fields, value as Draft);
      return Object.keys(body).length === 0 ? undefined : body;
    }
    case "rows": {
      const rows = (value as readonly Draft[]).map((row) => bodyOf(field.fields, row));
      return rows.length === 0 && !field.isRequired ? undefined : rows;
    }
    case "answers": {
      const digits = (value as string).match(/\d/g);
      return digits === null ? undefined : digits.map(Number);
    }
    case "words":
      return tidyList(value as readonly string[]);
    case "choice":
      return field.isNumber ? Number(value) : value;
    default:
      return value;
  }
}
