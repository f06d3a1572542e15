import { patternWords } from "./pattern-words.ts";

/** An error of a JSON Schema validator, as Ajv and TypeBox report it. */
export interface SchemaError {
  keyword: string;
  /** JSON Pointer to the value. */
  instancePath: string;
  params: object;
}

/** A fault of one field of a value. */
export interface SchemaFault {
  /** The field, such as `behaviors[0].zone`; empty for the value itself. At most 200 characters. */
  path: string;
  /** The keyword of JSON Schema that the field violates. */
  rule: string;
  /** `<what is wrong>. <what to do>`, without anything from the value. */
  message: string;
}

/** Keywords about the names of fields, which are themselves a part of the value. */
const nameRules: ReadonlyMap<string, string> = new Map([
  ["additionalProperties", "additionalProperty"],
  ["unevaluatedProperties", "unevaluatedProperty"],
  ["propertyNames", "propertyName"],
]);

/** The fault of a model's answer with a field that the model made up, without that field's name. */
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
  const params = error.params as Params;
  const steps = error.instancePath.split("/").slice(1);
  const base = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  // TypeBox lists all missing properties, Ajv names the first.
  const [missing] = (params["requiredProperties"] ?? [params["missingProperty"]]) as (
    | string
    | undefined
  )[];
  const name = (params[nameRules.get(error.keyword) ?? ""] as string | undefined) ?? missing;
  const path = [...base, ...(name === undefined ? [] : [name])].reduce(joinPath, "");
  const message = messages[error.keyword]?.(params, noun) ?? "is not valid. See the API reference";
  return { path, rule: error.keyword, message };
}

/** `a` and `b` give `a.b`, `a` and `0` give `a[0]`; the result is cut at 200 characters. */
export function joinPath(base: string, step: string): string {
  if (step === "") return base;
  if (/^\d+$/.test(step)) return `${base}[${step}]`.slice(0, 200);
  return (base === "" ? step : `${base}.${step}`).slice(0, 200);
}

type Params = Readonly<Record<string, unknown>>;

const noBranch = "has none of the allowed forms. Send one of the API reference";

/** A message for each keyword of JSON Schema that the schemas use. */
const messages: Readonly<Record<string, (params: Params, noun: string) => string>> = {
  required: (_, noun) => `is required. Add the ${noun}`,
  additionalProperties: (_, noun) => unknownField(noun),
  unevaluatedProperties: (_, noun) => unknownField(noun),
  propertyNames: () => "is not an allowed name. Choose another name",
  anyOf: () => noBranch,
  oneOf: () => noBranch,
  type: ({ type }) => `has the wrong type. Send ${typesOf(type)}`,
  enum: ({ allowedValues }) => `is not an allowed value. Send one of ${listOf(allowedValues)}`,
  const: ({ allowedValue }) => `is not an allowed value. Send ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `has the wrong form. Send ${patternWords(String(pattern))}`,
  format: ({ format }) => `has the wrong form. Send a valid ${String(format)}`,
  minLength: ({ limit }) => `is too short. Send at least ${counted(limit, "character")}`,
  maxLength: ({ limit }) => `is too long. Send at most ${counted(limit, "character")}`,
  minItems: ({ limit }) => `has too few entries. Send at least ${String(limit)}`,
  maxItems: ({ limit }) => `has too many entries. Send at most ${String(limit)}`,
  minProperties: ({ limit }) => `has too few entries. Send at least ${String(limit)}`,
  maxProperties: ({ limit }) => `has too many entries. Send at most ${String(limit)}`,
  uniqueItems: () => "has an entry twice. Remove one of the two",
  minimum: ({ limit }) => `is too small. Send at least ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `is too small. Send more than ${String(limit)}`,
  maximum: ({ limit }) => `is too large. Send at most ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `is between two steps. Send a multiple of ${String(multipleOf)}`,
  exclusiveMaximum: ({ limit }) => `is too large. Send less than ${String(limit)}`,
};

function unknownField(noun: string): string {
  return `is not a known ${noun}. Remove it or correct its name`;
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

/** True when a value that violates the keyword gets a message of its own. */
export function hasMessage(keyword: string): boolean {
  return Object.hasOwn(messages, keyword);
}
