import { fc } from "../box/properties.ts";

/** A JSON schema as far as values are made from it. */
interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minProperties?: number;
  maxProperties?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

type ValueSource = fc.Arbitrary<unknown>;

/** What nobody sends who means well. */
export const hostile: ValueSource = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0,
    1e308,
    -1e308,
    2 ** 53,
    Number.MIN_VALUE,
    "",
    " ",
    "\0",
    "\u202e\ufeff",
    "\ud800",
    "../../../../etc/passwd",
    "%2e%2e%2f",
    "'; DROP TABLE jobs; --",
    "<script>alert(1)</script>",
    "${7*7}",
    "constructor",
    "__proto__",
    "toString",
    "file:///etc/passwd",
    "http://169.254.169.254/latest",
    "https://[::1]:1/x",
    "data:image/png;base64,AAAA",
    "1e999",
    "9".repeat(400),
    "A".repeat(5000),
    "a,b,c",
    [],
    {},
    [[[[[[[[]]]]]]]],
    { toString: 1, hasOwnProperty: 2, valueOf: null },
    { length: 1e9 },
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.anything({ maxDepth: 3, withNullPrototype: false, withBigInt: false, withDate: false }),
);

/** Makes values for the schemas of one document. `known` gives values for some field names. */
export class SchemaValues {
  readonly #named: Record<string, Schema>;
  readonly #known: Readonly<Record<string, ValueSource>>;

  constructor(named: Record<string, object>, known: Readonly<Record<string, ValueSource>>) {
    this.#named = named as Record<string, Schema>;
    this.#known = known;
  }

  /** A value that satisfies `schema`. */
  valid(schema: object, name = "", depth = 0): ValueSource {
    const asked = schema as Schema;
    const known = this.#known[name];
    if (known) return known;
    if (asked.$ref !== undefined) {
      return this.valid(this.#named[asked.$ref.split("/").at(-1)!]!, name, depth);
    }
    if (asked.const !== undefined) return fc.constant(asked.const);
    if (asked.enum) return fc.constantFrom(...asked.enum);
    if (asked.anyOf) return fc.oneof(...asked.anyOf.map((one) => this.valid(one, name, depth)));
    if (asked.type === "object") return this.#object(asked, depth);
    if (asked.type !== "array") return plain(asked);
    return fc.array(this.valid(asked.items ?? {}, "", depth + 1), {
      minLength: asked.minItems ?? 0,
      maxLength: Math.min(asked.maxItems ?? 4, Math.max(asked.minItems ?? 0, 4)),
    });
  }

  #object(schema: Schema, depth: number): ValueSource {
    const { properties = {}, additionalProperties: extra } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, this.valid(one, name, depth + 1)]),
    );
    const required = schema.required ?? [];
    // Deep inside less is left in, so that bodies stay of a readable size.
    const requiredKeys =
      depth > 2 ? Object.keys(properties).filter((key) => required.includes(key)) : required;
    if (Object.keys(fields).length > 0) return fc.record(fields, { requiredKeys });
    if (typeof extra !== "object")
      return fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { maxKeys: 3 });
    const key = matching("^[a-z]{1,12}$");
    const limits = {
      minKeys: schema.minProperties ?? 0,
      maxKeys: Math.min(schema.maxProperties ?? 3, 3),
    };
    return fc.dictionary(key, this.valid(extra, "", depth + 1), limits);
  }
}

function plain(schema: Schema): ValueSource {
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: Math.ceil(low(schema, -1000)), max: Math.floor(high(schema, 1e6)) });
    case "number":
      return numberOf(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 }) as ValueSource;
  }
}

function low(schema: Schema, fallback: number): number {
  return schema.minimum ?? schema.exclusiveMinimum ?? fallback;
}

function high(schema: Schema, fallback: number): number {
  return schema.maximum ?? schema.exclusiveMaximum ?? fallback;
}

function numberOf(schema: Schema): ValueSource {
  return fc.double({
    min: low(schema, -1000),
    max: high(schema, 1e6),
    minExcluded: schema.exclusiveMinimum !== undefined,
    maxExcluded: schema.exclusiveMaximum !== undefined,
    noNaN: true,
  });
}

function textOf(schema: Schema): ValueSource {
  if (schema.pattern !== undefined) return matching(schema.pattern);
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, 40));
  return fc.string({ minLength, maxLength });
}

const patterns = new Map<string, fc.Arbitrary<string>>();

/** Texts that match; each pattern is taken apart once, for that takes long. */
function matching(pattern: string): fc.Arbitrary<string> {
  const source = patterns.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  patterns.set(pattern, source);
  return source;
}

/** A value of `valid` but for one place. */
export function almost(valid: ValueSource): ValueSource {
  return fc
    .tuple(valid, fc.nat(), hostile, fc.constantFrom("replace", "remove", "add"))
    .map(([value, at, bad, how]) => spoiled(value, { at, bad, how }));
}

/** `value` with one of its places changed, counted in the order of writing. */
function spoiled(
  value: unknown,
  change: { at: number; bad: unknown; how: "replace" | "remove" | "add" },
): unknown {
  const copy: unknown = structuredClone(value);
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: unknown): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      walk((holder as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  if (places.length === 0) return change.bad;
  const { holder, key } = places[change.at % places.length]!;
  if (change.how === "remove") delete holder[key];
  else if (change.how === "add") holder[`${key}_`] = change.bad;
  else holder[key] = change.bad;
  return copy;
}
