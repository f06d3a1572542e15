import type { FastifyReply, FastifyRequest } from "fastify";
import { fail } from "../../base/contract/fail.ts";
import { GatehouseError } from "../../base/core/errors.ts";
import type { AccessWatch } from "../connections/access-watch.ts";
import type { Answer } from "../answers/envelope-wire.ts";
import { asksForWebSocket } from "../connections/web-sockets.ts";
import type { Call, Route } from "../route.ts";
import type { PlacedKind, Site, SiteAnswer, SiteBox, SiteRequest } from "./site-port.ts";

/** Longest time until the box that has a thing has begun to answer, in milliseconds; a long poll adds its own. */
const ownerMs = 15_000;
/** The same for boxes that may have it. */
const anyMs = 5000;
/** Longest silence within an answer that is no live one, in milliseconds. */
const idleMs = 30_000;

/** Headers of a request that another box gets, too. */
const askedHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "if-range",
  "last-event-id",
  "range",
] as const;

/** Headers of the answer of another box that the client gets. */
const shownHeaders = [
  "accept-ranges",
  "cache-control",
  "content-disposition",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "location",
  "retry-after",
  "x-accel-buffering",
  "x-request-id",
  "x-svc-last-event-id",
] as const;

/** Longest time until another box has confirmed a stop, in milliseconds: the robot's own limit, and the way. */
const stopMs = 4000;

type AnyCall = Call<unknown, unknown, unknown>;

/** What a path names that another box may have. */
interface Named {
  /** Where the fleet's table says which box has it. */
  kind?: PlacedKind;
  id: string;
}

/** The fleet, as routes pass requests on to it. */
export interface SiteParts {
  site: Site;
  access: Pick<AccessWatch, "follow">;
}

/** True for a route whose requests another box may have to answer: it reads, or stops, what its path names. */
export function isPassedOn(route: Route): boolean {
  if (route.access === "public") return false;
  return (isReading(route) || route.isPassedOn === true) && namedBy(route) !== undefined;
}

function isReading({ method }: Route): boolean {
  return method === "GET";
}

/**
 * Answers a request about something that another box may have. The fleet's table names the box of a stream or robot;
 * for everything else, and for streams and robots outside the table, this box looks first and then asks all others.
 * A request that another box passed on stays here, so none goes in circles.
 */
export async function answerFromSite(
  route: Route,
  call: AnyCall,
  { parts, local }: { parts: SiteParts; local: () => Promise<Answer | undefined> },
): Promise<Answer | undefined> {
  const { caller } = call;
  if (caller.boxId !== undefined || asksForWebSocket(call.request.raw)) return await local();
  const { kind, id } = namedBy(route, call.params as Record<string, string>)!;
  const owner = kind && parts.site.ownerOf(kind, caller.org, id);
  if (owner !== undefined) {
    const request = passed(route, call, { boxId: owner, answerMs: ownerMs });
    // A stop that does not get through is answered here: with what to do at the robot.
    const answer = isReading(route)
      ? await parts.site.request(request)
      : await tryBox(parts.site, { ...request, answerMs: stopMs });
    // The box before may have it, such as the command of a robot that has another box now.
    if (answer && answer.status !== 404) {
      return await send(call, { route, parts, boxId: owner, answer });
    }
    answer?.body.resume();
  }
  try {
    return await local();
  } catch (error) {
    if (!(error instanceof GatehouseError) || error.code !== "not_found") throw error;
    return await askAll(route, call, { parts, notFound: error });
  }
}

/** What the path names that another box may have; undefined for none. The id is empty without `params`. */
function namedBy(
  { path }: Route,
  params: Readonly<Record<string, string>> = {},
): Named | undefined {
  const names = path.split("/").filter((part) => part.startsWith(":"));
  const idOf = (name: string): string => params[name] ?? "";
  if (names.includes(":stream_id")) return { kind: "stream", id: idOf("stream_id") };
  if (names.includes(":robot_id")) return { kind: "robot", id: idOf("robot_id") };
  const other = ["incident_id", "job_id", "run_id"].find((name) => names.includes(`:${name}`));
  return other === undefined ? undefined : { id: idOf(other) };
}

/** Takes the first answer that is not "not found". */
async function askAll(
  route: Route,
  call: AnyCall,
  { parts, notFound }: { parts: SiteParts; notFound: GatehouseError },
): Promise<undefined> {
  const { site } = parts;
  const others = site.others();
  const silent: SiteBox[] = others.filter(({ isUp }) => !isUp);
  const over = new Map(
    others.filter(({ isUp }) => isUp).map((box) => [box, new AbortController()]),
  );
  const answers = [...over].map(async ([box, { signal }]) => {
    const answer = await tryBox(site, {
      ...passed(route, call, { boxId: box.boxId, answerMs: anyMs }),
      signal,
    });
    if (!answer) silent.push(box);
    else if (answer.status !== 404) return { box, answer };
    else answer.body.resume();
    throw notFound;
  });
  const found = await Promise.any(answers).catch(() => undefined);
  for (const [box, controller] of over) if (box !== found?.box) controller.abort();
  if (found) {
    // A second answer of another box is of no use.
    for (const each of answers)
      void each.then((other) => other === found || other.answer.body.destroy(), ignore);
    return await send(call, { route, parts, boxId: found.box.boxId, answer: found.answer });
  }
  if (silent.length === 0) throw notFound;
  const names = silent.map(({ name }) => name).join(", ");
  throw fail(
    "box_unreachable",
    `box: ${names} gives no answer, and no other box has it. Try again when it is back`,
    { cause: notFound },
  );
}

const ignore = (): void => undefined;

async function tryBox(site: Site, request: SiteRequest): Promise<SiteAnswer | undefined> {
  try {
    return await site.request(request);
  } catch (error) {
    if (error instanceof GatehouseError && error.code !== "box_unreachable") throw error;
    return undefined;
  }
}

function passed(
  route: Route,
  { caller, request, body }: AnyCall,
  { boxId, answerMs }: Pick<SiteRequest, "boxId" | "answerMs">,
): SiteRequest {
  const { org, keyId, scopes, person } = caller;
  return {
    boxId,
    caller: { org, keyId, scopes, person },
    method: request.method as SiteRequest["method"],
    target: request.raw.url ?? "",
    headers: picked(request.headers, askedHeaders),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    answerMs: answerMs + waitOf(request) * 1000,
    idleMs: route.streaming === true ? 0 : idleMs,
  };
}

/** Seconds for which a long poll waits at most. */
function waitOf({ query }: FastifyRequest): number {
  const { wait_for_completion: waits, timeout_seconds: seconds } = query as Record<string, string>;
  return waits === undefined ? 0 : Math.min(60, Number(seconds ?? 30) || 0);
}

async function send(
  { request, reply }: AnyCall,
  about: { route: Route; parts: SiteParts; boxId: string; answer: SiteAnswer },
): Promise<undefined> {
  const { route, parts, boxId, answer } = about;
  if (route.streaming === true) {
    const stop = parts.access.follow(request, () => answer.body.destroy());
    reply.raw.once("close", stop);
  }
  await sent(reply, answer, boxId);
  return undefined;
}

function sent(reply: FastifyReply, { status, headers, body }: SiteAnswer, boxId: string) {
  return reply
    .code(status)
    .headers({ ...picked(headers, shownHeaders), "x-svc-box": boxId })
    .send(body);
}

function picked(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
