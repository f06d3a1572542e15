import { type TSchema, Type } from "typebox";
import { severities } from "../base/contract/event-types.ts";
import { fail, invalidCursor } from "../base/contract/fail.ts";
import { limits } from "../base/contract/limits.ts";
import type { PageOf } from "./answers/envelope-wire.ts";
import { oneOfValues } from "../base/contract/answers.ts";
import { cursorOf, textOfCursor } from "../base/contract/cursor.ts";
import { streamIdPattern } from "../perception/core/stream-terms.ts";

/** One page of a list; `after` (a cursor) wins over `offset`. */
export interface PageQuery {
  limit: number;
  offset: number;
  after?: string;
}

/** An object schema without unknown fields. */
export function closedObject<P extends Record<string, TSchema>>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

/** Any query parameters; the route passes over them. */
export const anyParameters = Type.Object({}, { additionalProperties: true });

/** The query parameters of every list (decisions section 1). */
export const pageParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageMax,
      default: limits.pageDefault,
      description: "Largest number of entries in the answer",
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limits.offsetMax,
      default: 0,
      description: "Number of entries to skip",
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: "The `next_cursor` of the previous page. It stays valid while entries are added",
    }),
  ),
};

/** The query parameter of lists that in a fleet have the entries of all boxes. */
export const siteParameter = {
  site: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        "In a fleet, `false` selects the entries of the box that answers. Without a fleet it changes nothing",
    }),
  ),
};

/** True unless the query asks for the entries of one box. */
export function isWholeSite(query: unknown): boolean {
  return (query as { site?: boolean }).site !== false;
}

/** Returns the page that a query requests, with defaults. */
export function pageOf(query: { limit?: number; offset?: number; after?: string }): PageQuery {
  return {
    limit: query.limit ?? limits.pageDefault,
    offset: query.offset ?? 0,
    ...(query.after === undefined ? {} : { after: query.after }),
  };
}

/**
 * Returns one page of named items in memory; the cursor is the last name. Fails with
 * `invalid_query_parameter` for a cursor of another list.
 */
export function sliceOf<T extends { name: string }>(
  items: readonly T[],
  page: PageQuery,
): PageOf<T> {
  const { limit, offset, after } = page;
  const from = after === undefined ? offset : items.findIndex(({ name }) => name === after) + 1;
  if (after !== undefined && from === 0) {
    throw invalidCursor();
  }
  const slice = items.slice(from, from + limit);
  const hasMore = from + slice.length < items.length;
  const nextCursor = hasMore ? (slice.at(-1)?.name ?? null) : null;
  return { items: slice, total: items.length, hasMore, nextCursor };
}

/**
 * Returns one page of items in memory, ordered by id; the cursor is the id of the last one shown,
 * so that it stays valid when items come and go.
 */
export function sliceById<T extends { id: string }>(
  items: readonly T[],
  page: PageQuery,
  order: "oldest first" | "newest first" = "oldest first",
): PageOf<T> {
  const { limit, offset, after } = page;
  const last = after === undefined ? undefined : textOfCursor(after, /^[0-9a-f-]{36}$/);
  const isPast = (id: string): boolean => (order === "oldest first" ? id > last! : id < last!);
  const rest = last === undefined ? items.slice(offset) : items.filter(({ id }) => isPast(id));
  const slice = rest.slice(0, limit);
  const hasMore = rest.length > slice.length;
  const end = slice.at(-1);
  const nextCursor = hasMore && end ? cursorOf(end.id) : null;
  return { items: slice, total: items.length, hasMore, nextCursor };
}

/** The query parameter of an event stream that stands in for the header `Last-Event-ID`. */
export const lastEventIdParameter = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    description:
      "Last event that the client has, for clients that cannot send the header Last-Event-ID. If both are present, the header applies",
  }),
);

/** Longest value of one `expand` or `include`, and how often a query may repeat each. */
const expandMost = { characters: 200, times: 10 } as const;

/**
 * The query parameters `expand` and `include` of a route that can add `names` to its answer: names
 * separated by commas or blanks, in one parameter or in several.
 */
export function expandParameters(names: readonly string[]) {
  const list = Type.String({ maxLength: expandMost.characters });
  const parameter = Type.Optional(
    Type.Union([list, Type.Array(list, { maxItems: expandMost.times })], {
      description: `One or more of: ${names.join(", ")}. Separate several with commas or spaces, or repeat the parameter`,
    }),
  );
  return { expand: parameter, include: parameter };
}

/**
 * Returns the names in `expand` and `include`, each once. Throws `invalid_query_parameter` for any
 * but `known`.
 */
export function expansionsOf(
  query: { expand?: string | string[]; include?: string | string[] },
  known: readonly string[],
): string[] {
  const found = (["expand", "include"] as const).flatMap((param) => {
    const values = query[param] === undefined ? [] : [query[param]].flat();
    const names = values.flatMap((each) => each.split(/[\s,]+/)).filter((name) => name !== "");
    if ((values.length > 0 && names.length === 0) || !names.every((name) => known.includes(name))) {
      const message = `${param}: not one or more of ${known.join(", ")}. Separate names by commas`;
      throw fail("invalid_query_parameter", message, { param });
    }
    return names;
  });
  return [...new Set(found)];
}

/** Path parameter of a job or an incident. */
export const uuidParameter = Type.String({
  pattern: "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
});

/** Path or query parameter with the id of a stream. */
export const streamIdParameter = Type.String({ pattern: streamIdPattern });

/** Query parameters that bound a list by the time of its entries. */
export const timeSpan = {
  from: Type.Optional(
    Type.Number({ minimum: 0, description: "Commands at or after this time, in Unix seconds" }),
  ),
  to: Type.Optional(
    Type.Number({ minimum: 0, description: "Commands before this time, in Unix seconds" }),
  ),
};

/** True for a time within the query's bounds. */
export function isWithin(atSec: number, { from, to }: { from?: number; to?: number }): boolean {
  return (from === undefined || atSec >= from) && (to === undefined || atSec < to);
}

/** Query parameter of pictures: `false` leaves out boxes, zones and labels. */
export const annotatedParameter = Type.Optional(
  oneOfValues(
    ["true", "false"],
    "`false` leaves out bounding boxes, zones and labels. Privacy masks stay",
  ),
);

/** Query parameter with one severity. */
export const severityParameter = oneOfValues(severities);
