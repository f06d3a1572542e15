import { Type } from "typebox";
import { listOf } from "../../contract/answers.ts";
import { type NewKeyBody, newKeySchema, rollKeySchema } from "../wire/key.ts";
import {
  auditAnswer,
  keyAnswer as keySchema,
  keyNamesAnswer,
  newKeyAnswer,
} from "../wire/key-answers.ts";
import type { Clock } from "../../core/clock.ts";
import { fail, invalidCursor } from "../../contract/fail.ts";
import type { ApiKey } from "../api-key.ts";
import type { ApiKeys, OnKeyStored } from "../api-keys.ts";
import type { AuditLog } from "../audit-log.ts";
import { keyWire } from "../key-wire.ts";
import type { NewApiKey } from "../new-key.ts";
import { type Answer, listAnswer, unixSeconds } from "../../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { keyLimits } from "../key-terms.ts";
import { auditPage } from "../audit-wire.ts";

const params = closedObject({ key_id: Type.String({ pattern: "^[A-Za-z0-9]{12}$" }) });
const path = "/api/v1/keys";
const shared = { tag: "keys", access: "keys:admin" } as const;

/** Bound of names in one answer: a site has some dozens of keys. */
const maxNames = 1000;

type IssuedKey = Parameters<OnKeyStored>[1];

/** The parts of the key routes. */
export interface KeyRouteParts {
  keys: ApiKeys;
  audit: Pick<AuditLog, "page">;
  clock: Clock;
}

/** Routes of the organisation's keys and of its audit log. */
export function keyRoutes(parts: KeyRouteParts): Route[] {
  return [
    list(parts),
    names(parts),
    create(parts),
    one(parts),
    roll(parts),
    revoke(parts),
    auditList(parts),
  ];
}

function list({ keys, clock }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path,
    summary: "List the organisation's keys, oldest first, without their secrets",
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of keys", schema: listOf(keySchema) } },
    handle({ caller, query }) {
      const { limit, offset, after } = pageOf(query);
      const all = keys.list(caller.org);
      const from = after === undefined ? offset : all.findIndex(({ id }) => id === after) + 1;
      if (after !== undefined && from === 0) throw invalidCursor();
      const items = all.slice(from, from + limit).map((key) => keyWire(key, clock.wallMs()));
      const hasMore = from + limit < all.length;
      const nextCursor = hasMore ? items.at(-1)!.id : null;
      return listAnswer({ items, total: all.length, hasMore, nextCursor });
    },
  });
}

/** For pages that say who did something: a name is no secret among the people who see what the key did. */
function names({ keys }: KeyRouteParts): Route {
  return route({
    method: "GET",
    path: `${path}/names`,
    tag: "keys",
    access: "surveillance:read",
    isTool: true,
    cameras: "none",
    summary: "List the names of the organisation's newest keys, at most 1000, by their ids",
    answers: { 200: { description: "The names", schema: keyNamesAnswer } },
    handle: ({ caller }) => ({
      object: "key.names",
      status: "ok",
      data: {
        names: keys
          .list(caller.org)
          .slice(-maxNames)
          .map(({ id, name }) => ({ id, name })),
      },
    }),
  });
}

function create({ keys, clock }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "POST",
    path,
    summary: "Create a key; only this answer has its secret",
    body: newKeySchema,
    replayable: true,
    secretFields: ["key"],
    answers: {
      201: { description: "The key. Only this answer shows `data.key`", schema: newKeyAnswer },
    },
    errors: ["conflict"],
    async handle({ caller, body, reply }, keep) {
      reply.code(201);
      const answerOf = ({ key, token }: IssuedKey): Answer => keyAnswer(key, clock, { key: token });
      const request = newKeyOf(body, caller.org);
      return answerOf(
        await keys.create(request, caller, (tx, issued) => keep(tx, answerOf(issued))),
      );
    },
  });
}

function one({ keys, clock }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path: `${path}/:key_id`,
    summary: "Get a key without its secret",
    params,
    answers: { 200: { description: "The key", schema: keySchema } },
    handle({ caller, params: { key_id: id } }) {
      const key = keys.get(id);
      if (key?.org !== caller.org)
        throw fail("not_found", "key_id: there is no such key. Choose a listed one");
      return keyAnswer(key, clock);
    },
  });
}

function roll({ keys, clock }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "POST",
    path: `${path}/:key_id/roll`,
    summary: "Give a key a new secret; the old one stays valid for a grace period",
    params,
    body: rollKeySchema,
    replayable: true,
    secretFields: ["key"],
    answers: {
      200: { description: "The key. Only this answer shows `data.key`", schema: newKeyAnswer },
    },
    errors: ["conflict"],
    async handle({ caller, params: { key_id: id }, body }, keep) {
      const { grace_seconds: grace = keyLimits.graceDefaultSec, expires_in_seconds: expires } =
        body;
      const answerOf = ({ key, token }: IssuedKey): Answer => keyAnswer(key, clock, { key: token });
      const issued = await keys.roll(id, {
        org: caller.org,
        by: caller,
        onStored: (tx, stored) => keep(tx, answerOf(stored)),
        graceMs: grace * 1000,
        ...(expires === undefined ? {} : { expiresInMs: expires === null ? null : expires * 1000 }),
      });
      return answerOf(issued);
    },
  });
}

function revoke({ keys, clock }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "DELETE",
    path: `${path}/:key_id`,
    summary: "Revoke a key at once; this cannot be undone",
    params,
    replayable: true,
    answers: { 200: { description: "The revoked key", schema: keySchema } },
    async handle({ caller, params: { key_id: id } }) {
      return keyAnswer(await keys.revoke(id, caller.org), clock);
    },
  });
}

function auditList({ audit }: KeyRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path: "/api/v1/audit",
    summary:
      "List the audit log, newest first: who changed what, from which address, with which result",
    query: closedObject(pageParameters),
    answers: { 200: { description: "A page of the audit log", schema: listOf(auditAnswer) } },
    handle: ({ caller, query }) => listAnswer(auditPage(audit, caller.org, pageOf(query))),
  });
}

function keyAnswer(key: ApiKey, clock: Clock, secret: { key?: string } = {}): Answer {
  const data = { ...keyWire(key, clock.wallMs()), ...secret };
  return { object: "key", status: data.state, createdAt: unixSeconds(key.createdAtMs), data };
}

function newKeyOf(body: NewKeyBody, org: string): NewApiKey {
  const { name, preset, scopes, networks, expires_in_seconds: expires } = body;
  return {
    org,
    name,
    ...(preset === undefined ? {} : { preset }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(networks === undefined ? {} : { networks }),
    ...(expires === undefined ? {} : { expiresInMs: expires === null ? null : expires * 1000 }),
  };
}
