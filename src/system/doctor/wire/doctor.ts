import { Type } from "typebox";
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
    values: Type.Unsafe<object>({
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
export interface DoctorCheckWire {
  check: string;
  title: string;
  subject: string | null;
  status: "ok" | "warn" | "fail" | "skipped";
  reason: string;
  reason_code: string;
  fix: string | null;
  fix_code: string | null;
  values: Readonly<Record<string, string | number>>;
}

/** An examination of the box; times are Unix seconds. */
export interface DoctorWire {
  object: "system.doctor";
  state: "never" | "running" | "done";
  started_at: number | null;
  finished_at: number | null;
  checks_done: number;
  checks_total: number;
  /** The worst of `checks`; null until all are done. */
  status: "ok" | "warn" | "fail" | null;
  checks: DoctorCheckWire[];
}
