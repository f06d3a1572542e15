import type { FastifyRequest } from "fastify";
import { isIP } from "node:net";
import { Type } from "typebox";
import { fail } from "../../contract/fail.ts";
import type { Passkeys, PasskeySite } from "../passkeys.ts";
import type { People } from "../people.ts";
import { creationOptions, requestOptions } from "../wire/passkey.ts";
import { newPasskeySchema, personAnswer as personSchema } from "../wire/person.ts";
import { closedObject } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { assertSameOrigin } from "../../../http/same-origin.ts";
import { answerOfPerson, signedInPerson } from "./people.ts";
import { creationOptionsOf, requestOptionsOf } from "../passkey-wire.ts";

const own = "/api/v1/people/me";

/** Dependencies of the routes of passkeys. */
export interface PasskeyRouteParts {
  people: People;
  passkeys: Passkeys;
}

/** Passkeys of the signed-in person, and the challenge of a sign-in. */
export function passkeyRoutes(parts: PasskeyRouteParts): Route[] {
  return [signInChallenge(parts), challenge(parts), add(parts), remove(parts)];
}

function signInChallenge({ passkeys }: PasskeyRouteParts): Route {
  return route({
    method: "POST",
    path: "/api/v1/session/sign-in-challenge",
    summary: "Get the options for a sign-in with a passkey; they are valid once, for five minutes",
    tag: "session",
    access: "public",
    answers: { 200: { description: "The options for the browser", schema: requestOptions } },
    errors: ["csrf_rejected", "conflict"],
    handle({ request }) {
      assertSameOrigin(request.headers);
      const data = requestOptionsOf(passkeys.challenge(null, passkeySiteOf(request)));
      return { object: "passkey_challenge", status: "ok", data };
    },
  });
}

function challenge({ people, passkeys }: PasskeyRouteParts): Route {
  return route({
    method: "POST",
    path: `${own}/passkey-challenge`,
    summary:
      "Get the options for a new passkey of your account; they are valid once, for five minutes",
    tag: "people",
    access: "any",
    cameras: "none",
    answers: { 200: { description: "The options for the browser", schema: creationOptions } },
    errors: ["not_found", "conflict"],
    handle({ caller, request }) {
      const person = signedInPerson(people, caller);
      const issued = passkeys.challenge(person, passkeySiteOf(request));
      const data = creationOptionsOf(issued, person);
      return { object: "passkey_challenge", status: "ok", data };
    },
  });
}

function add({ people, passkeys }: PasskeyRouteParts): Route {
  return route({
    method: "POST",
    path: `${own}/passkeys`,
    summary: "Add the passkey that the browser has created to your account",
    tag: "people",
    access: "any",
    cameras: "none",
    body: newPasskeySchema,
    answers: { 201: { description: "The account", schema: personSchema } },
    errors: ["not_found", "conflict", "invalid_credentials"],
    async handle({ caller, body, request, reply }) {
      const person = signedInPerson(people, caller);
      const answer = { response: body.response, site: passkeySiteOf(request) };
      reply.code(201);
      return answerOfPerson(await passkeys.register(person, body.name, answer));
    },
  });
}

function remove({ people }: PasskeyRouteParts): Route {
  return route({
    method: "DELETE",
    path: `${own}/passkeys/:passkey_id`,
    summary: "Remove a passkey from your account",
    tag: "people",
    access: "any",
    cameras: "none",
    params: closedObject({ passkey_id: Type.String({ pattern: "^[A-Za-z0-9_-]{1,1400}$" }) }),
    answers: { 200: { description: "The account", schema: personSchema } },
    handle: async ({ caller, params: { passkey_id: id } }) =>
      answerOfPerson(await people.removePasskey(signedInPerson(people, caller), id)),
  });
}

/** The page's address as the request names it; browsers make no passkeys for IP addresses (`conflict`). */
export function passkeySiteOf({ protocol, headers, ip }: FastifyRequest): PasskeySite {
  // `hostCheck` lets through the box's own names only.
  const host = headers.host!.toLowerCase();
  const { hostname } = new URL(`${protocol}://${host}`);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) {
    throw fail(
      "conflict",
      "passkey: needs a host name. Open the page by the box's name instead of its IP address",
    );
  }
  return { origin: `${protocol}://${host}`, rpId: hostname, address: ip };
}
