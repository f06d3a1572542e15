import { type Static, type TObject, type TProperties, Type } from "typebox";
import { invalidField } from "../../base/contract/fail.ts";
import type { JobType } from "../../base/jobs/job-terms.ts";
import type { JsonObject } from "../../base/jobs/job.ts";
import { NotAcceptable } from "../accepted-answer.ts";
import { valueAt } from "../evidence.ts";

/**
 * One clinical operation: its schemas, the box's computation, and a model's additions. `F` are the
 * operation's own fields of the body, `A` is the schema of the model's answer.
 */
export interface ClinicalSpec<F extends TProperties = TProperties, A extends TObject = TObject> {
  /** Last part of the path and of the operation's name, e.g. `medication-check`. */
  method: string;
  jobType: JobType;
  summary: string;
  /** Its own fields of the body, beside the common ones. */
  fields: F;
  /** Schema of what `compute` returns, as `payload.output.local`. */
  local: TObject;
  /** Checks beyond the schema; throws `invalid_request_body` with `param`. */
  check?(input: ClinicalInput<F>): void;
  /** True when the request has a picture, `input {data, modality}`. */
  hasPicture?: true;
  /** Always runs on the box, in a child process; `picture` has the facts about the request's picture. */
  compute(input: ClinicalInput<F>, picture: JsonObject | null): JsonObject;
  narrative: NarrativeSpec<F, A>;
}

/** The part that a text endpoint adds, and the check of its answer. */
export interface NarrativeSpec<F extends TProperties = TProperties, A extends TObject = TObject> {
  /** Instructions to the model, after the rules for all operations. */
  instructions: string;
  schema: A;
  /** The answer as the job shows it; throws `NotAcceptable` with the reason. */
  accept(answer: Static<A>, data: { input: ClinicalInput<F>; local: JsonObject }): JsonObject;
}

/** A body that has passed its schema. */
export type ClinicalInput<F extends TProperties = TProperties> = Static<TObject<F>> & {
  locale?: string;
};

/** Returns the same spec; `fields` and `schema` type the input of `check`, `compute` and `accept`. */
export function clinicalSpec<F extends TProperties, A extends TObject>(
  spec: ClinicalSpec<F, A>,
): ClinicalSpec<F, A> {
  return spec;
}

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
export function acceptPoints(
  answer: Static<typeof pointsSchema>,
  data: { input: object; local: JsonObject },
): JsonObject {
  for (const [point, { evidence }] of answer.points.entries()) {
    const wrong = evidence.findIndex((path) => valueAt(data, path) === undefined);
    if (wrong === -1) continue;
    throw new NotAcceptable(
      `the evidence "${evidence[wrong]!.slice(0, 80)}" is no path into the data`,
      `points[${point}].evidence[${wrong}]: is no path into the data`,
    );
  }
  return answer;
}

/** Refuses a body with none of the fields with `invalid_request_body`. */
export function requireOne<F extends string>(
  input: { readonly [name in F]?: unknown },
  fields: readonly F[],
): void {
  if (fields.some((field) => input[field] !== undefined)) return;
  throw invalidField(fields[0]!, `is missing. Send at least one of ${fields.join(", ")}`);
}

/** Refuses a list in which two items have the same id, with `invalid_request_body` at the second. */
export function requireDistinctIds(items: readonly { id: string }[], param: string): void {
  const ids = items.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated === -1) return;
  throw invalidField(`${param}[${repeated}].id`, "repeats an earlier id. Give each its own");
}
