import { type TSchema, Type } from "typebox";
import { severities } from "../contract/event-types.ts";
import { fail } from "../contract/fail.ts";
import { limits } from "../contract/limits.ts";
import { streamIdPattern } from "../contract/surveillance.ts";
import type { PageOf } from "./envelope.ts";
import type { PageQuery } from "./facades.ts";

/** An object schema that refuses fields it does not know. */
export function closedObject<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

/** A string that is one of `values`. */
export function oneOf<const V extends readonly string[]>(values: V, description?: string) {
  return Type.Unsafe<V[number]>({
    type: "string",
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });
}

/** The query parameters of every list (decisions section 1). */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageMax,
      default: limits.pageDefault,
      description: "Entries at most",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.offsetMax,
      default: 0,
      description: "Entries to skip",
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: "`next_cursor` of the page before; stable while entries are added",
    }),
  ),
};

/** The page that a query asks for, with the defaults filled in. */
export function pageOf(query: { limit?: number; offset?: number; after?: string }): PageQuery {
  return {
    limit: query.limit ?? limits.pageDefault,
    offset: query.offset ?? 0,
    ...(query.after === undefined ? {} : { after: query.after }),
  };
}

/**
 * One page of items that are all at hand and have names; the cursor is the last name. Fails with
 * `invalid_query_parameter` for a cursor of another list.
 */
export function sliceOf<T extends { name: string }>(
  items: readonly T[],
  page: PageQuery,
): PageOf<T> {
  const { limit, offset, after } = page;
  const from = after === undefined ? offset : items.findIndex(({ name }) => name === after) + 1;
  if (after !== undefined && from === 0) {
    throw fail("invalid_query_parameter", "after is no cursor of this list", { param: "after" });
  }
  const shown = items.slice(from, from + limit);
  const hasMore = from + shown.length < items.length;
  const nextCursor = hasMore ? (shown.at(-1)?.name ?? null) : null;
  return { items: shown, total: items.length, hasMore, nextCursor };
}

/**
 * One page of items that are all at hand, in the order of their ids; the cursor is the id of the last
 * one shown, so that it stays right while some come and go.
 */
export function sliceById<T extends { id: string }>(
  items: readonly T[],
  page: PageQuery,
  order: "oldest first" | "newest first" = "oldest first",
): PageOf<T> {
  const { limit, offset, after } = page;
  const last = after === undefined ? undefined : cursorId(after);
  const isPast = (id: string): boolean => (order === "oldest first" ? id > last! : id < last!);
  const rest = last === undefined ? items.slice(offset) : items.filter(({ id }) => isPast(id));
  const shown = rest.slice(0, limit);
  const hasMore = rest.length > shown.length;
  const end = shown.at(-1);
  const nextCursor = hasMore && end ? Buffer.from(end.id).toString("base64url") : null;
  return { items: shown, total: items.length, hasMore, nextCursor };
}

function cursorId(cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (/^[0-9a-f-]{36}$/.test(id)) return id;
  throw fail("invalid_query_parameter", "after is no cursor of this list", { param: "after" });
}

/** Path parameter of a job or an incident. */
export const uuidParameter = Type.String({
  pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
});

/** Path or query parameter that names a stream. */
export const streamIdParameter = Type.String({ pattern: streamIdPattern });

/** Query parameter of pictures: `false` leaves out boxes, zones and labels. */
export const annotatedParameter = Type.Optional(
  oneOf(["true", "false"], "`false`: without boxes, zones and labels; masks stay"),
);

/** Query parameter with one severity. */
export const severityParameter = oneOf(severities);
