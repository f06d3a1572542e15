import type { TProperties, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { GatehouseError } from "../../base/core/errors.ts";
import { fail } from "../../base/contract/fail.ts";
import type { VdaTopic, VdaVersion } from "./dialect.ts";
import { dialects } from "./dialects.ts";

/** The usable part of a frame, and the faults of the rest. */
export interface CheckedFrame {
  /** Null when a field is wrong without which the frame means nothing. */
  frame: Record<string, unknown> | null;
  /** The fields that are right, also of a frame that cannot be used; empty where nothing is. */
  rest: Readonly<Record<string, unknown>>;
  /** Sentences with the path of each wrong field; at most ten. */
  problems: readonly string[];
}

/** Longest frame that is read, in bytes; a state with 1000 nodes has about 200 KiB. */
export const maxFrameBytes = 1024 * 1024;
const maxDepth = 24;
const maxProblems = 10;

/** Required fields of a frame; it drops other faulty fields. */
const coreFields: Record<string, readonly string[]> = {
  state: [
    "headerId",
    "timestamp",
    "orderId",
    "orderUpdateId",
    "lastNodeId",
    "lastNodeSequenceId",
    "nodeStates",
    "edgeStates",
    "driving",
    "actionStates",
  ],
  visualization: [],
  connection: ["connectionState"],
  factsheet: ["protocolLimits", "protocolFeatures"],
};

/** Lists of a state whose entries say how an action stands. */
const actionLists = ["actionStates", "instantActionStates", "zoneActionStates"] as const;

/** A schema of an object, as every topic has one. */
type ObjectSchema = TSchema & { properties: TProperties; required?: string[] };

const compiled = new Map<TSchema, Pick<Validator, "Check" | "Errors">>();

function validator(schema: TSchema): Pick<Validator, "Check" | "Errors"> {
  let validator = compiled.get(schema);
  if (!validator) {
    validator = Compile(schema);
    compiled.set(schema, validator);
  }
  return validator;
}

/** The path and the sentence of the first thing that is wrong, or null. */
function firstProblem(schema: TSchema, value: unknown, at: string): string | null {
  const check = validator(schema);
  if (check.Check(value)) return null;
  const [error] = check.Errors(value);
  const path = `${at}${(error?.instancePath ?? "").replaceAll("/", ".")}`.slice(0, 200);
  return `${path}: ${error?.message ?? "is not valid"}`;
}

/**
 * Checks a frame that is about to be sent, strictly and with no number that JSON cannot carry.
 * Fails with `internal_error`: such a frame is a defect of this program and is never sent.
 */
export function checkedOutgoing<F extends object>(
  version: VdaVersion,
  topic: VdaTopic,
  frame: F,
): F {
  const schema = dialects[version].schemas[topic];
  if (!schema) throw fail("internal_error", `VDA 5050 ${version} has no topic ${topic}`);
  const problem = firstProblem(schema, frame, topic);
  if (problem !== null)
    throw fail("internal_error", `A frame is not VDA 5050 ${version}: ${problem}`);
  return frame;
}

/**
 * Reads a frame of a robot. Tolerant: unknown fields stay, null is absent, and a wrong field that
 * the frame can do without is left out. It reports every fault. Never throws.
 */
export function readIncoming(
  version: VdaVersion,
  topic: VdaTopic,
  payload: Uint8Array,
): CheckedFrame {
  if (payload.byteLength > maxFrameBytes) {
    return unusable(`${topic}: longer than ${maxFrameBytes} bytes`);
  }
  let value: unknown;
  try {
    value = withoutNulls(JSON.parse(Buffer.from(payload).toString("utf8")), 0);
  } catch (error) {
    const why = error instanceof GatehouseError ? error.message : "is not JSON";
    return unusable(`${topic}: ${why}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return unusable(`${topic}: is not an object`);
  }
  const dialect = dialects[version];
  const schema = dialect.schemas[topic];
  if (!schema) return unusable(`${topic}: is no topic of ${version}`);
  const read = value as Record<string, unknown>;
  return sorted(dialect.tidied?.(topic, read) ?? read, schema, topic);
}

function sorted(value: Record<string, unknown>, schema: TSchema, topic: VdaTopic): CheckedFrame {
  const { properties, required = [] } = schema as ObjectSchema;
  const core = coreFields[topic] ?? [];
  const frame: Record<string, unknown> = { ...value };
  const problems: string[] = [];
  for (const name of actionLists) {
    const field = properties[name];
    if (field) rightStatuses(frame, { name, field, at: `${topic}.${name}`, problems });
  }
  const safety = properties["safetyState"];
  if (safety) rightEmergencyStop(frame, { field: safety, at: `${topic}.safetyState`, problems });
  let isUsable = true;
  for (const [name, field] of Object.entries(properties)) {
    const isAbsent = !Object.hasOwn(frame, name);
    if (isAbsent && !required.includes(name)) continue;
    const at = `${topic}.${name}`;
    const problem = isAbsent ? `${at}: is missing` : firstProblem(field, frame[name], at);
    if (problem === null) continue;
    if (problems.length < maxProblems) problems.push(problem);
    delete frame[name];
    if (core.includes(name)) isUsable = false;
  }
  return { frame: isUsable ? frame : null, rest: frame, problems };
}

function unusable(problem: string): CheckedFrame {
  return { frame: null, rest: {}, problems: [problem] };
}

/** A field of one object whose word may be unknown. */
interface Word {
  name: string;
  schema: TSchema;
  /** The word that replaces an unknown one. */
  fallback: string;
  at: string;
  problems: string[];
}

/**
 * An unknown word for the status of one action must not cost the whole state, with the pose in
 * it: any such word is an action that is not known to be over.
 */
function rightStatuses(
  frame: Record<string, unknown>,
  list: { name: string; field: TSchema; at: string; problems: string[] },
): void {
  const elements = frame[list.name];
  if (!Array.isArray(elements)) return;
  const { items } = list.field as TSchema & { items: ObjectSchema };
  const name = "actionStatus";
  const word = { name, schema: items.properties[name]!, fallback: "RUNNING" };
  const { problems } = list;
  frame[list.name] = elements.map((action: unknown, index) =>
    withKnownWord(action, { ...word, at: `${list.at}.${index}`, problems }),
  );
}

/** An unknown word for the emergency stop counts as pressed. */
function rightEmergencyStop(
  frame: Record<string, unknown>,
  { field, at, problems }: { field: TSchema; at: string; problems: string[] },
): void {
  const { properties } = field as ObjectSchema;
  for (const name of ["eStop", "activeEmergencyStop"]) {
    const schema = properties[name];
    if (!schema) continue;
    const word = { name, schema, fallback: "MANUAL", at, problems };
    if ("safetyState" in frame) frame["safetyState"] = withKnownWord(frame["safetyState"], word);
  }
}

/** The object with a word that its schema knows; small letters are read as capitals. */
function withKnownWord(object: unknown, { name, schema, fallback, at, problems }: Word): unknown {
  const word = (object as Record<string, unknown> | null)?.[name];
  const known = validator(schema);
  const isKnown = (each: string): boolean => known.Check(each);
  if (typeof word !== "string" || isKnown(word)) return object;
  if (problems.length < maxProblems) {
    problems.push(`${at}.${name}: ${word.slice(0, 40)} is no word of the specification`);
  }
  const capitals = word.toUpperCase();
  return { ...(object as object), [name]: isKnown(capitals) ? capitals : fallback };
}

/** A copy without null fields, which makers send for absent ones. */
function withoutNulls(value: unknown, depth: number): unknown {
  if (depth > maxDepth) throw fail("internal_error", `is nested deeper than ${maxDepth}`);
  if (Array.isArray(value)) return value.map((each) => withoutNulls(each, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutNulls(each, depth + 1)]));
}
