import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { fail } from "../base/contract/fail.ts";
import { patternWords } from "../base/contract/pattern-words.ts";

/** Which part of a request a schema describes; decides the error code and the coercion. */
export type RequestPart = "body" | "query" | "path";

const codes = {
  body: "invalid_request_body",
  query: "invalid_query_parameter",
  path: "invalid_path_parameter",
} as const;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function newAjv(coerceTypes: boolean): Ajv {
  // First error only: collecting all of them lets one request cost as much as its body is long.
  return new Ajv({
    allErrors: false,
    removeAdditional: false,
    useDefaults: false,
    coerceTypes,
    strict: false,
    logger: false,
    validateFormats: true,
    // Characters are code points. Bodies with pictures are those of operations, which are checked elsewhere.
    unicode: true,
    formats: { uuid },
  });
}

/**
 * Makes a check of one request part. Bodies are never coerced nor trimmed; query parameters are
 * strings on the wire, so numbers and booleans among them are read. The check throws
 * `invalid_request_body`, `invalid_query_parameter` or `invalid_path_parameter` with `param` set to
 * the path of the first wrong field. The schema is compiled at the first use.
 */
export function schemaCheck(part: RequestPart, schema: TSchema): (value: unknown) => unknown {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= newAjv(part !== "body").compile(schema);
    if (validate(value)) return value;
    const { param, message } = describe(validate.errors ?? [], part);
    const subject = param === "" ? `The ${part}` : param;
    throw fail(codes[part], `${subject} ${message}`.slice(0, 500), {
      ...(param === "" ? {} : { param }),
      details: [{ path: param, rule: ruleOf(validate.errors ?? []), message }],
    });
  };
}

function ruleOf(errors: readonly ErrorObject[]): string {
  return deepest(errors)?.keyword ?? "schema";
}

/**
 * Inside a union every branch complains; the one that got furthest is what the caller meant. The
 * union itself says nothing more, and who gives something did not mean null.
 */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject): number => {
    const isUnion = error.keyword === "anyOf" || error.keyword === "oneOf";
    const isType = error.keyword === "type";
    const isNull = isType && error.params.type === "null";
    // Of the kind that is given, and wrong in another way: that branch was meant.
    const less = isUnion || isNull ? 0.5 : isType ? 0.25 : 0;
    return error.instancePath.split("/").length - less;
  };
  let best: ErrorObject | undefined;
  for (const error of errors) if (!best || depth(error) >= depth(best)) best = error;
  return best;
}

function describe(
  errors: readonly ErrorObject[],
  part: RequestPart,
): { param: string; message: string } {
  const error = deepest(errors);
  if (!error) return { param: "", message: "is not valid" };
  const base = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(joined, "");
  const child = (name: unknown): string => clip(joined(base, String(name)));
  const unknown = `is not a known ${part === "body" ? "field" : "parameter"}`;
  switch (error.keyword) {
    case "required":
      return { param: child(error.params.missingProperty), message: "is required" };
    case "additionalProperties":
      return { param: child(error.params.additionalProperty), message: unknown };
    case "unevaluatedProperties":
      return { param: child(error.params.unevaluatedProperty), message: unknown };
    case "propertyNames":
      return { param: child(error.params.propertyName), message: "is not an allowed name" };
    case "enum":
      return {
        param: clip(base),
        message: `must be one of ${error.params.allowedValues.join(", ")}`,
      };
    case "const":
      return { param: clip(base), message: `must be ${JSON.stringify(error.params.allowedValue)}` };
    case "pattern":
      return { param: clip(base), message: patternWords(error.params.pattern) };
    default:
      return { param: clip(base), message: error.message ?? "is not valid" };
  }
}

function clip(param: string): string {
  return param.slice(0, 200);
}

/** `a` and `b` give `a.b`, `a` and `0` give `a[0]`. */
function joined(base: string, step: string): string {
  if (/^\d+$/.test(step)) return `${base}[${step}]`;
  return base === "" ? step : `${base}.${step}`;
}
