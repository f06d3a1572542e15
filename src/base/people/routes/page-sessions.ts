import { Type } from "typebox";
import { listOf } from "../../contract/answers.ts";
import { fail } from "../../contract/fail.ts";
import type { Caller } from "../../jobs/operation.ts";
import type { ApiKeys } from "../../keys/api-keys.ts";
import { type ListedSession, sessionIdleMs, type Sessions } from "../../keys/sessions.ts";
import type { People } from "../people.ts";
import { type PageSessionWire, pageSessionAnswer, signedOutAnswer } from "../wire/session.ts";
import { listAnswer } from "../../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";

const path = "/api/v1/page-sessions";

/** Dependencies of the routes of page sessions. */
export interface PageSessionParts {
  sessions: Sessions;
  people: People;
  keys: ApiKeys;
}

/** Sessions of the page: the caller's own, or with `keys:admin` those of the organisation. */
export function pageSessionRoutes(parts: PageSessionParts): Route[] {
  return [list(parts), end(parts)];
}

function list(parts: PageSessionParts): Route {
  return route({
    method: "GET",
    path,
    summary:
      "List the caller's page sessions, newest first; with `keys:admin` all sessions of the organisation",
    tag: "session",
    access: "any",
    cameras: "none",
    query: closedObject({ limit: pageParameters.limit, offset: pageParameters.offset }),
    answers: { 200: { description: "A page of sessions", schema: listOf(pageSessionAnswer) } },
    handle({ caller, session, query }) {
      const { limit, offset } = pageOf(query);
      const all = seenBy(caller, parts.sessions.list(caller.org));
      const items = all
        .slice(offset, offset + limit)
        .map((each) => sessionWire(parts, each, session?.publicId));
      const hasMore = offset + limit < all.length;
      return listAnswer({ items, total: all.length, hasMore, nextCursor: null });
    },
  });
}

function end(parts: PageSessionParts): Route {
  return route({
    method: "DELETE",
    path: `${path}/:page_session_id`,
    summary: "End a page session at once, with its event streams, live views and manual driving",
    tag: "session",
    access: "any",
    cameras: "none",
    params: closedObject({ page_session_id: Type.String({ pattern: "^[0-9a-f]{24}$" }) }),
    answers: { 200: { description: "The session has ended", schema: signedOutAnswer } },
    async handle({ caller, params: { page_session_id: id } }) {
      const isOwn = seenBy(caller, parts.sessions.list(caller.org)).some((each) => each.id === id);
      if (!isOwn || !(await parts.sessions.end(caller.org, id))) {
        throw fail("not_found", "page_session_id: there is no such session. List them");
      }
      return { object: "page_session", status: "ended", data: { signed_in: false } };
    },
  });
}

function seenBy(caller: Caller, sessions: readonly ListedSession[]): readonly ListedSession[] {
  if (caller.scopes.includes("keys:admin")) return sessions;
  return sessions.filter(({ keyId }) => keyId === caller.keyId);
}

function sessionWire(
  { people, keys }: PageSessionParts,
  session: ListedSession,
  currentId: string | undefined,
): PageSessionWire {
  const { id, keyId, isPerson, method, address, agent, createdAtMs, seenAtMs } = session;
  const named = isPerson ? people.get(keyId) : keys.get(keyId);
  return {
    id,
    object: "page_session",
    person_id: isPerson ? keyId : null,
    key_id: isPerson ? null : keyId,
    name: named?.name ?? null,
    method,
    address,
    browser: agent,
    is_current: id === currentId,
    created_at: Math.floor(createdAtMs / 1000),
    last_seen_at: Math.floor(seenAtMs / 1000),
    expires_at: Math.floor((seenAtMs + sessionIdleMs) / 1000),
  };
}
