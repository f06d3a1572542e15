import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { Mistake } from "./mistake.ts";

/** A request as it came. */
export interface Call {
  method: string;
  path: string;
  /** With the question mark; empty without a query. */
  search: string;
  headers: { readonly [name: string]: string | undefined };
  body: Buffer;
}

/** An answer, whole. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What a provider understood of a request. */
export interface Understood {
  kind: "image" | "text" | "speech";
  model: string;
  /** All text of the request, in its order. */
  prompt: string;
  /** Pictures that came with it. */
  pictures: readonly Uint8Array[];
  /** Makes the answer; the picture or value is as asked unless `spoil` says otherwise. */
  answer(spoil?: Spoiled): Promise<Reply>;
  /** The answer of a model that will not do it, in the provider's form. */
  refuse(): Reply;
}

/** Ways in which a well-formed answer can be wrong. */
export type Spoiled = "no_picture" | "wrong_size" | "wrong_value";

/** One provider's wire format. */
export interface Dialect {
  name: string;
  /** Whether a request to this path is the provider's. */
  owns(path: string): boolean;
  /** Throws a `Mistake` for anything that the provider would refuse. */
  understand(call: Call, key: string): Promise<Understood>;
  /** The provider's own error for a mistake. */
  errorOf(mistake: Mistake): Reply;
  /** The provider's own error for trouble of its own. */
  trouble(kind: "rate_limited" | "server_error" | "overloaded"): Reply;
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  const body = Buffer.from(JSON.stringify(value));
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

/** The JSON body of a call. */
export function parsed(call: Call): unknown {
  if (!call.headers["content-type"]?.startsWith("application/json")) {
    throw new Mistake("not_json", "", "the content type is not application/json");
  }
  try {
    return JSON.parse(call.body.toString("utf8"));
  } catch {
    throw new Mistake("not_json", "", "the body is no JSON");
  }
}

const ajv = new Ajv2020({ strict: false, verbose: true });
const compiled = new WeakMap<object, ValidateFunction>();

/** Checks a body against a schema; the first thing wrong is thrown as a `Mistake`. */
export function check<T>(schema: object, body: unknown): T {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  if (validate(body)) return body as T;
  const errors = validate.errors ?? [];
  // Of a choice, the branch that got furthest tells most.
  const deepest = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length)[0]!;
  throw mistakeOf(deepest);
}

function mistakeOf({ instancePath, keyword, params, message, data }: ErrorObject): Mistake {
  const place = dotted(instancePath);
  const inside = (name: unknown): string => (place ? `${place}.${String(name)}` : String(name));
  if (keyword === "additionalProperties") {
    const { additionalProperty } = params as { additionalProperty: string };
    return new Mistake("unknown_field", inside(additionalProperty), "unknown field");
  }
  if (keyword === "required") {
    const { missingProperty } = params as { missingProperty: string };
    return new Mistake("missing_field", inside(missingProperty), "missing field");
  }
  if (keyword === "type") {
    const { type } = params as { type: string };
    const got = data === null ? "null" : Array.isArray(data) ? "array" : typeof data;
    return new Mistake("wrong_type", place, `expected ${type}, got ${got}`);
  }
  const { allowedValues } = params as { allowedValues?: unknown[] };
  const allowed = allowedValues ? `: ${allowedValues.map(String).join(", ")}` : "";
  return new Mistake("wrong_value", place, `${message ?? "not allowed"}${allowed}`);
}

function dotted(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path ? `${path}.${part}` : part;
    }, "");
}

/** Tokens of a text, roughly: four characters each. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
