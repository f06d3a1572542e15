import type { TSchema } from "typebox";
import { nearest } from "./nearest.ts";
import { patternWords } from "./pattern-words.ts";

/** Steps from the root of the configuration to a value. */
export type ConfigPath = readonly (string | number)[];

/** One fault of a value. */
export interface Fault {
  path: ConfigPath;
  /** A sentence without the value itself, which may be a secret. */
  message: string;
  /** True when `path` names a key that should not be there at all. */
  isKey?: boolean;
}

/** The keywords of JSON Schema that the configuration uses. */
interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: { minLength?: number; maxLength?: number };
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  unit?: string;
  title?: string;
  description?: string;
}

/**
 * Returns all faults of `value` by `schema`, in sentences for a technician. A missing key with a
 * default, or a section all of whose keys have one, is valid.
 */
export function explain(schema: TSchema, value: unknown, path: ConfigPath = []): Fault[] {
  return faultsOf(schema as Schema, value, path);
}

function faultsOf(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  if (value === null) {
    // `server:` with every line below it commented out is an empty section, not a mistake.
    if (schema.type === "object") return missingFaults(schema, {}, path);
    return [{ path, message: `is empty: give ${wanted(schema)}, or remove the line` }];
  }
  if (schema.anyOf) return fewest(schema.anyOf.map((each) => faultsOf(each, value, path)));
  if (schema.enum || schema.const !== undefined) return choiceFaults(schema, value, path);
  switch (schema.type) {
    case "object":
      return objectFaults(schema, value, path);
    case "array":
      return arrayFaults(schema, value, path);
    case "integer":
    case "number":
      return numberFaults(schema, value, path);
    case "boolean":
      return typeof value === "boolean" ? [] : [{ path, message: "must be true or false" }];
    case "string":
      return textFaults(schema, value, path);
    default:
      return [];
  }
}

function fewest(each: Fault[][]): Fault[] {
  return each.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** The values that `schema` accepts, for the end of "give …". */
function wanted(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  switch (schema.type) {
    case "integer":
      return `a whole number${range(schema)}`;
    case "number":
      return `a number${range(schema)}`;
    case "boolean":
      return "true or false";
    case "array":
      return "a list (one `- ` line per entry)";
    case "object":
      return "a section (indented `key: value` lines)";
    default:
      return "a text";
  }
}

function range(schema: Schema): string {
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  const unit = schema.unit === undefined ? "" : ` ${schema.unit}`;
  if (low === undefined || high === undefined) return unit;
  if (low === high) return ` that is ${low}${unit}`;
  const above = schema.exclusiveMinimum === undefined ? "from" : "above";
  const until = schema.exclusiveMaximum === undefined ? "to" : "to below";
  return ` ${above} ${low} ${until} ${high}${unit}`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a section";
  if (typeof value === "string") return "a text";
  if (typeof value === "boolean") return "true or false";
  return Number.isFinite(value) ? "a number" : "infinite or no number";
}

function wrongKind(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  return [{ path, message: `must be ${wanted(schema)}, but is ${kindOf(value)}` }];
}

function choiceFaults(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  const choices = schema.enum ?? [schema.const];
  if (choices.includes(value)) return [];
  const guess = typeof value === "string" ? nearest(value, choices.map(String)) : undefined;
  const hint = guess === undefined ? "" : `; did you mean ${guess}?`;
  return [{ path, message: `must be one of ${choices.join(", ")}${hint}` }];
}

function numberFaults(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  if (typeof value !== "number" || !Number.isFinite(value)) return wrongKind(schema, value, path);
  const tooLow =
    value < (schema.minimum ?? -Infinity) || value <= (schema.exclusiveMinimum ?? -Infinity);
  const tooHigh =
    value > (schema.maximum ?? Infinity) || value >= (schema.exclusiveMaximum ?? Infinity);
  const isBroken = schema.type === "integer" && !Number.isInteger(value);
  return tooLow || tooHigh || isBroken ? [{ path, message: `must be ${wanted(schema)}` }] : [];
}

function textFaults(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  if (typeof value !== "string") {
    const [fault] = wrongKind(schema, value, path);
    return [{ path, message: `${fault!.message}; put it in quotes if it is meant as text` }];
  }
  if (value.length < (schema.minLength ?? 0)) return [{ path, message: "must not be empty" }];
  if (value.length > (schema.maxLength ?? Infinity)) {
    return [{ path, message: `must have at most ${schema.maxLength} characters` }];
  }
  if (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value)) return [];
  return [{ path, message: `must be ${patternWords(schema.pattern)}` }];
}

function arrayFaults(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  if (!Array.isArray(value)) return wrongKind(schema, value, path);
  const { minItems = 0, maxItems = Infinity } = schema;
  if (minItems === maxItems && value.length !== minItems) {
    return [{ path, message: `must have exactly ${minItems} entries` }];
  }
  if (value.length < minItems) return [{ path, message: `must have at least ${minItems} entries` }];
  if (value.length > maxItems) return [{ path, message: `must have at most ${maxItems} entries` }];
  return value.flatMap((item, at) => faultsOf(schema.items ?? {}, item, [...path, at]));
}

function objectFaults(schema: Schema, value: unknown, path: ConfigPath): Fault[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return wrongKind(schema, value, path);
  }
  const fields = value as Record<string, unknown>;
  const inner = Object.entries(fields).flatMap(([name, field]) =>
    fieldFaults(schema, name, { field, path: [...path, name] }),
  );
  if (Object.keys(fields).length > (schema.maxProperties ?? Infinity)) {
    inner.push({ path, message: `must have at most ${schema.maxProperties} entries` });
  }
  return [...missingFaults(schema, fields, path), ...inner];
}

function fieldFaults(
  schema: Schema,
  name: string,
  { field, path }: { field: unknown; path: ConfigPath },
): Fault[] {
  const known = schema.properties ?? {};
  if (Object.hasOwn(known, name)) return faultsOf(known[name]!, field, path);
  const named = Object.entries(schema.patternProperties ?? {}).find(([pattern]) =>
    new RegExp(pattern, "u").test(name),
  );
  if (named) return faultsOf(named[1], field, path);
  if (typeof schema.additionalProperties === "object") {
    const { minLength = 0, maxLength = Infinity } = schema.propertyNames ?? {};
    const isNameRight = name.length >= minLength && name.length <= maxLength;
    const wrongName = {
      path,
      isKey: true,
      message: `a name has ${minLength} to ${maxLength} characters`,
    };
    return [
      ...(isNameRight ? [] : [wrongName]),
      ...faultsOf(schema.additionalProperties, field, path),
    ];
  }
  const guess = nearest(name, Object.keys(known));
  const hint = guess === undefined ? "" : `; did you mean ${guess}?`;
  return [{ path, isKey: true, message: `is no setting${hint}` }];
}

function missingFaults(schema: Schema, fields: Record<string, unknown>, path: ConfigPath): Fault[] {
  return (schema.required ?? []).flatMap((name) => {
    const field = schema.properties?.[name] ?? {};
    if (fields[name] !== undefined || field.default !== undefined) return [];
    const at = [...path, name];
    if (field.type === "object" && missingFaults(field, {}, at).length === 0) return [];
    return [{ path: at, message: `is missing: give ${wanted(field)}` }];
  });
}
