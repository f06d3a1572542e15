import type { Readable } from "node:stream";
import { fail } from "../../base/contract/fail.ts";
import { limits } from "../../base/contract/limits.ts";
import { describeError, GatehouseError } from "../../base/core/errors.ts";
import type { Answer } from "../answers/envelope-wire.ts";
import type { Call, Route } from "../route.ts";
import {
  compareKeys,
  type ListOrder,
  placeOf,
  siteCursorOf,
  type SitePlace,
} from "./list-order.ts";
import { type BoxPart, mergeParts } from "./merge-parts.ts";
import type { Site, SiteBox } from "./site-port.ts";

/** Longest time until another box has sent its part of a list, in milliseconds. */
const listMs = 3000;
/** Longest part of a list that a box reads of another one, in bytes. */
const maxPartBytes = 16 * 1024 * 1024;

type AnyCall = Call<unknown, unknown, unknown>;

interface ListQuery {
  limit?: number;
  offset?: number;
  after?: string;
  site?: boolean;
}

/** A part of the list to ask each box for. */
interface Wanted {
  order: ListOrder;
  limit: number;
  place: SitePlace | undefined;
}

/** The list of one box. */
interface ListData {
  data: readonly Readonly<Record<string, unknown>>[];
  total: number;
  has_more: boolean;
}

/**
 * Answers a list with the entries of all boxes, in the order that it has on each of them. A box that gives no answer is
 * named in `boxes`, and its entries are missing. Fails with `invalid_query_parameter` for a cursor of another list.
 */
export async function listOfSite(route: Route, call: AnyCall, site: Site): Promise<Answer> {
  const order = route.siteList!;
  const query = call.query as ListQuery;
  const { limit = limits.pageDefault, offset = 0, after } = query;
  const place = after === undefined ? undefined : placeOf(after, order);
  const skip = place ? 0 : offset;
  if (skip + limit > limits.pageMax) {
    const message = `offset: a list of all boxes reaches ${limits.pageMax} entries with limit. Use after, or site=false`;
    throw fail("invalid_query_parameter", message, { param: "offset" });
  }
  const part: Wanted = { order, limit: skip + limit, place };
  const others = site.others();
  const [own, ...parts] = await Promise.all([
    ownPart(route, call, { part, site }),
    ...others.map((box) => partOf(box, call, { part, site })),
  ]);
  const ownerOf = (id: string) => order.kind && site.ownerOf(order.kind, call.caller.org, id);
  const all = mergeParts([own, ...parts], { order, ownerOf });
  const rest = all.items.filter(
    ({ key }) => place === undefined || compareKeys(order, key, place.key) > 0,
  );
  const page = rest.slice(skip, skip + limit);
  const total = place?.total ?? all.total;
  const last = page.at(-1);
  const hasMore = last !== undefined && (all.hasMore || rest.length > skip + page.length);
  return {
    object: "list",
    status: "ok",
    data: {
      object: "list",
      data: page.map(({ item, boxId }) => ({ ...item, box_id: boxId })),
      has_more: hasMore,
      total,
      next_cursor: hasMore ? siteCursorOf({ key: last.key, total }) : null,
      boxes: [own, ...parts].map(({ boxId, name, problem }) => ({
        box_id: boxId,
        name,
        state: problem === null ? "answered" : "silent",
        problem,
      })),
    },
  };
}

/** The part of this box: the route's own handler, as if another box had asked. */
async function ownPart(
  route: Route,
  call: AnyCall,
  { part, site }: { part: Wanted; site: Site },
): Promise<BoxPart> {
  const query = { ...(call.query as object), ...pageOf(part) };
  const caller = { ...call.caller, boxId: site.boxId };
  const own = Object.create(call, { query: { value: query }, caller: { value: caller } }) as Call<
    never,
    never,
    never
  >;
  const answer = await route.handle(own, () => undefined);
  const list = answer!.data as ListData;
  return { boxId: site.boxId, name: site.ownName(), ...partFrom(list) };
}

async function partOf(
  box: SiteBox,
  { caller, request }: AnyCall,
  { part, site }: { part: Wanted; site: Site },
): Promise<BoxPart> {
  const { boxId, name } = box;
  const none = { items: [], total: 0, hasMore: false };
  const silent = (problem: string): BoxPart => ({ boxId, name, ...none, problem });
  if (!box.isUp) return silent("its heartbeats have stopped");
  try {
    const { status, body } = await site.request({
      boxId,
      caller,
      method: "GET",
      target: targetOf(request.raw.url ?? "", part),
      answerMs: listMs,
      idleMs: listMs,
    });
    const text = await boundedText(body);
    if (text === undefined) return silent(`its part has more than ${maxPartBytes} bytes`);
    const parsed = JSON.parse(text) as { data?: ListData; error?: { code?: string } };
    if (status !== 200) return silent(`it answers ${status} ${parsed.error?.code ?? ""}`.trim());
    return { boxId, name, ...partFrom(parsed.data!) };
  } catch (error) {
    const coded = GatehouseError.find(error);
    return silent(coded ? coded.message : describeError(error));
  }
}

function partFrom({ data, total, has_more: hasMore }: ListData) {
  return { items: data, total, hasMore, problem: null };
}

function pageOf({ limit, place, order }: Wanted): ListQuery {
  const after = place ? { after: order.cursorAt(place.key) } : { after: undefined };
  return { limit, offset: 0, ...(after as { after: string }) };
}

function targetOf(url: string, part: Wanted): string {
  const [path, text = ""] = url.split("?", 2);
  const query = new URLSearchParams(text);
  for (const name of ["offset", "after", "site"]) query.delete(name);
  const { limit, after } = pageOf(part);
  query.set("limit", String(limit));
  if (after !== undefined) query.set("after", after);
  return `${path}?${query.toString()}`;
}

/** The whole text; undefined, and the stream is destroyed, when it is too long. */
async function boundedText(body: Readable): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxPartBytes) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
