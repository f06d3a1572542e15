import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { TSchema } from "typebox";
import { fail } from "../../contract/fail.ts";
import { joinPath, schemaFault } from "../../contract/schema-fault.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Checks bodies against the schemas of their operations without coercing, filling in or removing
 * anything. It stops at the first error, so that a bad body costs no more than a good one. Each
 * schema is compiled at its first use.
 */
export class InputCheck {
  readonly #ajv = new Ajv({
    allErrors: false,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    strict: false,
    logger: false,
    verbose: true,
    // Lengths count code points. Pictures in base64 have left the body by now.
    unicode: true,
    // Tests check the schemas themselves.
    meta: false,
    validateSchema: false,
    formats: { uuid },
  });
  readonly #compiled = new WeakMap<TSchema, ValidateFunction>();

  /**
   * Throws `invalid_request_body` with the path of the first wrong field, `behaviors[0].zone`; `at`
   * precedes it where `body` is a part of a larger value.
   */
  check(schema: TSchema, body: unknown, at = ""): void {
    let validate = this.#compiled.get(schema);
    if (!validate) {
      validate = this.#ajv.compile(schema);
      this.#compiled.set(schema, validate);
    }
    if (validate(body)) return;
    const { path: inside, rule, message } = schemaFault(mostTelling(validate.errors ?? []));
    const path = inside.startsWith("[") ? `${at}${inside}` : joinPath(at, inside);
    throw fail("invalid_request_body", `${path || "the body"}: ${message}`.slice(0, 500), {
      ...(path === "" ? {} : { param: path }),
      details: [{ path, rule, message }],
    });
  }
}

/**
 * Returns the most useful error of a union, in which every branch fails: the deepest one, or one of
 * the branch whose constants (`type`) match.
 */
function mostTelling(all: readonly ErrorObject[]): ErrorObject | undefined {
  // The branch's own error covers a failed condition.
  const errors = all.filter(({ keyword }) => keyword !== "if");
  const weight = (error: ErrorObject): number => {
    const isUnion = error.keyword === "anyOf" || error.keyword === "oneOf";
    // The value is not null, so the caller did not mean that branch.
    if (error.keyword === "type" && error.params.type === "null") return -1;
    const depth =
      error.instancePath.split("/").length + ("missingProperty" in error.params ? 1 : 0);
    // The type matches and something else is wrong, so the caller meant that branch.
    const keyword = isUnion ? 0 : error.keyword === "const" ? 1 : error.keyword === "type" ? 2 : 3;
    const constants = constantsOf(error);
    if (constants.includes(false)) return 0;
    return depth * 8 + keyword + (constants.includes(true) ? 4 : 0);
  };
  return errors.toSorted((a, b) => weight(b) - weight(a))[0];
}

/** Returns for each constant of the failing object whether the value has it. */
function constantsOf({ parentSchema, data }: ErrorObject): boolean[] {
  const properties = Object.entries<{ const?: unknown }>(parentSchema?.properties ?? {});
  const values = (data ?? {}) as Readonly<Record<string, unknown>>;
  return properties
    .filter(([name, schema]) => "const" in schema && values[name] !== undefined)
    .map(([name, schema]) => values[name] === schema.const);
}
