import type { DoorWords } from "../../robots/doors/door-port.ts";

/** Where the words of a door are in its message. */
export interface WordFields {
  /** Path in JSON; absent: the whole text is the state. */
  stateField?: string | undefined;
  levelField?: string | undefined;
}

/** Returns the words of a message, or why it has none. */
export function wordsOf(
  text: string,
  { stateField, levelField }: WordFields,
): DoorWords | { problem: string } {
  if (stateField === undefined && levelField === undefined)
    return { state: text.trim(), level: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "its message is not JSON" };
  }
  const state = stateField === undefined ? null : wordAt(value, stateField);
  if (state === null)
    return { problem: `its message has no word at ${stateField ?? "state_field"}` };
  return { state, level: levelField === undefined ? null : wordAt(value, levelField) };
}

/** Returns the text, number or truth value at a path; null where there is none. */
function wordAt(value: unknown, path: string): string | null {
  let at = value;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return null;
    at = (at as Record<string, unknown>)[name];
  }
  return typeof at === "string" || typeof at === "number" || typeof at === "boolean"
    ? String(at).trim()
    : null;
}
