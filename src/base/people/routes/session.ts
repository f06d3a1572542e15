import type { FastifyRequest } from "fastify";
import { invalidField } from "../../contract/fail.ts";
import { fail } from "../../contract/fail.ts";
import type { Principal } from "../../keys/api-keys.ts";
import type { Session, Sessions } from "../../keys/sessions.ts";
import type { SetupCode } from "../../keys/setup-code.ts";
import type { PasskeyResponse } from "../passkey-port.ts";
import type { Passkeys } from "../passkeys.ts";
import type { People } from "../people.ts";
import { providerCookieSec, type ProviderSignIn } from "../provider-sign-in.ts";
import { passkeySiteOf } from "./passkeys.ts";
import type { SignIn } from "../sign-in.ts";
import {
  providerSignInAnswer,
  sessionAnswer as sessionSchema,
  signedOutAnswer,
  type SignInBody,
  signInMethodsAnswer,
  signInSchema,
} from "../wire/session.ts";
import type { Answer } from "../../../http/answers/envelope-wire.ts";
import { type Route, route } from "../../../http/route.ts";
import { assertSameOrigin } from "../../../http/same-origin.ts";
import { pageCookie, readCookie, readSessionCookie } from "../../../http/session-cookie.ts";
import {
  clearSession,
  openedFrom,
  openForPerson,
  setSession,
  type SignInCall,
} from "./open-session.ts";

/** Counts wrong keys and passwords of the request's address around `check`. */
export type CountFailures = <R>(request: FastifyRequest, check: () => Promise<R>) => Promise<R>;

const path = "/api/v1/session";

/** Dependencies of signing in. */
export interface SessionRouteParts {
  sessions: Sessions;
  people: People;
  signIn: SignIn;
  passkeys: Passkeys;
  /** Undefined for a site without an identity provider. */
  provider: ProviderSignIn | undefined;
  /** Absent: no setup code is taken. */
  setup?: SetupCode;
  countFailures: CountFailures;
}

/** Sign-in of the page, who is signed in, and signing out. */
export function sessionRoutes(parts: SessionRouteParts): Route[] {
  return [signIn(parts), current(), signOut(parts), methods(parts), atProvider(parts)];
}

function current(): Route {
  return route({
    method: "GET",
    path,
    summary: "Get the signed-in person or key, and the CSRF token of the session",
    tag: "session",
    access: "any",
    cameras: "none",
    answers: {
      200: { description: "The session, or the key of the request", schema: sessionSchema },
    },
    handle: ({ caller, session }) => answerOfSession(caller, session),
  });
}

function signOut({ sessions, provider }: SessionRouteParts): Route {
  return route({
    method: "DELETE",
    path,
    summary: "Sign the page out",
    tag: "session",
    access: "any",
    cameras: "none",
    answers: { 200: { description: "The page is signed out", schema: signedOutAnswer } },
    async handle(call) {
      const id = readSessionCookie(call.request.headers.cookie);
      if (id !== undefined) await sessions.signOut(id);
      clearSession(call);
      const isOfProvider = call.session?.method === "provider";
      const returnTo = `${originOf(call.request)}/`;
      const url = isOfProvider ? ((await provider?.signOutUrl(returnTo)) ?? null) : null;
      return { object: "session", status: "ended", data: { signed_in: false, provider_url: url } };
    },
  });
}

function methods({ people, setup, provider }: SessionRouteParts): Route {
  return route({
    method: "GET",
    path: `${path}/methods`,
    summary: "List the ways in which people can sign in on this box",
    tag: "session",
    access: "public",
    answers: { 200: { description: "The ways to sign in", schema: signInMethodsAnswer } },
    handle: () => ({
      object: "sign_in_methods",
      status: "ok",
      data: {
        password: !people.isEmpty(),
        provider: provider?.name ?? null,
        setup_code: setup?.isForNewBox() ?? false,
      },
    }),
  });
}

function atProvider({ provider }: SessionRouteParts): Route {
  return route({
    method: "POST",
    path: `${path}/provider`,
    summary: "Begin a sign-in at the site's identity provider; good once, for ten minutes",
    tag: "session",
    access: "public",
    answers: { 200: { description: "Where to go", schema: providerSignInAnswer } },
    errors: ["csrf_rejected", "feature_disabled", "upstream_error"],
    async handle({ request, reply }) {
      assertSameOrigin(request.headers);
      const { url, cookie } = await providerOf(provider).begin(`${originOf(request)}/`, request.ip);
      const options = { secure: request.protocol === "https", maxAgeSec: providerCookieSec };
      reply.header("set-cookie", pageCookie("provider", cookie, options));
      return { object: "provider_sign_in", status: "ok", data: { url } };
    },
  });
}

function signIn(parts: SessionRouteParts): Route {
  return route({
    method: "POST",
    path,
    summary:
      "Sign in on the page with a key, a password, a passkey, an invitation or the setup code",
    tag: "session",
    access: "public",
    body: signInSchema,
    answers: {
      201: {
        description:
          "The session. Send `csrf_token` in the header X-CSRF-Token. `key` is the key that the box created for a setup code",
        schema: sessionSchema,
      },
    },
    errors: [
      "invalid_api_key",
      "api_key_expired",
      "api_key_revoked",
      "key_network_refused",
      "invalid_credentials",
      "invalid_invitation",
      "invalid_setup_code",
      "conflict",
      "csrf_rejected",
      "rate_limited",
      "feature_disabled",
      "upstream_error",
    ],
    async handle(call) {
      assertSameOrigin(call.request.headers);
      const { body } = call;
      assertOneWay(body);
      const answer = await parts.countFailures(call.request, () => signedIn(parts, call, body));
      call.reply.code(201);
      return answer;
    },
  });
}

/** Refuses bodies that mix the ways to sign in. */
function assertOneWay(body: SignInBody): void {
  const {
    key,
    setup_code: code,
    key_name: keyName,
    invitation,
    passkey,
    provider,
    name,
    password,
  } = body;
  const ways = [key, code, invitation, passkey, provider].filter(
    (each) => each !== undefined,
  ).length;
  const hasPassword = password !== undefined;
  if (ways > 1 || (ways === 0 && !(hasPassword && name !== undefined))) {
    throw invalidField(
      "key",
      "is not the only way to sign in. Send a key, a name with password, a setup_code, an invitation, a passkey or provider",
    );
  }
  if ((key ?? passkey ?? provider) !== undefined && (hasPassword || name !== undefined)) {
    throw invalidField("name", "does not go with a key, passkey or provider. Leave it out");
  }
  if (keyName !== undefined && (code === undefined || hasPassword)) {
    throw invalidField("key_name", "goes with a setup_code that makes a key. Leave it out");
  }
  assertWholeAccount(body);
  if (invitation !== undefined && !hasPassword) {
    throw invalidField("password", "is missing. Choose one");
  }
}

/** With the setup code, name and password make an account together. */
function assertWholeAccount({ setup_code: code, name, password }: SignInBody): void {
  if (code === undefined || (password !== undefined) === (name !== undefined)) return;
  throw invalidField("password", "and name go together. Send both or neither");
}

async function signedIn(
  parts: SessionRouteParts,
  call: SignInCall,
  body: SignInBody,
): Promise<Answer> {
  const { key, setup_code: code, invitation, name, password } = body;
  if (key !== undefined) return await withKey(parts, call, key);
  if (body.provider !== undefined) return await withProvider(parts, call, body.provider);
  if (body.passkey !== undefined) return await withPasskey(parts, call, body.passkey);
  if (code !== undefined && password === undefined) {
    const newKey = await setupOf(parts).redeem(code, body.key_name);
    const answer = await withKey(parts, call, newKey);
    return { ...answer, data: { ...(answer.data as object), key: newKey } };
  }
  const person =
    code !== undefined
      ? await parts.signIn.firstOwner(setupOf(parts), { code, name: name!, password: password! })
      : invitation !== undefined
        ? await parts.signIn.accept({ token: invitation, name, password: password! })
        : await parts.signIn.withPassword(name!, password!, {
            address: call.request.ip,
            browser: readCookie("browser", call.request.headers.cookie),
          });
  const method = invitation === undefined ? "password" : "invitation";
  const { principal, session } = await openForPerson(parts, call, { person, method });
  return answerOfSession(principal, session);
}

async function withPasskey(
  parts: SessionRouteParts,
  call: SignInCall,
  response: PasskeyResponse,
): Promise<Answer> {
  const proved = await parts.passkeys.authenticate(response, passkeySiteOf(call.request));
  const opened = await openForPerson(parts, call, { ...proved, method: "passkey" });
  return answerOfSession(opened.principal, opened.session);
}

async function withProvider(
  parts: SessionRouteParts,
  call: SignInCall,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const cookie = readCookie("provider", call.request.headers.cookie);
  const person = await providerOf(parts.provider).finish(parameters, cookie);
  const opened = await openForPerson(parts, call, { person, method: "provider" });
  return answerOfSession(opened.principal, opened.session);
}

function providerOf(provider: ProviderSignIn | undefined): ProviderSignIn {
  if (provider) return provider;
  throw fail(
    "feature_disabled",
    "provider: this site has no identity provider. Sign in another way",
  );
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

async function withKey(
  { sessions }: SessionRouteParts,
  call: SignInCall,
  key: string,
): Promise<Answer> {
  const opened = await sessions.signIn(key, openedFrom(call.request));
  setSession(call, opened);
  return answerOfSession(opened.principal, opened);
}

function setupOf({ setup }: SessionRouteParts): SetupCode {
  if (setup) return setup;
  throw fail("invalid_setup_code", "setup_code: is not valid. Check the code, or issue a new one");
}

/** The answer about a session, or about the key that asks. */
export function answerOfSession(who: Principal, session: Session | undefined): Answer {
  const { person } = who;
  return {
    object: "session",
    status: "active",
    data: {
      kind: session ? "session" : "key",
      organisation: who.org,
      key_id: who.keyId,
      person: person
        ? { id: who.keyId, name: person.name, role: person.role, cameras: person.cameras }
        : null,
      scopes: who.scopes,
      csrf_token: session?.csrfToken ?? null,
      expires_at: session ? Math.floor(session.expiresAtMs / 1000) : null,
    },
  };
}
