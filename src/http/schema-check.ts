import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { fail } from "../base/contract/fail.ts";
import { schemaFault } from "../base/contract/schema-fault.ts";

/** The part of a request that a schema describes; decides the error code and the coercion. */
export type RequestPart = "body" | "query" | "path";

const codes = {
  body: "invalid_request_body",
  query: "invalid_query_parameter",
  path: "invalid_path_parameter",
} as const;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function newAjv(coerceTypes: boolean): Ajv {
  // First error only: collecting all of them lets the cost of a request grow with its body.
  return new Ajv({
    allErrors: false,
    removeAdditional: false,
    useDefaults: false,
    coerceTypes,
    strict: false,
    logger: false,
    validateFormats: true,
    // Lengths count code points. Operations check bodies with pictures elsewhere.
    unicode: true,
    // Tests check the schemas themselves; to compile the schema of schemas takes longer than all of them.
    meta: false,
    validateSchema: false,
    formats: { uuid },
  });
}

const strictAjv = newAjv(false);
const coercingAjv = newAjv(true);

/**
 * Returns a check of one request part. It never coerces or trims bodies; in query parameters, which
 * are strings on the wire, it converts numbers and booleans. The check throws
 * `invalid_request_body`, `invalid_query_parameter` or `invalid_path_parameter` with `param` set to
 * the path of the first wrong field. The schema is compiled at the first use.
 */
export function schemaCheck(part: RequestPart, schema: TSchema): (value: unknown) => unknown {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= (part === "body" ? strictAjv : coercingAjv).compile(schema);
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
 * Returns the most useful error of a union, in which every branch fails: the deepest one. The
 * union's own error adds nothing, and a value that is present does not mean null.
 */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const depth = (error: ErrorObject): number => {
    const isUnion = error.keyword === "anyOf" || error.keyword === "oneOf";
    const isType = error.keyword === "type";
    const isNull = isType && error.params.type === "null";
    // The type matches and something else is wrong, so the caller meant that branch.
    const less = isUnion || isNull ? 0.5 : isType ? 0.25 : 0;
    return error.instancePath.split("/").length - less;
  };
  let best: ErrorObject | undefined;
  for (const error of errors) if (!best || depth(error) >= depth(best)) best = error;
  return best;
}
