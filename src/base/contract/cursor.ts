import { invalidCursor } from "./fail.ts";

/** Returns the cursor of a list that names a place by `text`. */
export function cursorOf(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** Returns the text of a cursor that matches `pattern` whole; else fails with `invalid_query_parameter`. */
export function textOfCursor(cursor: string, pattern: RegExp): string {
  const text = Buffer.from(cursor, "base64url").toString();
  if (pattern.test(text)) return text;
  throw invalidCursor();
}
