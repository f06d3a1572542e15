import { Type } from "typebox";
import { listOf } from "../../contract/answers.ts";
import { fail, invalidField } from "../../contract/fail.ts";
import { authorOf } from "../../contract/person.ts";
import { type Scope, scopePresets } from "../../contract/scopes.ts";
import type { Caller } from "../../jobs/operation.ts";
import type { SignIn } from "../sign-in.ts";
import type { Passwords } from "../passwords.ts";
import type { People } from "../people.ts";
import type { Person } from "../person.ts";
import { personWire } from "../person-wire.ts";
import {
  newPersonSchema,
  passwordSchema,
  personAnswer as personSchema,
  personPatchSchema,
} from "../wire/person.ts";
import { GatehouseError } from "../../core/errors.ts";
import { omitUndefined } from "../../core/omit-undefined.ts";
import { type Answer, listAnswer, unixSeconds } from "../../../http/answers/envelope-wire.ts";
import { closedObject, pageOf, pageParameters } from "../../../http/queries.ts";
import { readCookie } from "../../../http/session-cookie.ts";
import { type Route, route } from "../../../http/route.ts";
import type { PersonRole } from "../person-terms.ts";

const path = "/api/v1/people";
const params = closedObject({ person_id: Type.String({ pattern: "^person_[A-Za-z0-9]{12}$" }) });
const shared = { tag: "people", access: "keys:admin" } as const;

/** Dependencies of the routes of accounts. */
export interface PeopleRouteParts {
  people: People;
  passwords: Passwords;
  signIn: SignIn;
}

/** Accounts of the caller's organisation, and the caller's own. */
export function peopleRoutes(parts: PeopleRouteParts): Route[] {
  return [
    list(parts),
    create(parts),
    me(parts),
    ownPassword(parts),
    one(parts),
    patch(parts),
    remove(parts),
  ];
}

function list({ people }: PeopleRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path,
    summary: "List the accounts of people, by name",
    query: closedObject({ limit: pageParameters.limit, offset: pageParameters.offset }),
    answers: { 200: { description: "A page of accounts", schema: listOf(personSchema) } },
    handle({ caller, query }) {
      const { limit, offset } = pageOf(query);
      const all = people.list(caller.org);
      const items = all.slice(offset, offset + limit).map(personWire);
      const hasMore = offset + limit < all.length;
      return listAnswer({ items, total: all.length, hasMore, nextCursor: null });
    },
  });
}

function create({ people, passwords }: PeopleRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "POST",
    path,
    summary:
      "Create an account with a first password; with an invitation the person chooses the password",
    body: newPersonSchema,
    answers: { 201: { description: "The account", schema: personSchema } },
    errors: ["conflict"],
    async handle({ caller, body, reply }) {
      const { name, password, role, cameras = null } = body;
      assertMayGive(caller, role);
      const hash = await passwords.hash(password, name);
      const { org } = caller;
      reply.code(201);
      const createdBy = authorOf(caller);
      return answerOfPerson(
        await people.create({ org, name, role, cameras, password: hash, createdBy }),
      );
    },
  });
}

function one({ people }: PeopleRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "GET",
    path: `${path}/:person_id`,
    summary: "Get an account",
    params,
    answers: { 200: { description: "The account", schema: personSchema } },
    handle: ({ caller, params: { person_id: id } }) =>
      answerOfPerson(ownPerson(people, caller, id)),
  });
}

function patch({ people }: PeopleRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "PATCH",
    path: `${path}/:person_id`,
    summary: "Change an account's name, role or cameras, at once and also in open sessions",
    params,
    body: personPatchSchema,
    replayable: true,
    answers: { 200: { description: "The account after the change", schema: personSchema } },
    errors: ["conflict"],
    async handle({ caller, params: { person_id: id }, body }) {
      assertMayGive(caller, ownPerson(people, caller, id).role);
      if (body.role !== undefined) assertMayGive(caller, body.role);
      const who = { org: caller.org, id };
      return answerOfPerson(
        await people.change(who, omitUndefined(body), caller.person !== undefined),
      );
    },
  });
}

function remove({ people }: PeopleRouteParts): Route {
  return route({
    ...shared,
    isTool: true,
    method: "DELETE",
    path: `${path}/:person_id`,
    summary: "Remove an account; its sessions and their event streams and live views end at once",
    params,
    replayable: true,
    answers: { 200: { description: "The removed account", schema: personSchema } },
    errors: ["conflict"],
    async handle({ caller, params: { person_id: id } }) {
      assertMayGive(caller, ownPerson(people, caller, id).role);
      return answerOfPerson(await people.remove(caller.org, id, caller.person !== undefined));
    },
  });
}

function me({ people }: PeopleRouteParts): Route {
  return route({
    method: "GET",
    path: `${path}/me`,
    summary: "Get the account that is signed in",
    tag: "people",
    access: "any",
    cameras: "none",
    answers: { 200: { description: "The account", schema: personSchema } },
    errors: ["not_found"],
    handle: ({ caller }) => answerOfPerson(signedInPerson(people, caller)),
  });
}

function ownPassword({ people, passwords, signIn }: PeopleRouteParts): Route {
  return route({
    method: "PUT",
    path: `${path}/me/password`,
    summary: "Change your password; all other sessions of the account end",
    tag: "people",
    access: "any",
    cameras: "none",
    body: passwordSchema,
    answers: { 200: { description: "The account", schema: personSchema } },
    errors: ["not_found", "rate_limited"],
    async handle({ caller, session, body, request }) {
      const person = signedInPerson(people, caller);
      const { current_password: current, password } = body;
      if (person.password && current === undefined) {
        throw invalidField("current_password", "is missing. Send the password in use");
      }
      if (person.password) {
        const browser = readCookie("browser", request.headers.cookie);
        await signIn
          .withPassword(person.name, current!, { address: request.ip, browser })
          .catch(wrongPassword);
      }
      const hash = await passwords.hash(password, person.name);
      const except = session?.publicId;
      return answerOfPerson(
        await people.setPassword(person, hash, except === undefined ? {} : { except }),
      );
    },
  });
}

/** Not a 401, which would mean that the session is over. */
function wrongPassword(error: unknown): never {
  const isWrong = GatehouseError.find(error)?.code === "invalid_credentials";
  throw isWrong ? invalidField("current_password", "is wrong. Check it") : error;
}

/** The account behind the caller's session; fails with `not_found` for keys. */
export function signedInPerson(people: People, caller: Caller): Person {
  const person = caller.person && people.get(caller.keyId);
  if (person) return person;
  throw fail("not_found", "session: a key asks, not a person. Sign in with an account");
}

/** An account of the caller's organisation, or `not_found`. */
export function ownPerson(people: People, { org }: Caller, id: string): Person {
  const person = people.get(id);
  if (person?.org === org) return person;
  throw fail("not_found", "person_id: there is no such account. List the people");
}

/** Refuses with `insufficient_scope` to give, change or take a role that can do more than the caller. */
export function assertMayGive({ scopes }: Pick<Caller, "scopes">, role: PersonRole): void {
  const all: readonly Scope[] = scopePresets[role];
  const lacking = all.filter((scope) => !scopes.includes(scope));
  if (lacking.length === 0) return;
  throw fail(
    "insufficient_scope",
    `role: can do more than you: ${lacking.join(", ")}. Choose another`,
    {
      details: lacking.map((scope) => ({ path: "role", rule: "scope", message: scope })),
    },
  );
}

/** The answer about one account. */
export function answerOfPerson(person: Person): Answer {
  const createdAt = unixSeconds(person.createdAtMs);
  return { object: "person", status: "active", createdAt, data: personWire(person) };
}
