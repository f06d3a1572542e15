import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { sessionAnswer as sessionSchema, signedOutAnswer } from "../wire/session.ts";
import { fail, invalidField } from "../../contract/fail.ts";
import type { Principal } from "../api-keys.ts";
import { type Session, sessionIdleMs, type Sessions } from "../sessions.ts";
import type { SetupCode } from "../setup-code.ts";
import type { Answer } from "../../../http/answers/envelope.ts";
import { closedObject } from "../../../http/queries.ts";
import { type Route, route } from "../../../http/route.ts";
import { assertSameOrigin } from "../../../http/same-origin.ts";
import { readSessionCookie, sessionCookie } from "../../../http/session-cookie.ts";

/** Counts wrong keys of the request's address around `check`. */
export type CountFailures = <R>(request: FastifyRequest, check: () => Promise<R>) => Promise<R>;

const path = "/api/v1/session";

/** The parts of the session routes. */
export interface SessionRouteParts {
  sessions: Sessions;
  /** Absent: the route refuses every setup code. */
  setup?: SetupCode;
  countFailures: CountFailures;
}

/** A key, or the setup code with the name of the key that it makes. */
const signInSchema = closedObject({
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  setup_code: Type.Optional(Type.String({ pattern: "^[0-9]{8}$" })),
  key_name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: "With the setup code: the name of the key that it makes",
    }),
  ),
});

/** Sign-in of the technician's page: exchanges a key for a cookie. */
export function sessionRoutes(parts: SessionRouteParts): Route[] {
  const { sessions } = parts;
  return [
    signIn(parts),
    route({
      method: "GET",
      path,
      summary: "Who is signed in, and the CSRF token of the session",
      tag: "session",
      access: "any",
      answers: { 200: { description: "The session, or the key that asks", schema: sessionSchema } },
      handle: ({ caller, session }) => sessionAnswer(caller, session),
    }),
    route({
      method: "DELETE",
      path,
      summary: "Sign the page out",
      tag: "session",
      access: "any",
      answers: { 200: { description: "Signed out", schema: signedOutAnswer } },
      async handle({ request, reply }) {
        const id = readSessionCookie(request.headers.cookie);
        if (id !== undefined) await sessions.signOut(id);
        setCookie(request, reply, { id: "", maxAgeSec: 0 });
        return { object: "session", status: "ended", data: { signed_in: false } };
      },
    }),
  ];
}

function signIn({ sessions, setup, countFailures }: SessionRouteParts): Route {
  return route({
    method: "POST",
    path,
    summary: "Sign the page in with an API key, or with the setup code of the box",
    tag: "session",
    access: "public",
    body: signInSchema,
    answers: {
      201: {
        description:
          "The session; `csrf_token` is for X-CSRF-Token, `key` is the key that the setup code made",
        schema: sessionSchema,
      },
    },
    errors: [
      "invalid_api_key",
      "api_key_expired",
      "api_key_revoked",
      "key_network_refused",
      "invalid_setup_code",
      "csrf_rejected",
      "rate_limited",
    ],
    async handle({ request, reply, body }) {
      assertSameOrigin(request.headers);
      const { key, setup_code: code, key_name: name } = body;
      if ((key === undefined) === (code === undefined)) {
        throw invalidField(
          "key",
          "must stand alone or be replaced by a setup_code. Give one of the two",
        );
      }
      if (name !== undefined && code === undefined) {
        throw invalidField("key_name", "needs a setup_code. Leave it out");
      }
      const newKey =
        code === undefined
          ? undefined
          : await countFailures(request, () => keyFor(setup, code, name));
      const opened = await countFailures(request, () =>
        sessions.signIn(newKey ?? key!, request.ip),
      );
      // The audit log names the caller.
      request.caller = { ...opened.principal, requestId: request.id };
      setCookie(request, reply, { id: opened.id, maxAgeSec: sessionIdleMs / 1000 });
      reply.code(201);
      const answer = sessionAnswer(opened.principal, opened);
      return newKey === undefined
        ? answer
        : { ...answer, data: { ...(answer.data as object), key: newKey } };
    },
  });
}

async function keyFor(
  setup: SetupCode | undefined,
  code: string,
  name: string | undefined,
): Promise<string> {
  if (!setup)
    throw fail(
      "invalid_setup_code",
      "setup_code: is not valid. Check the code, or issue a new one",
    );
  return await setup.redeem(code, name);
}

function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: { id: string; maxAgeSec: number },
): void {
  const secure = request.protocol === "https";
  reply.header("set-cookie", sessionCookie(cookie.id, { secure, maxAgeSec: cookie.maxAgeSec }));
}

function sessionAnswer(who: Principal, session: Session | undefined): Answer {
  return {
    object: "session",
    status: "active",
    data: {
      kind: session ? "session" : "key",
      organisation: who.org,
      key_id: who.keyId,
      scopes: who.scopes,
      csrf_token: session?.csrfToken ?? null,
      expires_at: session ? Math.floor(session.expiresAtMs / 1000) : null,
    },
  };
}
