import { patternWords } from "./pattern-words.ts";

/** An error of a JSON Schema validator, as Ajv and TypeBox report it. */
export interface SchemaError {
  keyword: string;
  /** JSON Pointer to the value. */
  instancePath: string;
  params: object;
}

/** What is wrong with one field of a value. */
export interface SchemaFault {
  /** The field, such as `behaviors[0].zone`; empty for the value itself. At most 200 characters. */
  path: string;
  /** The keyword of JSON Schema that the field violates. */
  rule: string;
  /** `<what is wrong>. <what to do>`, without anything of the value. */
  message: string;
}

/** Keywords about the names of fields, which are themselves a part of the value. */
const nameRules: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "additionalProperty"],
  ["unevaluatedProperties", "unevaluatedProperty"],
  ["propertyNames", "propertyName"],
]);

/** The fault of an answer of a model with a field of its own making, without that field's name. */
export const unknownName =
  "the answer: has a field that its schema does not name. Leave that field out";

const typeWords: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** True when the rule is about the name of a field, so that the fault's path quotes the value. */
export function isNameRule(rule: string): boolean {
  return nameRules.has(rule) || rule === "boolean";
}

/**
 * Returns the field that a validator's error names and a message in the pattern of all errors. `noun` is the word
 * for a field that the schema does not have.
 */
export function schemaFault(error: SchemaError | undefined, noun = "field"): SchemaFault {
  if (!error) return { path: "", rule: "schema", message: "is not valid. See the API reference" };
  const params = error.params as Readonly<Record<string, unknown>>;
  const steps = error.instancePath.split("/").slice(1);
  const base = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  // TypeBox lists all missing properties, Ajv names the first.
  const [missing] = (params["requiredProperties"] ?? [params["missingProperty"]]) as unknown[];
  const name = params[nameRules.get(error.keyword) ?? ""] ?? missing;
  const path = [...base, ...(name === undefined ? [] : [String(name)])].reduce(joinPath, "");
  return { path, rule: error.keyword, message: messageOf(error.keyword, params, noun) };
}

/** `a` and `b` give `a.b`, `a` and `0` give `a[0]`; the result is cut at 200 characters. */
export function joinPath(base: string, step: string): string {
  if (step === "") return base;
  if (/^\d+$/.test(step)) return `${base}[${step}]`.slice(0, 200);
  return (base === "" ? step : `${base}.${step}`).slice(0, 200);
}

function messageOf(rule: string, params: Readonly<Record<string, unknown>>, noun: string): string {
  const { limit } = params;
  switch (rule) {
    case "required":
      return `is required. Add the ${noun}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `is not a known ${noun}. Remove it or correct its name`;
    case "propertyNames":
      return "is not an allowed name. Choose another name";
    case "type":
      return `has the wrong type. Send ${typesOf(params["type"] ?? params["types"])}`;
    case "enum":
      return `is not an allowed value. Send one of ${listOf(params["allowedValues"])}`;
    case "const":
      return `is not an allowed value. Send ${JSON.stringify(params["allowedValue"])}`;
    case "pattern":
      return `has the wrong form. Send ${patternWords(String(params["pattern"]))}`;
    case "format":
      return `has the wrong form. Send a valid ${String(params["format"])}`;
    case "minLength":
      return `is too short. Send at least ${counted(limit, "character")}`;
    case "maxLength":
      return `is too long. Send at most ${counted(limit, "character")}`;
    case "minItems":
    case "minProperties":
      return `has too few entries. Send at least ${String(limit)}`;
    case "maxItems":
    case "maxProperties":
      return `has too many entries. Send at most ${String(limit)}`;
    case "uniqueItems":
      return "has an entry twice. Remove one of the two";
    default:
      return rangeMessage(rule, params) ?? "is not valid. See the API reference";
  }
}

function rangeMessage(rule: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const limit = String(params["limit"]);
  switch (rule) {
    case "minimum":
      return `is too small. Send at least ${limit}`;
    case "exclusiveMinimum":
      return `is too small. Send more than ${limit}`;
    case "maximum":
      return `is too large. Send at most ${limit}`;
    case "exclusiveMaximum":
      return `is too large. Send less than ${limit}`;
    case "multipleOf":
      return `is no multiple of ${String(params["multipleOf"])}. Send a multiple of it`;
    default:
      return undefined;
  }
}

function listOf(values: unknown): string {
  return (values as readonly unknown[]).join(", ");
}

function typesOf(types: unknown): string {
  return [types]
    .flat()
    .map((type) => typeWords[String(type)] ?? String(type))
    .join(" or ");
}

function counted(limit: unknown, noun: string): string {
  return `${String(limit)} ${noun}${limit === 1 ? "" : "s"}`;
}
