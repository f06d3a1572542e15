import { cursorOf, textOfCursor } from "../../base/contract/cursor.ts";
import { invalidCursor } from "../../base/contract/fail.ts";
import type { PlacedKind } from "./site-port.ts";

/** The place of an entry in its list: values that are compared one after the other. */
export type ListKey = readonly (string | number)[];

/** The order of a list, the same on every box, so that one place in it is a place on each of them. */
export interface ListOrder {
  /** Where the fleet's table says which box has an entry that several boxes know. */
  kind?: PlacedKind;
  direction: "ascending" | "descending";
  /** The place of an entry as it is on the wire; its last value is the id. */
  keyOf(item: Readonly<Record<string, unknown>>): ListKey;
  /** The cursor `after` of one box that begins at this place or a little before it. */
  cursorAt(key: ListKey): string;
}

/** A place in the list of a whole site, in its cursor. */
export interface SitePlace {
  key: ListKey;
  /** Entries of the whole list, as the first page counted them. */
  total: number;
}

const prefix = "site:";
const maxCursor = 500;

/** Returns the cursor for what follows `place`. */
export function siteCursorOf({ key, total }: SitePlace): string {
  return cursorOf(prefix + JSON.stringify([total, ...key]));
}

/** Reads a cursor of `siteCursorOf` for a list with `order`. Fails with `invalid_query_parameter` for any other. */
export function placeOf(cursor: string, order: ListOrder): SitePlace {
  if (cursor.length > maxCursor) throw invalidCursor();
  const text = textOfCursor(cursor, /^site:\[\d{1,15}(,.*)?\]$/s);
  const values = parsed(text.slice(prefix.length));
  const [total, ...key] = values;
  const like = order.keyOf({});
  const isKey =
    key.length === like.length && key.every((value, at) => typeof value === typeof like[at]);
  if (typeof total !== "number" || !isKey) throw invalidCursor();
  return { key: key as ListKey, total };
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    throw invalidCursor();
  }
}

/** Negative when `a` comes before `b` in the list. */
export function compareKeys(order: ListOrder, a: ListKey, b: ListKey): number {
  for (const [at, value] of a.entries()) {
    const other = b[at]!;
    if (value === other) continue;
    const isBefore = order.direction === "ascending" ? value < other : value > other;
    return isBefore ? -1 : 1;
  }
  return 0;
}
