import { type Static, type TObject, type TProperties, Type } from "typebox";
import { fail } from "../../base/contract/fail.ts";
import { notBlankPattern } from "../../base/contract/pattern-words.ts";
import type { JobType } from "../../base/jobs/wire/jobs.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { NotAcceptable } from "../accepted-answer.ts";

/** What one clinical operation is: its schemas, what the box computes, and what a model may add. */
export interface ClinicalSpec {
  /** Last part of the path and of the operation's name, e.g. `medication-check`. */
  method: string;
  jobType: JobType;
  summary: string;
  /** Its own fields of the body, beside those that all of them have. */
  fields: TProperties;
  /** What `compute` gives, as `payload.output.local`. */
  local: TObject;
  /** Checks beyond the schema; throws `invalid_request_body` with `param`. */
  check?(input: ClinicalInput): void;
  /** Whether the request brings a picture, `input {data, modality}`. */
  hasPicture?: true;
  /** Done on the box, always, in a child process; `picture` is what is known of the request's. */
  compute(input: ClinicalInput, picture: JsonObject | null): JsonObject;
  narrative: NarrativeSpec;
}

/** What a text endpoint adds, and what makes its answer acceptable. */
export interface NarrativeSpec {
  /** What the model is told to do; the rules that hold for all of them come before it. */
  instructions: string;
  schema: TObject;
  /** The answer as it is shown; throws with the reason why it cannot be accepted. */
  accept(value: JsonObject, about: { input: ClinicalInput; local: JsonObject }): JsonObject;
}

/** A body that has passed its schema. */
export type ClinicalInput = JsonObject;

/** Evidence is a path into the input or the local result, `input.vitals.pulse_bpm`. */
const point = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 2000 }),
    evidence: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description: "Paths into the data, such as input.vitals.pulse_bpm or local.news2.score",
    }),
  },
  { additionalProperties: false },
);

/** Narrative of the operations that explain figures. */
export const pointsSchema = Type.Object(
  {
    summary: Type.String({ minLength: 1, maxLength: 4000 }),
    points: Type.Array(point, { maxItems: 30 }),
  },
  { additionalProperties: false },
);

/** Accepts `pointsSchema` when all evidence is in the data. */
export const acceptPoints: NarrativeSpec["accept"] = (value, about) => {
  const { points } = value as unknown as Static<typeof pointsSchema>;
  for (const [point, { evidence }] of points.entries()) {
    const wrong = evidence.findIndex((path) => valueAt(about, path) === undefined);
    if (wrong === -1) continue;
    throw new NotAcceptable(
      `the evidence "${evidence[wrong]!.slice(0, 80)}" is no path into the data`,
      `points[${point}].evidence[${wrong}]: is no path into the data`,
    );
  }
  return value;
};

/** What lies at `a.b[0].c`; undefined for what is not there. */
export function valueAt(root: unknown, path: string): unknown {
  const steps = path.replaceAll(/\[(\d+)\]/g, ".$1").split(".");
  let at = root;
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

/** Refuses a body with none of the fields, with `invalid_request_body`: there would be nothing to do. */
export function requireOne(input: ClinicalInput, fields: readonly string[]): void {
  if (fields.some((field) => input[field] !== undefined)) return;
  const message = `The body must have one of ${fields.join(", ")}: there is nothing to do`;
  throw fail("invalid_request_body", message, { param: fields[0]! });
}

/** A closed object. */
export function closed<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

/** One of some words. */
export function words<const W extends string>(...all: readonly W[]) {
  return Type.Unsafe<W>({ type: "string", enum: [...all] });
}

/** A short text. */
export function shortText(maxLength = 200) {
  return Type.String({ minLength: 1, maxLength });
}

/** What is asked of a model, of up to `maxLength` characters: blank text is refused. */
export function questionText(maxLength: number) {
  return Type.String({ minLength: 1, maxLength, pattern: notBlankPattern });
}

/** A calendar date. */
export const dateSchema = Type.String({
  pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
  description: "ISO date, 2026-01-31",
});
