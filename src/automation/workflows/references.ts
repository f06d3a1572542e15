import { fail } from "../../base/contract/fail.ts";
import type { Job, Json, JsonObject } from "../../base/jobs/job.ts";

/** A reference in an input to the output of an earlier step: `{"$ref": "steps.<id>.…"}`. */
export interface Reference {
  /** Its place, such as `outputs[0].prompt`. */
  at: string;
  stepId: string;
  /** The id of the step's job, or a place in its output. */
  what: { kind: "job_id" } | { kind: "output"; path: readonly string[] };
}

const form = /^steps\.([A-Za-z][A-Za-z0-9_-]{0,63})\.(?:job_id|output((?:\.[^.]{1,200}){1,16}))$/;

/**
 * Returns the references of an input, in order. Fails with `invalid_request_body` and the place of a
 * malformed one.
 */
export function referencesOf(input: unknown): Reference[] {
  const found: Reference[] = [];
  walk(input, "", (at, text) => {
    found.push(parsed(at, text));
    return null;
  });
  return found;
}

/** Returns `input` with each reference replaced by its value from `valueOf`. */
export function withReferences(
  input: JsonObject,
  valueOf: (reference: Reference) => Json,
): JsonObject {
  return walk(input, "", (at, text) => valueOf(parsed(at, text))) as JsonObject;
}

/**
 * Returns a job's output for references: its `payload` without `phase` and `input`, with the members of
 * `payload.output` at the top.
 */
export function outputOf({ payload }: Pick<Job, "payload">): JsonObject {
  const { output, ...rest } = payload;
  if (output === undefined) return rest;
  return isObject(output) ? { ...rest, ...output } : payload;
}

/** Returns the value at `path` of `value`: members by name, entries of a list by number; undefined for none. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const name of path) {
    if (Array.isArray(at)) at = /^\d{1,6}$/.test(name) ? (at as Json[])[Number(name)] : undefined;
    else if (isObject(at) && Object.hasOwn(at, name)) at = at[name];
    else return undefined;
  }
  return at;
}

function parsed(at: string, text: unknown): Reference {
  const [, stepId, path] = (typeof text === "string" && form.exec(text)) || [];
  if (stepId === undefined) {
    const message = "is not a reference. Use steps.<id>.job_id or steps.<id>.output.<path>";
    throw refuse(at, message);
  }
  if (path === undefined) return { at, stepId, what: { kind: "job_id" } };
  return { at, stepId, what: { kind: "output", path: path.slice(1).split(".") } };
}

/** Copies `value`, replacing each object with a `$ref` by the result of `put`. */
function walk(value: unknown, at: string, put: (at: string, text: unknown) => Json): Json {
  if (Array.isArray(value)) return value.map((each, index) => walk(each, `${at}[${index}]`, put));
  if (!isObject(value)) return value as Json;
  if (Object.hasOwn(value, "$ref")) {
    if (Object.keys(value).length > 1)
      throw refuse(at, "is a reference with other fields. Leave the other fields out");
    return put(at, value["$ref"]);
  }
  const members = Object.entries(value).map(([name, each]) => [
    name,
    walk(each, at === "" ? name : `${at}.${name}`, put),
  ]);
  return Object.fromEntries(members) as JsonObject;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(at: string, message: string): Error {
  const path = at.slice(0, 200);
  return fail("invalid_request_body", `${path || "input"}: ${message}`, {
    param: path,
    details: [{ path, rule: "reference", message }],
  });
}
