import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { fail } from "../base/contract/fail.ts";
import { schemaFault } from "../base/contract/schema-fault.ts";

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
    const noun = part === "body" ? "field" : "parameter";
    const { path, rule, message } = schemaFault(deepest(validate.errors ?? []), noun);
    throw fail(codes[part], `${path || `the ${part}`}: ${message}`.slice(0, 500), {
      ...(path === "" ? {} : { param: path }),
      details: [{ path, rule, message }],
    });
  };
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
