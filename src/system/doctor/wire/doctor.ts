import { type Static, Type } from "typebox";
import { kind, named, oneOfValues, orNull, unixTime } from "../../../base/contract/answers.ts";

const count = Type.Integer({ minimum: 0 });

const checkSchema = named(
  "DoctorCheck",
  Type.Object({
    check: Type.String({ description: "Stable id of the check" }),
    title: Type.String(),
    subject: orNull(
      Type.String({
        description: "The camera, endpoint or file of the check. Null for the box",
      }),
    ),
    status: oneOfValues(["ok", "warn", "fail", "skipped"]),
    reason: Type.String({ description: "The observation, in English" }),
    reason_code: Type.String({ description: "Code of the sentence, for your own texts" }),
    fix: orNull(Type.String({ description: "Advice in English, for `warn` and `fail`" })),
    fix_code: orNull(Type.String({ description: "Code of the sentence, for your own texts" })),
    values: Type.Unsafe<Readonly<Record<string, string | number>>>({
      type: "object",
      additionalProperties: Type.Union([Type.Number(), Type.String()]),
      description: "Values in the two sentences",
    }),
  }),
);

/** `data` of `GET /api/v1/system/doctor` and `POST …/run`. */
export const doctorAnswer = named(
  "Doctor",
  Type.Object({
    object: kind("system.doctor"),
    state: oneOfValues(["never", "running", "done"]),
    started_at: orNull(unixTime),
    finished_at: orNull(unixTime),
    checks_done: count,
    checks_total: count,
    status: orNull(oneOfValues(["ok", "warn", "fail"])),
    checks: Type.Array(checkSchema, { description: "The results so far" }),
  }),
);

/** One finding. */
export type DoctorCheckWire = Static<typeof checkSchema>;

/** An examination of the box; times are Unix seconds. `status` is the worst of `checks`, null until all are done. */
export type DoctorWire = Static<typeof doctorAnswer>;
