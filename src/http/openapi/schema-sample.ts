import type { Piece } from "./openapi-schemas.ts";

/**
 * Returns a value to begin with for a JSON schema: the required fields, each with its constant, its default, its first
 * choice or a value within its bounds. Formats and patterns are not met. `named` resolves references.
 */
export function sampleOf(schema: Piece, named: Readonly<Record<string, Piece>>): unknown {
  const ref = schema["$ref"];
  if (typeof ref === "string") return sampleOf(named[ref.split("/").at(-1)!] ?? {}, named);
  for (const known of [schema["const"], schema["default"]]) if (known !== undefined) return known;
  const choices = (schema["anyOf"] ?? schema["oneOf"]) as Piece[] | undefined;
  if (choices?.[0]) return sampleOf(choices[0], named);
  const values = schema["enum"] as unknown[] | undefined;
  if (values) return values[0];
  return valueOfType(schema, named);
}

function valueOfType(schema: Piece, named: Readonly<Record<string, Piece>>): unknown {
  switch (schema["type"]) {
    case "object":
      return objectOf(schema, named);
    case "array":
      return arrayOf(schema, named);
    case "integer":
    case "number":
      return numberOf(schema);
    case "boolean":
      return false;
    case "string":
      return textOf(schema);
    default:
      return schema["type"] === "null" ? null : {};
  }
}

function objectOf(schema: Piece, named: Readonly<Record<string, Piece>>): Piece {
  const properties = (schema["properties"] ?? {}) as Record<string, Piece>;
  const required = (schema["required"] ?? []) as string[];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const missing = Math.max(0, Number(schema["minProperties"] ?? 0) - required.length);
  return Object.fromEntries(
    [...required, ...optional.slice(0, missing)].map((name) => [
      name,
      sampleOf(properties[name] ?? {}, named),
    ]),
  );
}

function arrayOf(schema: Piece, named: Readonly<Record<string, Piece>>): unknown[] {
  const length = Number(schema["minItems"] ?? 0);
  const items = (schema["items"] ?? {}) as Piece;
  return Array.from({ length }, () => sampleOf(items, named));
}

function textOf({ minLength = 0, maxLength = Infinity }: Piece): string {
  return "text".padEnd(Number(minLength), "x").slice(0, Number(maxLength));
}

function numberOf(schema: Piece): number {
  const least = schema["minimum"] ?? schema["exclusiveMinimum"];
  const step = schema["exclusiveMinimum"] === undefined ? 0 : 1;
  return typeof least === "number" ? least + step : Math.min(0, Number(schema["maximum"] ?? 0));
}
