import { createHash } from "node:crypto";
import { Mistake } from "./mistake.ts";
import { type QuotedData, quotedDataOf } from "./quoted-data.ts";

/** A JSON schema as far as providers take it for structured output. */
export interface ValueSchema {
  $ref?: string;
  $defs?: Record<string, ValueSchema>;
  definitions?: Record<string, ValueSchema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: ValueSchema[];
  oneOf?: ValueSchema[];
  items?: ValueSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, ValueSchema>;
  required?: string[];
  additionalProperties?: boolean | ValueSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  description?: string;
}

/**
 * A value that satisfies the schema, the same for the same prompt. Strings are made of the field's
 * name and words of the prompt, so that a reader sees where they come from. Of a choice that has
 * `null`, the other branch is taken. Reports about somebody's health rest on what the question gives,
 * as the box demands of them, are of the urgency `standard`, and repeat nothing else of it.
 */
export function valueFor(schema: ValueSchema, prompt: string): unknown {
  const words = prompt.split(/\s+/).filter((word) => /^[\p{L}\p{N}]{3,20}$/u.test(word));
  const known = words.length > 0 ? words : ["placeholder"];
  return new Maker(schema, known, quotedDataOf(prompt)).make(schema, "value", 0);
}

class Maker {
  readonly #root: ValueSchema;
  readonly #words: readonly string[];

  readonly #quoted: QuotedData | undefined;

  constructor(root: ValueSchema, words: readonly string[], quoted: QuotedData | undefined) {
    this.#root = root;
    this.#words = words;
    this.#quoted = quoted;
  }

  make(schema: ValueSchema, name: string, depth: number): unknown {
    if (depth > 16) return null;
    if (schema.$ref !== undefined) return this.make(this.#named(schema.$ref), name, depth + 1);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.#choice(schema.enum, name);
    const choice = schema.anyOf ?? schema.oneOf;
    if (choice) return this.make(choice.find(isNotNull) ?? choice[0]!, name, depth + 1);
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    const type = types.find((one) => one !== "null") ?? "null";
    if (type === "object") return this.#object(schema, depth);
    if (type === "array") return this.#array(schema, name, depth);
    return this.#plain(type, schema, name);
  }

  #choice(values: readonly unknown[], name: string): unknown {
    if (this.#quoted && values.includes("standard")) return "standard";
    return values[this.#number(name) % values.length];
  }

  #plain(type: string, schema: ValueSchema, name: string): unknown {
    if (type === "string") return this.#text(schema, name);
    if (type === "integer") return Math.ceil(this.#between(schema, name));
    if (type === "number") return this.#between(schema, name);
    return type === "boolean" ? this.#number(name) % 2 === 0 : null;
  }

  #object({ properties = {} }: ValueSchema, depth: number): unknown {
    return Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, this.make(one, name, depth + 1)]),
    );
  }

  #array({ items = {}, minItems = 0, maxItems = 8 }: ValueSchema, name: string, depth: number) {
    const count = Math.max(minItems, Math.min(maxItems, 2));
    return Array.from({ length: count }, (_, index) =>
      this.make(items, `${name} ${index + 1}`, depth + 1),
    );
  }

  #text(schema: ValueSchema, name: string): string {
    const { pattern, format, minLength = 0, maxLength = 200 } = schema;
    if (this.#quoted) return quotedText(this.#quoted, name).slice(0, maxLength);
    if (pattern !== undefined) return this.#matching(new RegExp(pattern, "u"), name);
    if (format === "date-time") return "2026-01-31T12:00:00Z";
    if (format === "date") return "2026-01-31";
    if (format === "uri") return "https://example.com/placeholder";
    if (format === "email") return "placeholder@example.com";
    const at = this.#number(name) % this.#words.length;
    const some = [...this.#words.slice(at), ...this.#words.slice(0, at)].slice(0, 4).join(" ");
    return `${name.replaceAll("_", " ")}: ${some}`.padEnd(minLength, ".").slice(0, maxLength);
  }

  #matching(pattern: RegExp, name: string): string {
    const hash = createHash("sha256").update(name).digest("hex");
    const tries = [`#${hash.slice(0, 6)}`, hash.slice(0, 8), "en", "EUR", "1", name];
    const found = tries.find((one) => pattern.test(one));
    if (found === undefined) {
      throw new Mistake("bad_schema", name, `the stand-in knows no text for /${pattern.source}/`);
    }
    return found;
  }

  #between({ minimum, maximum }: ValueSchema, name: string): number {
    const low = minimum ?? 0;
    const high = maximum ?? low + 10;
    return low + ((high - low) * (this.#number(name) % 11)) / 11;
  }

  #named(reference: string): ValueSchema {
    const name = reference.split("/").at(-1)!;
    const found = reference === "#" ? this.#root : undefined;
    const known = found ?? this.#root.$defs?.[name] ?? this.#root.definitions?.[name];
    if (!known) throw new Mistake("bad_schema", reference, "the reference leads nowhere");
    return known;
  }

  #number(name: string): number {
    return createHash("sha256")
      .update(`${name} ${this.#words.join(" ")}`)
      .digest()
      .readUInt16BE(0);
  }
}

/** A text of a report; names of list items end in their number, from 1. */
function quotedText({ evidence, quote, sourceId }: QuotedData, name: string): string {
  if (name === "quote") return quote;
  if (name === "source_id") return sourceId;
  const [, item] = /^evidence (\d+)$/.exec(name) ?? [];
  if (item !== undefined) return evidence[(Number(item) - 1) % evidence.length] ?? "local";
  return `Placeholder of the stand-in: ${name.replaceAll("_", " ")}`;
}

function isNotNull(schema: ValueSchema): boolean {
  return schema.type !== "null" && schema.const !== null;
}

/**
 * What providers with strict structured output refuse in a schema: objects that leave anything open.
 * `allRequired`: every property must be listed in `required` too, as OpenAI has it.
 */
export function checkClosed(
  schema: ValueSchema,
  rule: { field: string; allRequired: boolean },
): void {
  if (schema.type === "object") {
    if (schema.additionalProperties !== false) {
      const message = "'additionalProperties' is required to be supplied and to be false";
      throw new Mistake("bad_schema", rule.field, message);
    }
    const open = Object.keys(schema.properties ?? {}).find(
      (name) => rule.allRequired && !schema.required?.includes(name),
    );
    if (open !== undefined) {
      const message = `'required' is required to be supplied and to be an array including every key in properties. Missing '${open}'`;
      throw new Mistake("bad_schema", rule.field, message);
    }
  }
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.$defs ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  for (const one of inside) checkClosed(one, rule);
}
