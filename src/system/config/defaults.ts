import type { TSchema } from "typebox";

interface Schema {
  type?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
}

/**
 * Returns a copy of `value`, which `schema` accepts, with the default of every absent setting.
 * Optional keys without a default stay absent; empty sections (`server:`) are filled like absent
 * ones.
 */
export function withDefaults(schema: TSchema, value: unknown): unknown {
  return filled(schema as Schema, value);
}

function filled(schema: Schema, value: unknown): unknown {
  if (schema.type === "array" && schema.items && Array.isArray(value)) {
    return value.map((item) => filled(schema.items!, item));
  }
  if (schema.type !== "object" || !schema.properties) return structuredClone(value);
  const fields = (value ?? {}) as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const isAbsent = fields[name] === undefined || fields[name] === null;
    if (isAbsent && !schema.required?.includes(name)) continue;
    result[name] = filled(field, isAbsent ? field.default : fields[name]);
  }
  return result;
}
